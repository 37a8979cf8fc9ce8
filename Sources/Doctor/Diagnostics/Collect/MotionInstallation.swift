// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// A motion of this machine: its settings, its version and its log. Source: motion's conf.c and logger.c, and motionEye's motionctl.py.
struct MotionInstallation {
    let files: SystemFiles
    /// What stands before its paths: nothing, or the root of its container.
    let root: String
    /// The file with which it starts.
    let main: String
    /// The service of the machine's systemd to which it belongs.
    let unit: String?
    /// Whether somebody may have built it, so that the package's version need not be its own.
    let isOwnBuild: Bool

    /// The packages' place, and that of one that was built from its source.
    private static let usual = ["/etc/motion/motion.conf", "/usr/local/etc/motion/motion.conf"]
    private static let ofMotionEye = ["/etc/motioneye/motion.conf", "/data/etc/motion.conf"]

    /// Those that run, otherwise what the machine's files tell of.
    static func all(_ files: SystemFiles) -> [MotionInstallation] {
        let running = files.processes.filter { files.line("/proc/\($0)/comm") == "motion" }
        if !running.isEmpty { return running.prefix(4).compactMap { MotionInstallation($0, files) } }
        return (usual + ofMotionEye).filter(files.exists).map { main in
            MotionInstallation(files: files, root: "", main: main, unit: nil, isOwnBuild: main.hasPrefix("/usr/local/"))
        }
    }

    /// That of a process; `nil` if it is another program, or it is not known where its settings are.
    static func of(_ process: Int, _ files: SystemFiles) -> MotionInstallation? {
        files.line("/proc/\(process)/comm") == "motion" ? MotionInstallation(process, files) : nil
    }

    /// `nil` if it is not known where its settings are.
    private init?(_ process: Int, _ files: SystemFiles) {
        let words = files.command(of: process)
        let group = ControlGroup(of: process, files: files)
        let root = group.container == nil ? "" : "/proc/\(process)/root"
        let program = files.link("/proc/\(process)/exe") ?? words.first ?? ""
        let isOwnBuild = ["/usr/local/", "/opt/", "/home/"].contains(where: program.hasPrefix)
        let usual = isOwnBuild ? Self.usual.reversed() : Self.usual
        let named = CommandOptions.last(["-c"], in: Array(words.dropFirst()))?.value
        guard let main = named ?? usual.first(where: { files.exists(root + $0) }), main.hasPrefix("/") else { return nil }
        self.init(
            files: files, root: root, main: main, unit: group.isUserUnit || group.container != nil ? nil : group.unit, isOwnBuild: isOwnBuild)
    }

    private init(files: SystemFiles, root: String, main: String, unit: String?, isOwnBuild: Bool) {
        self.files = files
        self.root = root
        self.main = main
        self.unit = unit
        self.isOwnBuild = isOwnBuild
    }

    // MARK: Settings

    /// A file of settings and what is in it.
    struct Settings {
        var path: String
        var values: [(name: String, value: String)]
        var isOfMotionEye: Bool

        /// The last of several counts.
        subscript(name: String) -> String? { values.last { $0.name == name }?.value }
    }

    /// Whether its main file is there and cannot be read.
    var isClosed: Bool { files.exists(root + main) && files.text(root + main, limit: 1) == nil }

    /// The main file, and those of its cameras; empty if they cannot be read.
    var settings: [Settings] {
        guard let first = read(main) else { return [] }
        let folder = main.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        func placed(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }
        let named = first.values.filter { ["camera", "thread"].contains($0.name) }.map { placed($0.value) }
        let listed = first["camera_dir"].map(placed).map { folder in
            (files.names(root + folder) ?? []).filter { $0.hasSuffix(".conf") }.map { "\(folder)/\($0)" }
        }
        return [first] + (named + (listed ?? [])).prefix(32).compactMap(read)
    }

    private func read(_ path: String) -> Settings? {
        guard let text = files.text(root + path) else { return nil }
        // motionEye keeps settings of its own in comments: `# @name Porch`.
        return Settings(path: path, values: Self.values(in: text), isOfMotionEye: text.split(separator: "\n").contains { $0.hasPrefix("# @") })
    }

    /// Source: motion's conf.c, conf_process: a comment begins in the first column, blanks or `=` separate name and value, and everything up to
    /// the end of the line is the value, in quotes or not.
    static func values(in text: String) -> [(name: String, value: String)] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            guard line.first != "#", line.first != ";" else { return nil }
            let line = line.drop { $0 == " " || $0 == "\t" }
            let name = line.prefix { !" \t=".contains($0) }
            var value = line[name.endIndex...].drop { " \t=".contains($0) }
            while let last = value.last, last == " " || last == "\t" { value.removeLast() }
            if value.count > 1, let quote = value.first, quote == "\"" || quote == "'", value.last == quote { value = value.dropFirst().dropLast() }
            return name.isEmpty || value.isEmpty ? nil : (String(name), String(value))
        }
    }

    // MARK: Version and log

    var packageVersion: String? { isOwnBuild ? nil : files.installedVersion(of: "motion", root: root) }

    private static let logs = ["/var/log/motion/motion.log", "/var/log/motion.log", "/var/log/motioneye/motion.log", "/var/log/syslog"]

    /// What it wrote since its last start; `nil` if no log that can be read has it.
    ///
    /// - Parameter named: the file that its settings name.
    func log(named: String?, ask: ([String]) -> String?) -> (place: String, lines: [String])? {
        let start = files.startOfMachine
        for path in [named].compactMap(\.self).filter({ $0.hasPrefix("/") }) + Self.logs {
            guard let text = files.end(root + path, limit: 1 << 16, since: start) else { continue }
            let lines = Self.sinceStart(text, isShared: path == "/var/log/syslog")
            if !lines.isEmpty { return (path, lines) }
        }
        guard root.isEmpty else { return nil }
        let unit = unit ?? "motion.service"
        let lines = Self.sinceStart(ask(["journalctl", "-b", "-q", "--no-pager", "-n", "400", "-o", "short", "-u", unit]) ?? "", isShared: false)
        return lines.isEmpty ? nil : ("journalctl -u \(unit)", lines)
    }

    /// - Parameter isShared: whether other programs write there, too.
    private static func sinceStart(_ text: String, isShared: Bool) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init).filter { !isShared || $0.contains(" motion: ") || $0.contains(" motion[") }
        guard let start = lines.lastIndex(where: { version(in: $0) != nil }) else { return lines.contains { $0.contains("netcam_") } ? lines : [] }
        return Array(lines[start...])
    }

    /// `motion_startup: Motion 4.1.1 Started`
    static func version(in line: some StringProtocol) -> String? {
        guard let mark = line.firstRange(of: "Motion "), line.hasSuffix(" Started") else { return nil }
        let version = line[mark.upperBound...].prefix { $0 != " " }
        return version.first?.isNumber == true ? String(version) : nil
    }
}
