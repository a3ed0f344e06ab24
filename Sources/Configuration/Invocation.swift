public import Keyboard

/// What the command line asks for.
public struct Invocation: Hashable, Sendable {
    public var global = GlobalOptions()
    public var command: Command

    public init(global: GlobalOptions = GlobalOptions(), command: Command) {
        self.global = global
        self.command = command
    }
}

/// Options that every command takes.
public struct GlobalOptions: Hashable, Sendable {
    /// `--config FILE`: read instead of the user's dotfile.
    public var configFile: String?
    /// The arguments of `-o`, in order.
    public var overrides: [String] = []
    /// One JSON object a line instead of text.
    public var json = false
    public var logLevel = LogLevel.warning
    public var logFile: String?
    public var color = ColorChoice.auto

    public init() {}
}

/// The least grave message that is logged.
public enum LogLevel: String, CaseIterable, Hashable, Sendable {
    case error
    case warning
    case info
    case debug
}

/// When colours are used; auto is on a terminal, unless `NO_COLOR` is set.
public enum ColorChoice: String, CaseIterable, Hashable, Sendable {
    case auto
    case always
    case never
}

/// A command with its own options.
public enum Command: Hashable, Sendable {
    case listen(ListenOptions)
    case transcribe(TranscribeOptions)
    case initialize(InitOptions)
    case doctor(DoctorOptions)
    case keys(KeysOptions)
    case devices(DevicesOptions)
    case config(ConfigAction)
    case words(WordsAction)
    case measure(MeasureOptions)
    case history(HistoryOptions)
    /// The short help of the program, or the help of one command.
    case help(topic: String?)
    case version
    /// Prints a file that is made from the tables; not advertised.
    case generate(Artifact)
}

public struct ListenOptions: Hashable, Sendable {
    /// Ends after the first outcome.
    public var once = false
    /// Instead of the dotfile's `listen-key`.
    public var key: KeyChord?
    /// The key went down before the program ran.
    public var held = false
    /// The preview is painted below the line the cursor stands on, which stays as it is.
    public var below = false
    /// Prompt and line of the shell's editor come on standard input, three fields that each end in
    /// NUL.
    public var context = false
    /// Instead of the dotfile's `profile`.
    public var profile: Profile?
    /// The descriptor to which keys typed meanwhile are written.
    public var restDescriptor: Int32?

    public init() {}
}

public struct TranscribeOptions: Hashable, Sendable {
    /// Paths, or `-` for standard input; never empty.
    public var inputs: [String] = []
    /// Decoded block by block, as a hold is.
    public var live = false
    /// Input is headerless: signed 16 bit little endian, 16 kHz, mono.
    public var raw = false
    public var profile: Profile?
    /// A history file to learn from, instead of the user's.
    public var history: String?
    /// The directory whose names are learnt, instead of the working directory.
    public var directory: String?
    /// A colon-separated list of directories of commands, instead of `PATH`; empty for none.
    public var path: String?

    public init() {}
}

public enum ShellKind: String, CaseIterable, Hashable, Sendable {
    case bash
    case zsh
    case fish
}

public struct InitOptions: Hashable, Sendable {
    public var shell = ShellKind.bash
    /// Instead of the dotfile's `hotkey`.
    public var key: KeyChord?
    /// Prints what takes the integration out of a running shell.
    public var undo = false

    public init() {}
}

public struct DoctorOptions: Hashable, Sendable {
    /// False leaves out the check that opens the microphone.
    public var microphone = true

    public init() {}
}

public enum KeyProtocol: String, CaseIterable, Hashable, Sendable {
    case terminal
    case win32
    case linuxMediumRaw = "linux-mediumraw"
}

public struct KeysOptions: Hashable, Sendable {
    /// Reads bytes on standard input and prints events.
    public var decode = false
    public var keyProtocol = KeyProtocol.terminal

    public init() {}
}

public struct DevicesOptions: Hashable, Sendable {
    /// Opens each device to see whether it works.
    public var probe = false

    public init() {}
}

public enum ConfigAction: Hashable, Sendable {
    case path
    case check
    case show
}

public enum WordsAction: Hashable, Sendable {
    case list
    /// How one token is pronounced.
    case say(String)
    /// Puts a word into the dotfile.
    case add(word: String, soundsLike: String)
}

public struct MeasureOptions: Hashable, Sendable {
    public var directory = ""

    public init() {}
}

public struct HistoryOptions: Hashable, Sendable {
    /// Only the newest transcript.
    public var last = false

    public init() {}
}

/// A file made from the tables.
public enum Artifact: String, CaseIterable, Hashable, Sendable {
    case dotfile = "conf"
    case manual = "man"
    case dotfileManual = "man-conf"
    case bash
    case zsh
    case fish
}
