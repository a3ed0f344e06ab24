import Foundation
import Glibc
import Support
import Testing

/// What a real sound server can do to the program.
@Suite(
    .serialized, .enabled(if: SoundServer.obstacle == nil, "\(SoundServer.obstacle ?? "")"))
struct ServerFaultTests {
    private let server: SoundServer
    private let folder: TemporaryFolder
    private let listening: Listening

    init() async throws {
        server = try await SoundServer()
        folder = try TemporaryFolder()
        let configuration = try folder.write(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse server \"unix:\(server.socket)\" device mic }\n",
            to: "asound.conf")
        listening = try Listening(
            environment: ["ALSA_CONFIG_PATH": configuration, "XDG_RUNTIME_DIR": folder.path])
    }

    private func hold(until text: String) async throws {
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen(text)
    }

    /// The server works, and so does a hold: the tone that it hears is no speech.
    private func holdWorks() async throws {
        try await listening.pause()
        try await hold(until: "listening")
        #expect(server.recordings == 1)
        listening.terminal.release(.space)
        try await eventually("the microphone closed") { server.recordings == 0 }
        try await eventually("an outcome") {
            let text = listening.terminal.screen.text
            return !text.contains("listening") && !text.contains("finishing")
        }
    }

    private func quit() async throws {
        try await listening.pause()
        listening.terminal.tap(.character("q"))
        let status = try await listening.process.waitForEnd()
        #expect(status == .exited(1) || status == .exited(0))
        try await listening.leavesNothing()
        #expect(listening.errors == "")
    }

    @Test func `a server that is killed during a hold and started again`() async throws {
        try await listening.ready()
        try await hold(until: "listening")
        server.kill()
        try await eventually("an end", detail: { listening.terminal.screen.text }) {
            !listening.terminal.screen.text.contains("listening")
        }
        listening.terminal.release(.space)
        try await listening.pause()
        try await hold(until: "the sound server does not run")
        listening.terminal.release(.space)
        try await server.restart()
        try await holdWorks()
        try await quit()
    }

    @Test func `a server that is killed and started again between holds`() async throws {
        try await listening.ready()
        try await holdWorks()
        server.kill()
        try await server.restart()
        try await holdWorks()
        try await quit()
    }

    @Test func `a server that stands still is waited for, and Esc and quitting do not wait`()
        async throws
    {
        try await listening.ready()
        try await hold(until: "listening")
        server.signal(SIGSTOP)
        try await listening.terminal.waitForScreen("waiting for the microphone")
        server.signal(SIGCONT)
        try await listening.terminal.waitForScreen("listening")
        server.signal(SIGSTOP)
        try await listening.terminal.waitForScreen("waiting for the microphone")
        listening.terminal.tap(.escape)
        try await listening.terminal.waitForScreen("dropped")
        listening.terminal.release(.space)
        try await quit()
        server.signal(SIGCONT)
        try await eventually("the microphone closed") { server.recordings == 0 }
    }
}
