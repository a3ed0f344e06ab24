import Support
import Testing

/// Everything that is tried in real windows, one test after the other: there is one keyboard and one focus.
///
/// A suite of such tests is an extension of this one: `extension DesktopTests { @Suite struct … }`.
@Suite(.serialized, .enabled(if: Desktop.isAvailable, "\(Desktop.obstacle ?? "")"))
enum DesktopTests {}
