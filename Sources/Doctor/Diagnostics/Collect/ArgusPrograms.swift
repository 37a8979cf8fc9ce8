// SPDX-License-Identifier: Apache-2.0

package import MachineFacts
package import UserSession

/// Finds the programs that have asked NVIDIA's camera daemon (Argus), which knows the sensors at a Jetson's CSI connectors and no others.
package enum ArgusPrograms {
    private static let unit = "nvargus-daemon"
    private static let element = "nvarguscamerasrc"

    /// Those that run, at most four; without any, the one that asked last.
    package static func find(_ files: SystemFiles, _ ask: MachineCollector.Ask) -> [ArgusProgram] {
        let journal = ask(MachineCollector.argusJournal) ?? ""
        // The latest first.
        let asked = connections(in: journal).reversed().map { client in
            ArgusProgram(
                name: client.name, processID: client.processID, runs: isRunning(client, files), place: "journalctl -u \(unit)",
                sign: "\(client.name)[\(client.processID)]: Connection established")
        }
        var found = asked.filter(\.runs)
        for id in files.processes where !found.contains(where: { $0.processID == id }) {
            guard found.count < 4, let name = files.line("/proc/\(id)/comm"), name != unit, let sign = sign(id, files) else { continue }
            found.append(ArgusProgram(name: name, processID: id, runs: true, place: sign.place, sign: sign.words))
        }
        return found.isEmpty ? Array(asked.prefix(1)) : Array(found.prefix(4))
    }

    /// What connected to the daemon, in the order of time: `=== gst-launch-1.0[9447]: Connection established (7F92D0C1D0)`. Some versions
    /// write several of such into one line.
    package static func connections(in journal: String) -> [(name: String, processID: Int)] {
        var found: [(name: String, processID: Int)] = []
        for line in journal.split(separator: "\n") {
            for mark in line.ranges(of: "]: Connection established") {
                let before = line[..<mark.lowerBound]
                guard let bracket = before.lastIndex(of: "["), let id = Int(before[before.index(after: bracket)...]), id > 0,
                    let name = before[..<bracket].split(whereSeparator: { $0 == " " || $0 == "=" }).last, name.utf8.count <= 64
                else { continue }
                found.removeAll { $0.processID == id }
                found.append((name: String(name), processID: id))
            }
        }
        return found
    }

    /// Whether the process is still the same program: the kernel cuts names at 15 characters.
    private static func isRunning(_ client: (name: String, processID: Int), _ files: SystemFiles) -> Bool {
        files.line("/proc/\(client.processID)/comm").map { !$0.isEmpty && client.name.hasPrefix($0) } ?? false
    }

    private static func sign(_ id: Int, _ files: SystemFiles) -> (place: String, words: String)? {
        let words = (files.text("/proc/\(id)/cmdline") ?? "").split { $0 == "\0" || $0 == " " }
        if words.contains(element[...]) { return (place: "/proc/\(id)/cmdline", words: element) }
        let library = "libgst\(element).so"
        return files.text("/proc/\(id)/maps", limit: 1 << 20)?.contains(library) == true ? (place: "/proc/\(id)/maps", words: library) : nil
    }
}
