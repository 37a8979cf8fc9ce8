// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import MachineFacts
internal import UserSession

/// Finds the programs of this machine that are connected to a camera: many cameras send to one or a few programs at a time.
enum ConnectedPrograms {
    private static let most = 4
    /// In place of the name of one of another user.
    static let unknown = "another program"

    /// - Parameter host: an address in numbers; a name is not looked up.
    /// - Returns: `zmc (process 1840)`, or `another program` for those of other users; `nil` if there is none.
    static func find(_ host: String, port: Int, _ files: SystemFiles) -> [String]? {
        let sockets = Set(OwnServers.tables(files).flatMap { connections($0, host, port) })
        guard !sockets.isEmpty else { return nil }
        let own = Int(getpid())
        let holders = files.processes.filter { !OwnServers.sockets(of: $0, files).isDisjoint(with: sockets) }
        guard !holders.isEmpty else { return [unknown] }
        let names = holders.filter { $0 != own }.prefix(most).map { id in "\(files.line("/proc/\(id)/comm") ?? "a program") (process \(id))" }
        return names.isEmpty ? nil : Array(names)
    }

    /// The numbers of the sockets that are connected (state 01) to this address. See `OwnServers.listeners` for the table.
    private static func connections(_ table: String, _ host: String, _ port: Int) -> [String] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 9, words[3] == "01" else { return nil }
            let place = words[2].split(separator: ":")
            guard place.count == 2, Int(place[1], radix: 16) == port, let stored = OwnServers.numbers(place[0]), [4, 16].contains(stored.count),
                let address = OwnServers.text(stride(from: 0, to: stored.count, by: 4).flatMap { stored[$0..<$0 + 4].reversed() }),
                address == host || address == "::ffff:\(host)"
            else { return nil }
            return String(words[9])
        }
    }
}
