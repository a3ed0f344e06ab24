import Glibc
import Threads

/// A Wayland compositor without a screen (sway), in which real foot windows run.
///
/// Lives beside the X server of a `Desktop` and ends with it.
public final class Compositor: Sendable {
    /// Why there can be none here, or nil.
    public static let obstacle: String? = {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let missing = ["sway", "swaymsg", "foot", "wtype"].filter { tool in
            !path.split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
        return Desktop.obstacle
            ?? (missing.isEmpty
                ? nil : "no foot: \(missing.joined(separator: ", ")) not installed (make deps)")
    }()

    public static var isAvailable: Bool { obstacle == nil }

    private static let started = Locked<Compositor?>(nil)

    /// The one compositor of the test process, started when first asked for.
    public static func shared() throws -> Compositor {
        try started.withLock { compositor in
            if let compositor { return compositor }
            let new = try Compositor(on: Desktop.shared())
            compositor = new
            return new
        }
    }

    public let desktop: Desktop
    /// The environment of its clients.
    public let environment: [String: String]
    private let socket: String

    private init(on desktop: Desktop) throws {
        self.desktop = desktop
        let run = "\(desktop.directory)/wayland"
        mkdir(run, 0o700)
        // What a desktop of the same user would be called; also the whole configuration.
        let configuration = "\(desktop.directory)/sway.conf"
        try writeFile(
            configuration,
            "output HEADLESS-1 resolution 1200x800\ndefault_border none\nxwayland disable\n")
        var command = ["sway", "-c", configuration]
        if geteuid() == 0 {
            // sway refuses to run as root; its clients may.
            chown(run, 65534, 65534)
            chmod(desktop.directory, 0o755)
            command =
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] + command
        }
        var environment = desktop.environment
        environment["XDG_RUNTIME_DIR"] = run
        environment["DISPLAY"] = nil
        var server = environment
        server["WLR_BACKENDS"] = "headless"
        server["WLR_LIBINPUT_NO_DEVICES"] = "1"
        server["WLR_RENDERER"] = "pixman"
        server["HOME"] = run
        _ = try desktop.start(command, environment: server)

        var found: (display: String, socket: String)?
        try Desktop.poll("the compositor: see \(desktop.directory)/sway.log") {
            found = Compositor.sockets(in: run)
            return found != nil
        }
        guard let found else { throw TimedOut(description: "no compositor") }
        environment["WAYLAND_DISPLAY"] = found.display
        self.environment = environment
        socket = "\(run)/\(found.socket)"
        // Without any keyboard at all, windows lose and gain the focus with each that comes and goes: one stays.
        _ = try desktop.start(["wtype", "-s", "3600000"], environment: environment)
    }

    private static func sockets(in directory: String) -> (display: String, socket: String)? {
        guard let listing = opendir(directory) else { return nil }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        guard
            let display = names.first(where: {
                $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock")
            }),
            let socket = names.first(where: { $0.hasPrefix("sway-ipc.") })
        else { return nil }
        return (display, socket)
    }

    /// Sends a command to the compositor.
    public func command(_ words: String...) throws {
        _ = try ChildProcess.run(["swaymsg", "-s", socket] + words, environment: environment)
    }

    /// What windows there are, as JSON.
    public func tree() throws -> String {
        try ChildProcess.run(
            ["swaymsg", "-s", socket, "-r", "-t", "get_tree"], environment: environment
        )
        .text
    }

    /// Opens a foot window that runs `arguments` and waits until it has the focus.
    public func window(
        running arguments: [String], environment: [String: String] = [:]
    ) async throws -> ChildProcess {
        let name = desktop.unique("utter-foot-")
        let process = try desktop.start(
            ["foot", "-c", "/dev/null", "--app-id", name, "--window-size-chars", "100x24"]
                + arguments,
            environment: self.environment.merging(environment) { $1 })
        try await eventually("a foot window with the focus") {
            let tree = try tree().filter { !$0.isWhitespace }
            return tree.contains("\"app_id\":\"\(name)\"")
        }
        try command("[app_id=\(name)]", "focus")
        return process
    }

    /// Plays keys, as the arguments of wtype say, on a keyboard of their own. The end is awaited by the caller.
    public func keys(_ arguments: [String]) throws -> ChildProcess {
        // The first wait lets the window learn the keyboard's layout.
        try desktop.start(["wtype", "-s", "150"] + arguments, environment: environment)
    }
}
