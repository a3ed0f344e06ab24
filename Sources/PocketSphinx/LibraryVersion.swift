/// The recogniser library that the program was built with.
public enum PocketSphinxLibrary {
    /// The version in the library's own headers; it has no function that tells it.
    ///
    /// The headers that the shim includes exist in this generation only (Debian 12 and 13, Ubuntu
    /// 24.04).
    public static let version = "5prealpha"
}
