public import Keyboard

/// Every option of the program, with its default; a section of the dotfile is a nested structure.
///
/// The table `OptionDefinition.all` says how each is written, checked and explained.
public struct Configuration: Hashable, Sendable {
    public var gesture = Gesture()
    public var audio = Audio()
    public var recognizer = Recognizer()
    public var shell = Shell()
    public var preview = Preview()
    public var output = Output()
    /// `[words]`: how the user's own words sound, in the order written; a word may have several
    /// lines.
    public var words: [TableEntry] = []
    /// `[replacements]`: what is written for what was said, in the order written; one entry for
    /// each key.
    public var replacements: [TableEntry] = []

    public init() {}

    public struct Gesture: Hashable, Sendable {
        /// The key that the shell integration binds: F9.
        public var hotkey = KeyChord(Key(code: 57372))
        /// The key of `utter listen`, where the screen is the program's own.
        public var listenKey = KeyChord(.space)
        public var mode = GestureMode.auto
        public var minimumDuration = Duration.milliseconds(350)
        public var maximumDuration = Duration.seconds(120)
        public var tail = Duration.milliseconds(200)
        public var minimumClip = Duration.milliseconds(300)
        public var onFocusLoss = FocusLoss.ask
        public var tap = Tap.hint
    }

    public struct Audio: Hashable, Sendable {
        /// An ALSA device name.
        public var device = "default"
    }

    public struct Recognizer: Hashable, Sendable {
        public var profile = Profile.prose
        public var acousticModel = "/usr/share/pocketsphinx/model/en-us/en-us"
        public var languageModel = "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"
        public var dictionary = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
        public var rememberVoice = true
        /// A command for `sh -c`, or nil.
        public var refine: String?
        public var refineDeadline = Duration.milliseconds(1500)
        /// Files and folders.
        public var learn: [String] = []
    }

    public struct Shell: Hashable, Sendable {
        public var history = true
        public var path = true
        public var files = true
        public var git = true
        public var make = true
        public var npm = true
        public var ssh = true
        public var cache = false
    }

    public struct Preview: Hashable, Sendable {
        public var style = PreviewStyle.line
        public var levelMeter = true
    }

    public struct Output: Hashable, Sendable {
        public var confirm = false
        public var punctuation = Spoken.spoken
        public var capitals = Spoken.spoken
        public var numbers = Numbers.spoken
        public var capitalize = false
        /// A command for `sh -c`, or nil.
        public var filter: String?
        public var newlines = Newlines.space
        /// How many transcripts are kept.
        public var history = 0
    }
}

/// One line of a free table.
public struct TableEntry: Hashable, Sendable {
    public var key: String
    public var value: String
    public var origin: Origin

    public init(key: String, value: String, origin: Origin) {
        self.key = key
        self.value = value
        self.origin = origin
    }
}

/// How the talk key is meant to work.
public enum GestureMode: String, CaseIterable, Hashable, Sendable {
    /// Hold where the terminal reports releases, else toggle.
    case auto
    /// Hold, guessing the release from auto-repeat where the terminal does not report it.
    case hold
    /// Tap to start, tap to stop.
    case toggle
}

/// What becomes of the words when the focus is lost during a hold.
public enum FocusLoss: String, CaseIterable, Hashable, Sendable {
    case ask
    case cancel
    case deliver
}

/// What a tap of the talk key does.
public enum Tap: Hashable, Sendable {
    case hint
    case toggle
    /// Runs a command with `sh -c`.
    case command(String)
}

/// The language that is spoken.
public enum Profile: String, CaseIterable, Hashable, Sendable {
    case prose
    case shell
}

/// Where the words appear while they are spoken.
public enum PreviewStyle: String, CaseIterable, Hashable, Sendable {
    case line
    case title
    case off
}

/// Whether spoken names stand for what they name.
public enum Spoken: String, CaseIterable, Hashable, Sendable {
    case spoken
    case off
}

/// Which numbers are written with digits.
public enum Numbers: String, CaseIterable, Hashable, Sendable {
    /// Those asked for by saying "numeral" before them.
    case spoken
    /// All of them.
    case digits
    case off
}

/// What becomes of newlines inside a transcript on standard output.
public enum Newlines: String, CaseIterable, Hashable, Sendable {
    case space
    case keep
}
