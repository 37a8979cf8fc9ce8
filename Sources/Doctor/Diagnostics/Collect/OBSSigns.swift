// SPDX-License-Identifier: Apache-2.0

package import MachineFacts
package import UserSession

/// Finds out what the OBS Studio that somebody uses on this machine can do with virtual cameras.
package enum OBSSigns {
    /// Where its settings are in a home folder: of the usual package, the Flatpak and the snap.
    static let folders = [".config/obs-studio", ".var/app/com.obsproject.Studio/config/obs-studio", "snap/obs-studio/current/.config/obs-studio"]

    /// Of the OBS that was started last; `nil` without logs of it that this user may read.
    ///
    /// - Parameter ask: runs a program for what it prints.
    package static func find(_ files: SystemFiles, ask: MachineCollector.Ask = { _ in nil }) -> OBSRecord? {
        let homes = ["/home", "/var/home"].flatMap { root in (files.names(root) ?? []).prefix(16).map { "\(root)/\($0)" } }
        guard let newest = newestLog(homes, files) else { return nil }
        // Plug-ins are loaded at the start, and the log goes on while it runs.
        var record = find(log: files.text(newest, limit: 1 << 17) ?? "", isFlatpak: newest.contains("/.var/app/"), files)
        record?.virtualCamera = virtualCamera(log: files.end(newest, limit: 1 << 18) ?? "")
        if newest.contains("/snap/obs-studio/") { record?.isSnap = true }
        if record?.isRunning == true, files.isMissing("/sys/module/v4l2loopback") {
            record?.loadRefusal = ask(["journalctl", "-b", "-q", "--no-pager", "-n", "50", "-t", "pkexec"]).flatMap(loadRefusal(journal:))
        }
        return record
    }

    /// Source: obs-studio, plugins/linux-v4l2/v4l2-output.c.
    static func virtualCamera(log: String) -> OBSRecord.VirtualCamera? {
        var state: OBSRecord.VirtualCamera?
        var wasRunning = false
        for line in log.split(separator: "\n") {
            if line.contains(": Virtual camera started") {
                (state, wasRunning) = (.running, true)
            } else if line.contains(": Virtual camera stopped") {
                state = .stopped
            } else if line.contains(": Failed to start virtual camera") {
                state = wasRunning ? .failedAgain : .failed
            }
        }
        return state
    }

    /// What pkexec said of the last `modprobe v4l2loopback`. Source: polkit, `log_message` in src/programs/pkexec.c.
    static func loadRefusal(journal: String) -> String? {
        let mark = "Error executing command as another user: "
        let line = journal.split(separator: "\n").last { $0.contains("modprobe v4l2loopback") && $0.contains(mark) }
        return line.flatMap { line in line.firstRange(of: mark).map { line[$0.upperBound...] } }
            .flatMap { rest in ["Not authorized", "Request dismissed"].first(where: rest.hasPrefix) }
    }

    /// The log of the last start: their names are dates and times.
    static func newestLog(_ homes: [String], _ files: SystemFiles) -> String? {
        homes.flatMap { home in (folders + revisions(home, files)).map { "\(home)/\($0)/logs" } }.compactMap { folder in
            files.names(folder)?.last { $0.hasSuffix(".txt") }.map { (folder: folder, name: $0) }
        }.max { $0.name < $1.name }.map { "\($0.folder)/\($0.name)" }
    }

    /// The settings of each revision of the snap, one of which `current` is.
    private static func revisions(_ home: String, _ files: SystemFiles) -> [String] {
        (files.names("\(home)/snap/obs-studio") ?? []).filter { $0.allSatisfy(\.isNumber) }.suffix(4).map { "snap/obs-studio/\($0)/.config/obs-studio" }
    }

    static func find(log: String, isFlatpak: Bool, _ files: SystemFiles) -> OBSRecord? {
        guard !log.isEmpty else { return nil }
        let lines = log.split(separator: "\n")
        // `17:31:02.204: OBS 25.0.8+dfsg1-3 (linux)`
        let version = lines.lazy.compactMap { line in
            line.firstRange(of: ": OBS ").map { line[$0.upperBound...].prefix { $0.isNumber || $0 == "." } }
        }.first { !$0.isEmpty }.map(String.init)
        var record = OBSRecord(
            version: version, isFlatpak: isFlatpak,
            lacksLoopback: lines.contains { $0.contains("v4l2loopback not installed, virtual camera disabled") })
        record.isRunning = files.processes.contains { files.line("/proc/\($0)/comm").map(OBSRecord.names.contains) == true }
        // Later ones need no plug-in, and cannot load one that was built for them.
        guard record.lacksCamera || isFlatpak && record.isOlder(27) else { return record }
        let plugins = pluginFolders(files)
        let stray = plugins.filter { files.exists("\($0)/v4l2sink.so") }
        if isFlatpak {
            record.strayPlugin = stray.first.map { "\($0)/v4l2sink.so" }
        } else if let own = plugins.first(where: { files.exists("\($0)/linux-v4l2.so") }), !stray.contains(own), let other = stray.first {
            (record.strayPlugin, record.pluginFolder) = ("\(other)/v4l2sink.so", own)
        }
        return record
    }

    private static func pluginFolders(_ files: SystemFiles) -> [String] {
        let triplets = (files.names("/usr/lib") ?? []).filter { $0.hasSuffix("-linux-gnu") }.map { "/usr/lib/\($0)" }
        return (triplets + ["/usr/lib64", "/usr/lib"]).map { "\($0)/obs-plugins" }.filter { files.names($0) != nil }
    }
}
