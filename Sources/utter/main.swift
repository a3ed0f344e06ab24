import Configuration
import Glibc
import Synchronization
import Threads

/// Does what the command line asks for.
///
/// Every command is one function that throws `Failure` and returns its `ExitStatus`; only `listen` can also end by a
/// signal.
func run(_ arguments: [String], start: Duration) -> Departure {
    do throws(Failure) {
        let invocation: Invocation
        do { invocation = try Invocation.parse(arguments) } catch { throw Failure(error) }
        try Log.start(invocation.global)
        Log.write(.info, "\(versionText().replacing("\n", with: ", "))")
        let environment = currentEnvironment()
        let status: ExitStatus
        switch invocation.command {
        case .listen(let options):
            return try runListen(
                options, global: invocation.global, environment: environment, start: start)
        case .config(let action):
            status = try runConfig(action, invocation.global, environment: environment)
        case .doctor(let options):
            status = runDoctor(options, invocation.global, environment: environment)
        case .devices(let options):
            status = try runDevices(options, invocation.global)
        case .transcribe(let options):
            status = try transcribe(options, invocation.global, environment: environment)
        case .words(let action):
            status = try runWords(action, invocation.global, environment: environment)
        case .measure(let options):
            status = try measure(options, invocation.global, environment: environment)
        case .keys(let options) where options.decode:
            status = try decodeKeys(options.keyProtocol)
        case .history(let options):
            status = try runHistory(options, invocation.global, environment: environment)
        case .keys:
            status = try runKeys(invocation.global, environment: environment)
        case .initialize(let options):
            status = try runInit(options, invocation.global, environment: environment)
        case .help(let topic):
            writeAll(helpText(topic), to: STDOUT_FILENO)
            status = .success
        case .version:
            printLine(versionText())
            status = .success
        case .generate(let artifact):
            writeAll(artifactText(artifact), to: STDOUT_FILENO)
            status = .success
        }
        let code = outputError.load(ordering: .relaxed)
        if code != 0 { throw Failure(output: code) }
        return .status(status.rawValue)
    } catch {
        error.report()
        return .status(error.status.rawValue)
    }
}

reserveStandardDescriptors()
switch run(Array(CommandLine.arguments.dropFirst()), start: .now) {
case .status(let status):
    // Not `exit`: its handlers would tear down libraries under the feet of threads that still use them.
    _exit(status)
case .signal(let number):
    signal(number, SIG_DFL)
    raise(number)
    _exit(128 + number)
}
