import Foundation

/// A program run to its end, with what it cost.
struct ChildRun {
    /// Its lines, empty ones too: nothing heard is one.
    var output: [String] = []
    /// Seconds of processor time.
    var seconds = 0.0
    /// Most memory it held, in megabytes.
    var megabytes = 0.0

    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// Runs `arguments[0]`, found along PATH, with `input` as its standard input and its log thrown away.
    static func run(_ arguments: [String], input: String = "") throws -> ChildRun {
        let directory = FileManager.default.temporaryDirectory
        let inputFile = directory.appending(path: "bench-\(getpid())-in").path
        let outputFile = directory.appending(path: "bench-\(getpid())-out").path
        defer {
            unlink(inputFile)
            unlink(outputFile)
        }
        try Data(input.utf8).write(to: URL(fileURLWithPath: inputFile))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputFile, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(
            &actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        let strings: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { strings.forEach { free($0) } }
        let error = posix_spawnp(&process, arguments[0], &actions, nil, strings, environ)
        guard error == 0 else {
            throw Failed(description: "\(arguments[0]): \(String(cString: strerror(error)))")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw Failed(description: "\(arguments[0]): status \(status)") }
        let output = try String(contentsOfFile: outputFile, encoding: .utf8)
        return ChildRun(
            output: output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init),
            seconds: Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6,
            megabytes: Double(usage.ru_maxrss) / 1024)
    }
}
