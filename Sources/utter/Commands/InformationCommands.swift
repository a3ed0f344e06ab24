import ALSA
import Configuration
import Glibc
import PocketSphinx

/// The version of this program.
let programVersion = "0.1.0"

/// `utter --version`: the program and the libraries it stands on.
func versionText() -> String {
    """
    utter \(programVersion)
    ALSA \(ALSALibrary.version)
    PocketSphinx \(PocketSphinxLibrary.version)
    """
}

/// `utter help`, `utter --help`, `utter COMMAND --help`.
func helpText(_ topic: String?) -> String {
    topic.flatMap(CommandDefinition.named)?.help ?? CommandDefinition.overview
}

/// `utter generate ARTIFACT`: files made from the tables, for the repository and for `make
/// install`.
func artifactText(_ artifact: Artifact) -> String {
    switch artifact {
    case .dotfile: referenceDotfile()
    case .manual: programManual()
    case .dotfileManual: dotfileManual(tables: [spokenMarksTable(), spokenCommandsTable()])
    case .bash: bashCompletion()
    case .zsh: zshCompletion()
    case .fish: fishCompletion()
    }
}
