import Foundation
import Glibc
import Support

/// The devices that these tests open by name: fakes with a sound and faults, a file, a sound
/// server's source.
///
/// The library reads its configuration once for the process, so all tests share one, whose devices
/// take arguments.
enum TestDevice {
    private static let fields: [(name: String, type: String, standard: String)] = [
        ("file", "string", "''"), ("log", "string", "''"), ("faults", "string", "''"),
        ("resume", "string", "no"), ("open-error", "string", "''"),
        ("params-error", "string", "''"), ("prepare-error", "string", "''"),
        ("open-delay", "real", "0.0"), ("start-delay", "real", "0.0"),
        ("stop-delay", "real", "0.0"), ("open-gate", "string", "''"),
        ("stop-gate", "string", "''"), ("speed", "real", "1.0"), ("loop", "integer", "0"),
        ("floor", "integer", "0"), ("rate", "integer", "16000"), ("channels", "integer", "1"),
        ("times", "integer", "0"),
    ]

    /// Writes the configuration and points the library to it; once, before anything is opened.
    static let configured: Bool = {
        let arguments = fields.map(\.name).joined(separator: " ")
        let declared = fields.map {
            "@args.\($0.name) { type \($0.type) default \($0.standard) }"
        }.joined(separator: "\n  ")
        let handedOn = fields.map { "\($0.name) $\($0.name)" }.joined(separator: "\n    ")
        let text = """
            </usr/share/alsa/alsa.conf>
            pcm_type.fakemic { lib "\(FakeMicrophone.library)" }
            pcm.fake {
              @args [ \(arguments) ]
              \(declared)
              type fakemic
                \(handedOn)
            }
            pcm.plugged {
              @args [ \(arguments) ]
              \(declared)
              type plug
              slave.pcm {
                type fakemic
                \(handedOn)
              }
            }
            pcm.filein {
              @args [ INFILE ]
              @args.INFILE { type string }
              type file
              slave.pcm "null"
              file "/dev/null"
              infile $INFILE
              format "raw"
            }
            pcm.server {
              @args [ SERVER DEVICE ]
              @args.SERVER { type string }
              @args.DEVICE { type string }
              type pulse
              server $SERVER
              device $DEVICE
            }
            ctl.server {
              @args [ SERVER DEVICE ]
              @args.SERVER { type string }
              @args.DEVICE { type string }
              type pulse
              server $SERVER
              source $DEVICE
            }
            pcm.described {
              type plug
              slave.pcm { type fakemic }
              hint { show on description "A microphone\nof these tests" }
            }
            pcm.served {
              type asym
              capture.pcm { type plug slave.pcm "pulse" }
              hint { show on description "By a server" }
            }
            """
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("utter-alsa-\(getpid()).conf").path
        guard (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil else {
            return false
        }
        setenv("ALSA_CONFIG_PATH", path, 1)
        atexit { unlink("/tmp/utter-alsa-\(getpid()).conf") }
        return true
    }()

    /// The name of a fake device that hears `microphone`'s sound and logs where it logs.
    static func fake(
        _ microphone: FakeMicrophone, _ kind: String = "fake", _ fields: [String: String] = [:]
    ) -> String {
        precondition(configured)
        var all = fields
        all["file"] = microphone.soundFile.path
        all["log"] = microphone.directory.appendingPathComponent("log").path
        return kind + ":"
            + all.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }
            .joined(separator: ",")
    }

    /// The name of a sound server's source.
    static func source(of server: SoundServer, _ source: String = "mic") -> String {
        precondition(configured)
        return "server:SERVER='unix:\(server.socket)',DEVICE='\(source)'"
    }
}
