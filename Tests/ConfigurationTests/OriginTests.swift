import Configuration
import Testing

struct OriginTests {
    @Test("The environment wins over the dotfile, -o over both")
    func order() {
        let loaded = reading(
            "[gesture]\nmode = hold\ntail = 1s\nminimum-clip = 1s",
            environment: ["UTTER_GESTURE_MINIMUM_CLIP": "0.5s", "UTTER_GESTURE_MODE": "auto"],
            overrides: ["gesture.mode=toggle"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.mode == .toggle)
        #expect(loaded.configuration.gesture.minimumClip == .milliseconds(500))
        #expect(loaded.configuration.gesture.tail == .seconds(1))
        #expect(loaded.origins["gesture.mode"] == .commandLine("gesture.mode=toggle"))
        #expect(
            loaded.origins["gesture.minimum-clip"] == .environment("UTTER_GESTURE_MINIMUM_CLIP"))
    }

    @Test("A bad value leaves the one before it in force")
    func badLater() {
        let loaded = reading(
            "[gesture]\nmode = hold", environment: ["UTTER_GESTURE_MODE": "never"],
            overrides: ["gesture.mode=x", "gesture", "gestur.mode=hold", "gesture.mod=hold"])
        #expect(loaded.configuration.gesture.mode == .hold)
        #expect(loaded.origins["gesture.mode"] == .file(path: "/c/conf", line: 2))
        #expect(
            loaded.diagnostics.map(\.description) == [
                "UTTER_GESTURE_MODE: [gesture].mode: never: is not one of auto, hold, toggle",
                "-o gesture.mode=x: [gesture].mode: x: is not one of auto, hold, toggle",
                "-o gesture: is not section.key=value",
                "-o gestur.mode=hold: [gestur]: unknown section (did you mean gesture?)",
                "-o gesture.mod=hold: [gesture].mod: unknown option (did you mean mode?)",
            ])
        #expect(loaded.diagnostics.map(\.isUsageError) == [false, true, true, true, true])
    }

    @Test("A variable that is nearly an option is named; others are nobody's business")
    func unknownVariables() {
        let loaded = reading(
            "",
            environment: [
                "UTTER_GESTURE_MOD": "x", "UTTER_TEST_DATA": "y", "UTTER_AUDIO_DEVICE": "",
            ])
        #expect(
            loaded.diagnostics.map(\.description)
                == ["UTTER_GESTURE_MOD: unknown option (did you mean UTTER_GESTURE_MODE?)"])
        #expect(loaded.configuration.audio.device == "default")
    }

    @Test("Words and replacements can be given with -o")
    func tables() {
        let loaded = reading(
            "", overrides: ["words.nginx=engine x", "replacements.smile=\":-)\\n\""])
        #expect(
            reading("", overrides: ["words.=x"]).diagnostics.map(\.description)
                == ["-o words.=x: [words].: x: has no key"])
        #expect(loaded.configuration.words.map(\.value) == ["engine x"])
        #expect(loaded.configuration.replacements.map(\.value) == [":-)\n"])
    }

    @Test("The XDG file comes first, then the one in the home folder")
    func candidates() {
        #expect(
            ConfigurationSources.candidates(environment: ["HOME": "/h"])
                == ["/h/.config/utter/utter.conf", "/h/.utterrc"])
        #expect(
            ConfigurationSources.candidates(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/x"])
                == ["/x/utter/utter.conf", "/h/.utterrc"])
        #expect(
            ConfigurationSources.candidates(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "x"])
                == ["/h/.config/utter/utter.conf", "/h/.utterrc"])
        #expect(ConfigurationSources.candidates(environment: [:]) == [])
    }
}

/// Options that run programs come from the person who runs `utter`, and from nobody else.
struct TrustTests {
    static let programs = ["output.filter", "recognizer.refine", "gesture.tap"]

    private func dotfile(_ id: String) -> String {
        let parts = id.split(separator: ".")
        return "[\(parts[0])]\n\(parts[1]) = /bin/x y\n"
    }

    @Test("One's own dotfile may name programs", arguments: programs)
    func own(_ id: String) {
        let loaded = reading(dotfile(id))
        #expect(loaded.diagnostics == [])
        #expect(loaded.origins[id] != nil)
    }

    @Test("The command line may name programs", arguments: programs)
    func commandLine(_ id: String) {
        let loaded = reading("", overrides: ["\(id)=/bin/x y"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.origins[id] != nil)
    }

    @Test("The environment may not", arguments: programs)
    func environment(_ id: String) throws {
        let option = try #require(OptionDefinition.all.first { $0.id == id })
        let loaded = reading("", environment: [option.variable: "/bin/x y"])
        #expect(loaded.diagnostics.count == 1)
        #expect(loaded.diagnostics.first?.message.contains("no environment variable may") == true)
        #expect(loaded.configuration == Configuration())
    }

    @Test("A dotfile of somebody else may not", arguments: programs)
    func foreign(_ id: String) {
        let loaded = Files(texts: ["/c/conf": dotfile(id)], owner: 0).load()
        #expect(loaded.diagnostics.count == 1)
        #expect(
            loaded.diagnostics.first?.message.contains("the file belongs to another user") == true)
        #expect(loaded.configuration == Configuration())
    }

    @Test("A dotfile that others can write may not", arguments: [0o664, 0o646, 0o666] as [UInt32])
    func writable(_ mode: UInt32) {
        for id in Self.programs {
            let loaded = Files(texts: ["/c/conf": dotfile(id)], mode: mode).load()
            #expect(loaded.diagnostics.count == 1)
            #expect(
                loaded.diagnostics.first?.message.contains("others can write the file") == true)
            #expect(loaded.configuration == Configuration())
        }
    }

    @Test("What a file of somebody else includes may not either")
    func includedByForeign() {
        let sources = ConfigurationSources(path: "/etc/x", user: 1000)
        let loaded = Configuration.load(sources) { path in
            path == "/etc/x"
                ? SourceFile(
                    bytes: Array("include = /mine".utf8), identity: "a", owner: 0, mode: 0o644)
                : SourceFile(
                    bytes: Array("[output]\nfilter = x".utf8), identity: "b", owner: 1000,
                    mode: 0o600)
        }
        #expect(loaded.diagnostics.count == 1)
        #expect(loaded.configuration.output.filter == nil)
    }

    @Test("Words that run nothing are accepted from everywhere")
    func harmless() {
        let files = Files(texts: ["/c/conf": "[gesture]\ntap = toggle\nmode = hold"], owner: 0)
        let loaded = files.load(environment: ["UTTER_OUTPUT_CONFIRM": "yes"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.tap == .toggle)
        #expect(loaded.configuration.output.confirm)
    }
}
