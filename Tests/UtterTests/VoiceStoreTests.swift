import Foundation
import Speech
import Testing

@testable import utter

@Suite struct VoiceStoreTests {
    private let root = FileManager.default.temporaryDirectory.appending(
        path: "utter-voice-\(UUID().uuidString)"
    ).path
    private let mean = CepstralMean([41, -5, 0, 5, 2, -4, -1, -1, -5, -2, -6, -1, 1])

    private func store() throws -> VoiceStore {
        try #require(VoiceStore(environment: ["XDG_STATE_HOME": root + "/state"]))
    }

    @Test func `Each microphone has its own mean, which only its owner can read`() throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let mean = try #require(mean)
        let store = try store()
        #expect(store.load(device: "default") == nil)
        #expect(store.save(mean, device: "default"))
        #expect(store.load(device: "default") == mean)
        #expect(store.load(device: "hw:1,0") == nil)
        #expect(store.save(mean, device: "../hw:1/é"))
        #expect(store.load(device: "../hw:1/é") == mean)
        let directory = root + "/state/utter"
        for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
            let attributes = try FileManager.default.attributesOfItem(
                atPath: directory + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: root) == ["state"])
    }

    @Test(arguments: ["", "41 2 3", "utter cepstral mean 1\n1e30 0 0 0 0 0 0 0 0 0 0 0 0\n"])
    func `What cannot be believed is ignored`(_ content: String) throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let mean = try #require(mean)
        let store = try store()
        store.save(mean, device: "default")
        let file = URL(fileURLWithPath: root + "/state/utter/voice-default")
        try Data(content.utf8).write(to: file)
        #expect(store.load(device: "default") == nil)
        #expect(store.save(mean, device: "default"))
        #expect(store.load(device: "default") == mean)
    }

    @Test func `What a run that was killed while saving has left, the next one takes away`() throws
    {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let mean = try #require(mean)
        let store = try store()
        let directory = root + "/state/utter"
        #expect(store.save(mean, device: "default"))
        // No process has this number, the first has; the others are nobody's temporary files of this one.
        let names = [
            "voice-default.2147483000.new", "voice-default.1.new", "voice-default.x.new",
            "voice-default-2.2147483000.new", "voice-default.2147483000.old",
        ]
        for name in names {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
        }
        #expect(store.save(mean, device: "default"))
        let left = try FileManager.default.contentsOfDirectory(atPath: directory)
        #expect(Set(left) == Set(names.dropFirst() + ["voice-default"]))
        #expect(store.load(device: "default") == mean)
    }

    @Test func `A directory that cannot be written is no reason to fail`() throws {
        let mean = try #require(mean)
        let store = try #require(VoiceStore(environment: ["XDG_STATE_HOME": "/proc/nothing"]))
        #expect(!store.save(mean, device: "default"))
        #expect(store.load(device: "default") == nil)
        #expect(VoiceStore(environment: ["XDG_STATE_HOME": "relative", "HOME": "x"]) == nil)
    }
}
