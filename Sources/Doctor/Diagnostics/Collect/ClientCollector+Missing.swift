// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

extension ClientCollector {
    /// Notes what a unit, container or program says that it lacks for its pictures.
    ///
    /// - Parameters:
    ///   - lines: what it wrote since it was started last, oldest first.
    ///   - hasOwnRoot: whether its files are known to be others than the machine's.
    func noteMissing(in lines: [String], _ record: inout CameraClientRecord, hasOwnRoot: Bool = false) {
        // A program's files of output can go on from one run to the next.
        if record.kind != .process { record.programError = ProgramErrorSigns.find(in: lines) }
        record.misreadAddress = MisreadAddressSigns.find(in: lines)
        if record.kind == .container {
            record.otherPython = record.processID.flatMap { PythonMismatchSigns.find(in: lines, root: "/proc/\($0)/root", files) }
        } else if record.kind != .process, record.processID == nil, !hasOwnRoot {
            // One that goes on can do without it.
            record.otherPython = PythonMismatchSigns.find(in: lines, root: "", files)
        }
        let isApplication = record.kind != .container && (hasOwnRoot || record.processID.map(bringsLibraries) == true)
        let own = record.kind == .container || isApplication ? nil : files
        record.missingElement = MissingElementSigns.find(in: lines, files: own, isRecent: record.kind != .process)
        if isApplication {
            record.missingElement?.isOfApplication = true
            return
        }
        record.missingPreload = MissingPreload.find(in: lines, process: record.kind == .container ? nil : record.processID, files: own)
        if record.missingPreload != nil { record.movedPreload = own.flatMap(MissingPreload.otherPlace) }
    }

    /// Notes what a unit or container says of I²C buses.
    func noteBuses(in lines: [String], _ record: inout CameraClientRecord) {
        record.absentBus = BusSigns.absentBus(in: lines, files)
        record.sensorErrors = BusSigns.sensorErrors(in: lines)
    }

    /// Whether a program's libraries are not the machine's: that of a Flatpak, a snap, an AppImage, a container, of Nix or Guix, and with a root
    /// of its own.
    private func bringsLibraries(_ process: Int) -> Bool {
        let folder = "/proc/\(process)"
        if files.exists("\(folder)/root/.flatpak-info") || ControlGroup(of: process, files: files).container != nil { return true }
        if let root = files.link("\(folder)/root"), root != "/" { return true }
        let program = files.link("\(folder)/exe") ?? ""
        return ["/snap/", "/var/lib/snapd/snap/", "/tmp/.mount_", "/nix/store/", "/gnu/store/", "/app/"].contains(where: program.hasPrefix)
            || files.text("\(folder)/cgroup").map { $0.contains("/snap.") || $0.contains("app-flatpak-") } == true
    }

    /// What a program wrote last: into the journal, and into the files to which its output goes. Those of a container are not looked for.
    func words(of process: Int) -> [String] {
        guard ControlGroup(of: process, files: files).container == nil else { return [] }
        let journal = ask(["journalctl", "-b", "-q", "--no-pager", "-n", "60", "-o", "short", "_PID=\(process)"]) ?? ""
        let outputs = [1, 2].compactMap { files.link("/proc/\(process)/fd/\($0)") }.filter { $0.hasPrefix("/") && !$0.hasPrefix("/dev/") }
        var seen: Set<String> = []
        let ends = (outputs + robotLogs(of: process)).filter { seen.insert($0).inserted }.compactMap { files.end($0, limit: 1 << 14) }
        return ([journal] + ends).flatMap { text in
            text.split(whereSeparator: \.isNewline).suffix(100).map { String(AddressSecrets.removed(from: $0).prefix(300)) }
        }
    }

    /// roslaunch (ROS 1) names a node's own log in its command line, and writes its output into files beside that. Source: roslaunch's
    /// nodeprocess.py.
    private func robotLogs(of process: Int) -> [String] {
        let mark = "__log:="
        guard let word = files.command(of: process).last(where: { $0.hasPrefix(mark) }), word.hasPrefix(mark + "/"), word.hasSuffix(".log") else { return [] }
        let name = word.dropFirst(mark.utf8.count).dropLast(".log".utf8.count)
        return ["\(name)-stdout.log", "\(name)-stderr.log"]
    }
}
