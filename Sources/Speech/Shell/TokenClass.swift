/// Kinds of things that can stand where one of their kind stood, though the history never saw them.
public enum TokenClass: UInt8, CaseIterable, Sendable {
    /// A file in the working directory, as `notes.txt`.
    case file
    /// A folder in the working directory, without a slash.
    case folder
    /// A file or folder inside one of the folders, by its last component.
    case entry
    case branch, tag, remote, host
    /// A target of the makefile.
    case target
    /// A script of `package.json`.
    case script
    /// The name of a program.
    case command
    /// An English or technical word.
    case word
    /// The same with a capital letter, as folders and types are often called.
    case capitalized
    /// A number said as one.
    case number
    /// Two digits said as one number, to make longer numbers of: 42 in 4242.
    case pair
    case digit, letter
    /// A file name's ending with its dot, as `.tar.gz`.
    case ending
    /// A variable of the environment, without the dollar.
    case variable
    /// One dash and one letter.
    case option

    /// The name between angle brackets in the phrase book.
    public var name: String { "\(self)" }

    static let named: ByteMap<TokenClass> = {
        var named = ByteMap<TokenClass>()
        for kind in allCases { named.set(Array(kind.name.utf8)[...], kind) }
        return named
    }()
}

/// Where a piece stands: whether a space goes before it, and whether quotes are open around it.
///
/// Both belong to the piece's identity. The space, because what the decoder returns is then the command line itself; the quotes,
/// because a trigram forgets after two words that a quote is open, and would close none or two.
enum Place: UInt8, CaseIterable, Sendable {
    case glued, spaced, quotedGlued, quotedSpaced
    /// Opening quotes: a space right after them is not written.
    case openGlued, openSpaced
    case close

    var hasSpace: Bool { self == .spaced || self == .quotedSpaced || self == .openSpaced }
    var opens: Bool { self == .openGlued || self == .openSpaced }
}

/// A piece of command line, cut out of the line that it stood in.
struct Piece: Sendable {
    enum Role: Hashable, Sendable {
        /// A program's name where a command starts.
        case command
        /// What starts with a dash.
        case option
        /// Letters, or letters and digits, that are nothing else.
        case word
        case number
        case symbol
        case ending
        case quote
        /// A name that was found where names are known from, or a class named by the phrase book.
        case named(TokenClass)
    }

    var text: ArraySlice<UInt8>
    var place: Place
    var role: Role
    /// True of the word right after a command: often a subcommand, which is no member of a class.
    var isFirstArgument = false
}
