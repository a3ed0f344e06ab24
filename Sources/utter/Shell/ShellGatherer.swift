import Configuration
import Glibc
import Speech

/// Collects what the shell language is built from: each source bounded, and each can be switched off.
struct ShellGatherer {
    /// The switches of the dotfile.
    var switches: Configuration.Shell
    /// Where names are looked for; nil: nowhere.
    var directory: String?
    /// History files, the least important first.
    var histories: [String]
    /// Directories of programs.
    var path: [String]
    /// `~/.ssh/config`; nil: no hosts.
    var sshConfig: String?
    /// Names that the shell's widget passes: aliases and functions.
    var ownCommands: [String]
    let environment: [String: String]

    private static let historyBytes = 2 << 20
    private static let commandLimit = 6000
    private static let fileLimit = 2000
    private static let referenceLimit = 500

    /// What belongs to the person and the place this runs in.
    init(_ switches: Configuration.Shell, environment: [String: String]) {
        self.switches = switches
        self.environment = environment
        directory = "."
        histories = Self.historyFiles(environment)
        path = environment["PATH", default: ""].split(separator: ":").map(String.init)
        sshConfig = environment["HOME"].map { $0 + "/.ssh/config" }
        ownCommands = Self.names(environment["UTTER_COMMANDS", default: ""])
    }

    /// What the arguments of `transcribe` say. As soon as one of them is given, nothing else of this machine counts,
    /// so that a measurement is the same everywhere.
    init(
        _ switches: Configuration.Shell, options: TranscribeOptions, environment: [String: String]
    ) {
        self.init(switches, environment: environment)
        guard options.history != nil || options.directory != nil || options.path != nil else {
            return
        }
        histories = options.history.map { [$0] } ?? []
        directory = options.directory
        path = options.path?.split(separator: ":").map(String.init) ?? []
        sshConfig = nil
        ownCommands = []
    }

