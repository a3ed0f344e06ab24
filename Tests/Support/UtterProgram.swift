public import Foundation

/// The program as it was built for these tests, run to its end without a terminal.
public enum UtterProgram {
    /// The folder of the package.
    public static let packageRoot = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The program that was built together with the tests.
    public static var path: String { BuiltProducts.path(of: "utter") }

    public struct Output: Hashable, Sendable {
        public var status: Int32
        public var output: String
        public var errors: String

        /// The lines of standard output.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs `utter` with exactly this environment, and `PATH`.
    public static func run(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:],
        directory: URL? = nil
    ) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = Sanitizer.variables.merging(["PATH": "/usr/bin:/bin"]) { $1 }
            .merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = directory }
        // Files, not pipes: no reader has to run at the same time, whatever is written.
        let folder = try TemporaryFolder()
        let streams = try ["in", "out", "err"].map { name -> FileHandle in
            let url = folder.url.appending(path: name)
            try (name == "in" ? input : Data()).write(to: url)
            return try FileHandle(forUpdating: url)
        }
        process.standardInput = streams[0]
        process.standardOutput = streams[1]
        process.standardError = streams[2]
        try process.run()
        process.waitUntilExit()
        let status = process.terminationStatus
        return Output(
            status: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            output: try folder.text("out"), errors: try folder.text("err"))
    }
}

/// A folder that is gone when the test is over.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory
            .appending(path: "utter-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    public var path: String { url.path }

    /// Writes a file, with the folders on the way to it, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        try write(Data(text.utf8), to: name, mode: mode)
    }

    @discardableResult
    public func write(_ data: Data, to name: String, mode: Int = 0o600) throws -> String {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: file.path)
        return file.path
    }

    public func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
