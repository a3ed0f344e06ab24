// The one file of this module that leaves the language: logarithms come from the C library.
internal import Glibc

/// Decimal logarithm, the unit of ARPA files; of zero it is `-99`, their word for "never".
func decimalLogarithm(_ value: Double) -> Double {
    value > 0 ? log10(value) : -99
}

/// Ten to the power of `exponent`.
func decimalPower(_ exponent: Double) -> Double {
    pow(10, exponent)
}

/// Binary logarithm of a positive number.
func binaryLogarithm(_ value: Double) -> Double {
    log2(value)
}
