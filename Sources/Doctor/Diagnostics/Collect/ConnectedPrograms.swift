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
        let addresses = [host, "::ffff:\(host)"]
        let sockets = Set(OwnServers.connections(files).filter { $0.port == port && addresses.contains($0.address) && !$0.number.isEmpty }.map(\.number))
        guard !sockets.isEmpty else { return nil }
        let own = Int(getpid())
        let holders = files.processes.filter { !OwnServers.sockets(of: $0, files).isDisjoint(with: sockets) }
        guard !holders.isEmpty else { return [unknown] }
        let names = holders.filter { $0 != own }.prefix(most).map { id in "\(files.line("/proc/\(id)/comm") ?? "a program") (process \(id))" }
        return names.isEmpty ? nil : Array(names)
    }
}
