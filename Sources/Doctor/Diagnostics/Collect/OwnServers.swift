// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import MachineFacts
package import UserSession

/// What waits for connections on this machine, for an address that is its own.
package enum OwnServers {
    /// The addresses at which programs of this machine listen at a TCP port; `nil` if the host is another machine, is a name that only a
    /// server of names knows, or if the kernel's tables cannot be read.
    ///
    /// In a container with a network of its own, "this machine" is the container. Other ports are nobody's business.
    package static func listening(_ host: String, port: Int, _ files: SystemFiles) -> [String]? {
        guard isOwn(host, files) else { return nil }
        let tables = tables(files)
        // Which of its addresses, if only one, is for nobody's eyes.
        let plain = tables.flatMap { listening($0, port) }.map { NetworkRecord.isInner($0) || ["0.0.0.0", "::"].contains($0) ? $0 : "another address" }
        return tables.isEmpty ? nil : Set(plain).sorted()
    }

    /// Whether a program of this machine listens at a TCP port, at all of its addresses or at 127.0.0.1; `nil` if the kernel's tables
    /// cannot be read.
    static func serve(_ port: Int, _ files: SystemFiles) -> Bool? {
        let tables = tables(files)
        return tables.isEmpty ? nil : tables.contains { table in listening(table, port).contains { ["0.0.0.0", "::", "127.0.0.1"].contains($0) } }
    }

    private static func tables(_ files: SystemFiles) -> [String] {
        ["/proc/net/tcp", "/proc/net/tcp6"].compactMap { files.text($0, limit: 1 << 20) }
    }

    /// Whether the host is this machine: one of its addresses, or its name. Names of the local network (`.local`) may be another's: of two
    /// machines with one name, one gets another there.
    static func isOwn(_ host: String, _ files: SystemFiles) -> Bool {
        guard host != "localhost" else { return true }
        if let address = IPv4Address(host) { return address.isLoopback || lies(host, inTrieOf: files) }
        if let address = bytes(host) {
            if address == Array(repeating: 0, count: 15) + [1] { return true }
            let lines = (files.text("/proc/net/if_inet6") ?? "").split(separator: "\n")
            return lines.contains { $0.split(separator: " ").first.flatMap { numbers($0) } == address }
        }
        return files.line("/proc/sys/kernel/hostname")?.lowercased() == host.lowercased()
    }

    /// Source: the kernel's net/ipv4/fib_trie.c: below the line of an address, `/32 host LOCAL` says that it is the machine's own.
    private static func lies(_ host: String, inTrieOf files: SystemFiles) -> Bool { local(files).contains(host[...]) }

    private static func local(_ files: SystemFiles) -> [Substring] {
        var (last, found): (Substring?, [Substring]) = (nil, [])
        for line in (files.text("/proc/net/fib_trie", limit: 1 << 20) ?? "").split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count >= 2, words[0] == "|--" { last = words[1] }
            if let last, words == ["/32", "host", "LOCAL"] { found.append(last) }
        }
        return found
    }

    /// The IPv4 addresses of this machine, but for those that only it reaches; at most 64.
    static func addresses(_ files: SystemFiles) -> [String] {
        Array(Set(local(files).map(String.init).filter { !NetworkRecord.isInner($0) }).sorted().prefix(64))
    }

    /// A socket of TCP.
    struct Socket {
        var address: String
        var port: Int
        /// Its number (inode), as in the links of a process's files.
        var number: String
    }

    private enum Column: Int { case local = 1, remote }

    /// Source: proc_pid_net(5), `tcp`: the second word is the own address, in the byte order of the machine, and the port, the third the other
    /// side's; of the fourth, the state, 01 is ESTABLISHED and 0A is LISTEN; the tenth is the inode.
    private static func sockets(_ table: String, state: String, _ column: Column) -> [Socket] {
        table.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ")
            guard words.count > 3, words[3] == state else { return nil }
            let place = words[column.rawValue].split(separator: ":")
            guard place.count == 2, let port = Int(place[1], radix: 16), let stored = numbers(place[0]), [4, 16].contains(stored.count),
                let address = text(stride(from: 0, to: stored.count, by: 4).flatMap { stored[$0..<$0 + 4].reversed() })
            else { return nil }
            return Socket(address: address, port: port, number: words.count > 9 ? String(words[9]) : "")
        }
    }

    private static func listeners(_ table: String) -> [Socket] { sockets(table, state: "0A", .local) }

    /// The other sides of all connections.
    static func connections(_ files: SystemFiles) -> [Socket] { tables(files).flatMap { sockets($0, state: "01", .remote) } }

    private static func listening(_ table: String, _ port: Int) -> [String] {
        listeners(table).filter { $0.port == port }.map(\.address)
    }

    /// The numbers of the sockets at which somebody listens at a TCP port.
    static func sockets(listeningAt port: Int, _ files: SystemFiles) -> Set<String> {
        Set(tables(files).flatMap(listeners).filter { $0.port == port && !$0.number.isEmpty }.map(\.number))
    }

    /// The numbers of the sockets that a process has; empty for those of other users.
    static func sockets(of process: Int, _ files: SystemFiles) -> Set<String> {
        Set(files.openFiles(of: process).filter { $0.hasPrefix("socket:[") && $0.hasSuffix("]") }.map { String($0.dropFirst("socket:[".count).dropLast()) })
    }

    /// The TCP ports at which a process listens for other computers; empty for processes of other users.
    static func ports(of process: Int, _ files: SystemFiles) -> [Int] {
        let own = sockets(of: process, files)
        guard !own.isEmpty else { return [] }
        return Set(tables(files).flatMap(listeners).filter { own.contains($0.number) && !NetworkRecord.isInner($0.address) }.map(\.port)).sorted()
    }

    /// The bytes that a row of hexadecimal digits stands for.
    private static func numbers(_ digits: Substring) -> [UInt8]? {
        let digits = Array(digits.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) }
        return bytes.count == digits.count / 2 ? bytes : nil
    }

    /// The bytes of an IPv6 address in the order of the network; `nil` for everything else.
    static func bytes(_ host: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return unsafe bytes.withUnsafeMutableBytes { unsafe inet_pton(AF_INET6, host, $0.baseAddress) } == 1 ? bytes : nil
    }

    private static func text(_ address: [UInt8]) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = address.count == 4 ? AF_INET : AF_INET6
        guard unsafe address.withUnsafeBytes({ unsafe inet_ntop(family, $0.baseAddress, &text, socklen_t(INET6_ADDRSTRLEN)) }) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
