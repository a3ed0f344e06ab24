// swift-tools-version: 6.2
import PackageDescription

let common: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]
/// The tests start the program hundreds of times, and without optimisation each start makes the language of a shell for
/// seconds. Flags of this kind would keep other packages from depending on this one: only the Makefile and .ci ask.
let optimized: [SwiftSetting] =
    Context.environment["UTTER_OPTIMIZE"] == nil ? [] : [.unsafeFlags(["-O"])]
/// Pure modules have no I/O, no clock, no environment and no unsafe code: the compiler holds them to the last.
let pure: [SwiftSetting] = common + optimized + [.strictMemorySafety()]

let package = Package(
    name: "utter",
    products: [
        .executable(name: "utter", targets: ["utter"]),
        .library(name: "Keyboard", targets: ["Keyboard"]),
        .library(name: "Gestures", targets: ["Gestures"]),
        .library(name: "Speech", targets: ["Speech"]),
        // The paced, exact, fault-injecting microphone of the tests: an ALSA plugin, never installed.
        .library(name: "fakemic", type: .dynamic, targets: ["FakeMicrophone"]),
        // A clock of the wall that is set while the program runs, for the tests too.
        .library(name: "steppedclock", type: .dynamic, targets: ["SteppedClock"]),
    ],
    targets: [
        .systemLibrary(
            name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(
            name: "CPocketSphinx", pkgConfig: "pocketsphinx",
            providers: [.apt(["libpocketsphinx-dev"])]),

        // What the Glibc module leaves out.
        .systemLibrary(name: "CGlibc"),

        .target(name: "Keyboard", swiftSettings: pure),
        .target(name: "Gestures", dependencies: ["Keyboard"], swiftSettings: pure),
        .target(name: "Audio", swiftSettings: pure),
        .target(name: "Speech", swiftSettings: pure),
        .target(
            name: "Dictation", dependencies: ["Keyboard", "Gestures", "Speech"],
            swiftSettings: pure),
        .target(name: "Configuration", dependencies: ["Keyboard"], swiftSettings: pure),

        // What every edge needs: a lock, work on threads, the clock.
        .target(name: "Threads", swiftSettings: common),
        .target(
            name: "Terminal", dependencies: ["CGlibc", "Keyboard", "Threads"],
            swiftSettings: common + optimized),
        .target(name: "ALSA", dependencies: ["CALSA", "Audio", "Threads"], swiftSettings: common),
        .target(
            name: "PocketSphinx", dependencies: ["CPocketSphinx", "Audio", "Speech", "Threads"],
            swiftSettings: common),

        .executableTarget(
            name: "utter",
            dependencies: [
                "Keyboard", "Gestures", "Audio", "Speech", "Dictation", "Configuration",
                "Terminal", "ALSA", "PocketSphinx", "Threads", "CGlibc",
            ],
            swiftSettings: common),

        // What tests share: a pseudo-terminal, made speech, waiting for a state.
        .target(
            name: "Support", dependencies: ["CGlibc", "Threads"], path: "Tests/Support",
            swiftSettings: common),
        .target(
            name: "FakeMicrophone", dependencies: ["CALSA"], path: "Tests/FakeMicrophone",
            cSettings: [.define("PIC"), .define("_GNU_SOURCE")]),
        .target(
            name: "SteppedClock", path: "Tests/SteppedClock",
            cSettings: [.define("PIC"), .define("_GNU_SOURCE")]),
        // The scheduling delay of one thread.
        .target(name: "StoppedThread", path: "Tests/StoppedThread"),
        .executableTarget(
            name: "bench",
            dependencies: [
                "Keyboard", "Gestures", "Audio", "Speech", "Dictation", "Configuration",
                "Terminal", "ALSA", "PocketSphinx", "Support", "Threads",
            ],
            path: "Tests/Bench", exclude: ["packaged-speech", "Commands", "Domain"],
            swiftSettings: common),

        .testTarget(name: "KeyboardTests", dependencies: ["Keyboard", "Support"]),
        .testTarget(name: "GesturesTests", dependencies: ["Gestures", "Keyboard", "Support"]),
        .testTarget(name: "AudioTests", dependencies: ["Audio", "Support"]),
        .testTarget(name: "SpeechTests", dependencies: ["Speech", "Support"]),
        .testTarget(
            name: "DictationTests",
            dependencies: ["Dictation", "Gestures", "Keyboard", "Speech", "Support"]),
        .testTarget(
            name: "ConfigurationTests", dependencies: ["Configuration", "Keyboard", "Support"]),
        // A small program that uses the terminal and can be told to crash or to stop.
        .executableTarget(
            name: "terminal-probe", dependencies: ["Terminal", "Keyboard"],
            path: "Tests/TerminalProbe", swiftSettings: common),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Terminal", "Keyboard", "Support", "terminal-probe"]),
        .testTarget(
            name: "ALSATests",
            dependencies: ["ALSA", "Audio", "FakeMicrophone", "Support", "Threads"]),
        .testTarget(
            name: "PocketSphinxTests",
            dependencies: ["PocketSphinx", "Audio", "Speech", "Support", "Threads"]),
        .testTarget(
            name: "UtterTests",
            dependencies: [
                "utter", "Keyboard", "Audio", "ALSA", "Speech", "Dictation", "Configuration",
                "Terminal", "Support", "Threads",
            ]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["utter", "FakeMicrophone", "StoppedThread", "Support", "Threads"]),
    ],
    swiftLanguageModes: [.v6]
)
