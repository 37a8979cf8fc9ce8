// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import NetworkCameras
import Testing
import UserSession

/// A refused connection to an address of this machine.
@Suite("Servers of this machine")
struct OwnServerTests {
    /// As the kernel writes them: ports 22 (0016) at all addresses, 8000 (1F40) at 127.0.0.1 and 8554 (216A) at `::1`; a connection to
    /// port 9000 (2328), at which nobody listens.
    private static let files = [
        "/proc/net/tcp": """
            \u{20} sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
            \u{20}  0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 640 1 0 100 0 0 10 0
            \u{20}  1: 0100007F:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 641 1 0 100 0 0 10 0
            \u{20}  2: 4D01A8C0:2328 4001A8C0:D4C6 01 00000000:00000000 00:00000000 00000000  1000        0 642 1 0 100 0 0 10 0
            """,
        "/proc/net/tcp6": """
            \u{20} sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
            \u{20}  0: 00000000000000000000000000000000:0016 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 650 1 0 100 0 0 10 0
            \u{20}  1: 00000000000000000000000001000000:216A 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 651 1 0 100 0 0 10 0
            """,
        "/proc/net/fib_trie": """
            Main:
              +-- 0.0.0.0/0 3 0 5
                 |-- 0.0.0.0
                    /0 universe UNICAST
                 +-- 192.168.1.0/24 2 0 2
                    |-- 192.168.1.0
                       /24 link UNICAST
                    |-- 192.168.1.77
                       /32 host LOCAL
                    |-- 192.168.1.255
                       /32 link BROADCAST
            """,
        "/proc/net/if_inet6": "fe800000000000000a0027fffe4e66a1 02 40 20 80     eth0\n", "/proc/sys/kernel/hostname": "Packing\n",
    ]

    @Test(
        "who listens is read from the kernel's tables, for the machine's own addresses only",
        arguments: [
            ("192.168.1.77", 8000, ["127.0.0.1"]), ("192.168.1.77", 22, ["0.0.0.0", "::"]), ("localhost", 8000, ["127.0.0.1"]),
            ("127.0.1.1", 9000, []), ("::1", 8554, ["::1"]), ("fe80::a00:27ff:fe4e:66a1", 8554, ["::1"]), ("packing", 9000, []), ("packing.local", 9000, nil),
            ("192.168.1.0", 8000, nil), ("192.168.1.255", 8000, nil), ("192.168.1.64", 8000, nil), ("camera", 8000, nil),
        ] as [(String, Int, [String]?)])
    func listening(host: String, port: Int, expected: [String]?) throws {
        let tree = try MachineTree(Self.files)
        #expect(withExtendedLifetime(tree) { OwnServers.listening(host, port: port, tree.files) } == expected)
    }

    @Test("tables that cannot be read, or hold something else, are not taken for silence")
    func damaged() throws {
        let unreadable = try MachineTree(["/proc/sys/kernel/hostname": "packing\n"])
        #expect(withExtendedLifetime(unreadable) { OwnServers.listening("localhost", port: 80, unreadable.files) } == nil)
        let strange = try MachineTree(["/proc/net/tcp": "head\n 0: zz:0050 0:0 0A\n 1: 7F:0050 0:0 0A\n 2: é00007F:0050 0:0 0A\n 3: \n"])
        #expect(withExtendedLifetime(strange) { OwnServers.listening("localhost", port: 80, strange.files) } == [])
    }

    @Test(
        "a refused connection to this machine names the program's address, or that none serves the port",
        arguments: [
            ("http://192.168.1.77:8000/stream?fps=5", "192.168.1.77", nil, "listens at 127.0.0.1 only", "candela doctor 'http://127.0.0.1:8000/stream?fps=5'"),
            ("rtsp://192.168.1.77:8554/cam", "192.168.1.77", nil, "listens at ::1 only", "candela doctor 'rtsp://[::1]:8554/cam'"),
            ("http://localhost:9000/", "localhost", nil, "no program listens at its port 9000", "sudo ss -tlnp"),
            ("http://localhost:9000/", "localhost", .docker, "localhost is the container itself", "docker run --network host IMAGE"),
            (
                "http://localhost:9000/", "localhost", ContainerSigns(signs: [.init(.wsl, evidence: "/proc/version")]), "no program listens at its port 9000",
                "ip route show default   # the address after `via`"
            ),
        ] as [(String, String, ContainerSigns?, String, String)])
    func refused(address: String, host: String, surroundings: ContainerSigns?, words: String, command: String) throws {
        let place = String(address.split(separator: "/")[1])
        var record = NetworkRecord(
            address: address, host: host, place: place, isEncrypted: false, hasUser: false,
            trouble: .init(kind: .noConnection, cause: "nothing answers at \(place) (Connection refused)"))
        let tree = try MachineTree(Self.files)
        withExtendedLifetime(tree) { record.listening = OwnServers.listening(host, port: record.port, tree.files) }
        var snapshot = Snapshot(
            program: "test", time: "2026-11-29T00:00:00Z", subject: .init(kind: .network, name: address, isNamed: true))
        snapshot.network = .seen(record)
        if let surroundings { snapshot.surroundings = .seen(surroundings) }
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect(headline.id == .networkNoAnswer && headline.message.contains(words), "\(headline)")
        #expect(headline.fixes.contains { $0.commands.contains(command) }, "\(headline.fixes)")
    }
}
