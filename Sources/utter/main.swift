import Configuration
import Glibc

/// Does what the command line asks for and returns the exit status.
///
/// Every command is one function that throws `Failure` and returns its `ExitStatus`; only `listen` can also end by a
/// signal.
func run(_ arguments: [String]) -> Int32 {
    do throws(Failure) {
        let invocation: Invocation
        do { invocation = try Invocation.parse(arguments) } catch { throw Failure(error) }
        switch invocation.command {
        default:
            throw Failure(
                "this command is not part of this build",
                remedy: "utter --help lists the commands.",
                status: .usage)
        }
    } catch {
        error.report()
        return error.status.rawValue
    }
}

exit(run(Array(CommandLine.arguments.dropFirst())))
