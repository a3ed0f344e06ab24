import ALSA
import Configuration
import Glibc
import Terminal

/// `utter devices`: what `device =` accepts, the default marked with a star, and with `--probe`
/// what is wrong with each.
func runDevices(
    _ options: DevicesOptions, _ global: GlobalOptions
) throws(Failure) -> ExitStatus {
    guard let devices = CaptureDevice.all(within: .seconds(10)) else {
        throw Failure(
            "cannot list the microphones: the sound server does not answer",
            remedy: "Look at the sound server: systemctl --user status pipewire pulseaudio",
            status: .microphone)
    }
    var rows: [DeviceRow] = []
    if options.probe {
        if !global.json {
            writeAll("Opening each microphone for a moment.\n", to: STDERR_FILENO)
        }
        rows = withoutLibraryMessages {
            devices.map {
                DeviceRow(device: $0, problem: MicrophoneReport.opening($0.name)?.shortReason)
            }
        }
    } else {
        rows = devices.map { DeviceRow(device: $0, problem: nil) }
    }
    for line in global.json ? rows.map(\.json.text) : DeviceRow.table(rows) { printLine(line) }
    return .success
}

/// A device and what is wrong with it.
struct DeviceRow {
    var device: CaptureDevice
    /// Nil if nothing is wrong, or nobody has looked.
    var problem: String?

    var json: JSON {
        .object([
            "name": .string(device.name), "description": .string(device.description),
            "default": .bool(device.isDefault),
            "server": device.server.map { .string($0) } ?? .null,
            "problem": problem.map { .string($0) } ?? .null,
        ])
    }

    /// Lines with their columns in line; what a device calls itself cannot command the terminal.
    static func table(_ rows: [DeviceRow]) -> [String] {
        let cells = rows.map { row in
            [
                row.device.name, row.device.description, row.device.server ?? "",
                row.problem ?? "",
            ].map { $0.displayable() }
        }
        let widths = (0..<3).map { column in cells.map { CellWidth.of($0[column]) }.max() ?? 0 }
        return zip(rows, cells).map { row, cells in
            var line = row.device.isDefault ? "* " : "  "
            for (cell, width) in zip(cells, widths) {
                line += cell + String(repeating: " ", count: width - CellWidth.of(cell) + 2)
            }
            line += cells[3]
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension CaptureError {
    /// What is wrong, in the few words that fit beside a device.
    var shortReason: String {
        switch kind {
        case .noSuchDevice: "there is no such device"
        case .busy: "another program has it"
        case .permission: "you may not use it"
        case .noServer: "its sound server does not run"
        case .notAnswering: "it does not answer"
        case .unsupported: "it does not record in a form that can be used"
        case .disconnected: "it has gone away"
        case .other: reason
        }
    }
}

/// Runs `body` while standard error leads nowhere: plugins for other sound systems write there by
/// themselves.
func withoutLibraryMessages<Value>(_ body: () -> Value) -> Value {
    let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if saved >= 0, nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
    defer {
        if saved >= 0 {
            if nowhere >= 0 { dup2(saved, STDERR_FILENO) }
            close(saved)
        }
        if nowhere >= 0 { close(nowhere) }
    }
    return body()
}
