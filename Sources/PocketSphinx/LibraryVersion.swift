import CPocketSphinx

/// The recogniser library that the program was built with.
public enum PocketSphinxLibrary {
    /// Its generation, which its headers give away; no function and no header tells its version.
    public static let version = utter_ps_generation() == 0 ? "5prealpha" : "5.x"
}