    /// The names that a widget passes, one to a line: functions and aliases. What would have to be quoted at
    /// a prompt is left out where the language is built.
    static func names(_ text: String) -> [String] {
        var seen: Set<String> = []
        var names: [String] = []
        for name in text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" }) {
            guard names.count < commandLimit else { break }
            if name.utf8.count <= 64, seen.insert(String(name)).inserted {
                names.append(String(name))
            }
        }
        return names
    }

    func sources() -> ShellSources {
        var sources = ShellSources()
        if switches.history {
            for file in histories {
                guard let content = BoundedFiles.end(of: file, limit: Self.historyBytes) else {
                    continue
                }
                sources.history += ShellHistory.commands(in: content)
            }
        }
        sources.commands = ownCommands
        if switches.path { sources.commands += commands() }
        if let directory {
            if switches.files { sources.files = files(in: directory) }
            if switches.git { gatherGit(directory, &sources) }
            if switches.make {
                for name in ["GNUmakefile", "makefile", "Makefile"] {
                    guard let text = BoundedFiles.start(of: directory + "/" + name, limit: 1 << 18)
                    else { continue }
                    sources.targets = NameLists.makeTargets(in: text)
                    break
                }
            }
            if switches.npm,
                let text = BoundedFiles.start(of: directory + "/package.json", limit: 1 << 18)
            {
                sources.scripts = NameLists.npmScripts(in: text)
            }
        }
        if switches.ssh, let sshConfig,
            let text = BoundedFiles.start(of: sshConfig, limit: 1 << 18)
        {
            sources.hosts = NameLists.sshHosts(in: text)
        }
        return sources
    }

    /// History files that exist, the running shell's last, because what comes last counts most.
    static func historyFiles(_ environment: [String: String]) -> [String] {
        let paths = PathExpansion(environment: environment)
        let home = paths.home ?? ""
        var files = [
            home + "/.bash_history",
            (paths.directory("XDG_DATA_HOME") ?? "") + "/fish/fish_history",
            environment["ZDOTDIR", default: home] + "/.zsh_history",
        ]
        // The login shell's; the widget of another one that runs in it tells of its own.
        let shell = environment["SHELL", default: ""].split(separator: "/").last ?? ""
        let own = ["bash", "fish", "zsh"].firstIndex { $0 == shell }.map { files[$0] }
        for last in [own, environment["HISTFILE"]].compactMap({ $0 }) {
            files.removeAll { $0 == last }
            files.append(last)
        }
        return files.filter { access($0, R_OK) == 0 }
    }

    private func commands() -> [String] {
        var seen: Set<String> = []
        var list: [String] = []
        for folder in path where !folder.isEmpty {
            for name in BoundedFiles.names(in: folder, limit: Self.commandLimit) {
                guard !name.isFolder, list.count < Self.commandLimit,
                    seen.insert(name.text).inserted
                else { continue }
                list.append(name.text)
            }
        }
        return list
    }

    /// Names here and one level down. Folders of made or fetched things are not looked into.
    private func files(in directory: String) -> [String] {
        var list: [String] = []
        let here = BoundedFiles.names(in: directory, limit: Self.fileLimit)
        for name in here where name.text != ".git" {
            list.append(name.isFolder ? name.text + "/" : name.text)
        }
        for name in here where name.isFolder && !Self.crowded.contains(name.text) {
            if list.count >= Self.fileLimit { break }
            if name.text.hasPrefix("."), name.text != ".github", name.text != ".config" { continue }
            let inside = BoundedFiles.names(
                in: directory + "/" + name.text, limit: Self.fileLimit - list.count)
            for entry in inside {
                list.append(name.text + "/" + entry.text + (entry.isFolder ? "/" : ""))
            }
        }
        return list
    }

    private static let crowded: Set<String> = [
        "node_modules", "target", "build", "dist", "vendor", "venv", "__pycache__", "out",
    ]

    // MARK: git

    private func gatherGit(_ directory: String, _ sources: inout ShellSources) {
        guard let own = gitDirectory(above: directory) else { return }
        // A worktree keeps its branches in the repository that it belongs to.
        var common = own
        if let text = BoundedFiles.start(of: own + "/commondir", limit: 4096) {
            let path = String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
            common = path.hasPrefix("/") ? path : own + "/" + path
        }
        let packed = BoundedFiles.start(of: common + "/packed-refs", limit: 1 << 20) ?? []
        func references(_ kind: String) -> [String] {
            var names = looseReferences(common + "/refs/" + kind, prefix: "", depth: 0)
            for name in NameLists.packedReferences("refs/\(kind)/", in: packed)
            where !names.contains(name) && names.count < Self.referenceLimit {
                names.append(name)
            }
            return names
        }
        sources.branches = references("heads")
        if let head = BoundedFiles.start(of: own + "/HEAD", limit: 4096) {
            // The branch of a repository without commits has no reference yet.
            let text = String(decoding: head.prefix { $0 != 0x0A }, as: UTF8.self)
            let mark = "ref: refs/heads/"
            if text.hasPrefix(mark), !sources.branches.contains(String(text.dropFirst(mark.count)))
            {
                sources.branches.append(String(text.dropFirst(mark.count)))
            }
        }
        sources.tags = references("tags")
        if let config = BoundedFiles.start(of: common + "/config", limit: 1 << 18) {
            sources.remotes = NameLists.gitRemotes(in: config)
        }
    }

    private func gitDirectory(above start: String) -> String? {
        var place = start
        for _ in 0..<32 {
            let candidate = place + "/.git"
            var status = stat()
            if stat(candidate, &status) == 0 {
                if status.st_mode & S_IFMT == S_IFDIR { return candidate }
                // A file that says where: `gitdir: path`.
                guard let text = BoundedFiles.start(of: candidate, limit: 4096) else { return nil }
                let line = String(decoding: text.prefix { $0 != 0x0A }, as: UTF8.self)
                guard line.hasPrefix("gitdir: ") else { return nil }
                let path = String(line.dropFirst(8))
                return path.hasPrefix("/") ? path : place + "/" + path
            }
            var here = stat()
            var above = stat()
            guard stat(place, &here) == 0, stat(place + "/..", &above) == 0,
                here.st_ino != above.st_ino || here.st_dev != above.st_dev
            else { return nil }
            place += "/.."
        }
        return nil
    }

    private func looseReferences(_ folder: String, prefix: String, depth: Int) -> [String] {
        var list: [String] = []
        for name in BoundedFiles.names(in: folder, limit: Self.referenceLimit) {
            if name.isFolder {
                if depth < 4 {
                    list += looseReferences(
                        folder + "/" + name.text, prefix: prefix + name.text + "/", depth: depth + 1
                    )
                }
            } else if !name.text.hasSuffix(".lock") {
                list.append(prefix + name.text)
            }
            if list.count >= Self.referenceLimit { break }
        }
        return list
    }
}
