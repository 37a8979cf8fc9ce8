// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import NetworkCameras
import Testing
import UserSession

/// The way to a camera's address, by the kernel's table of routes.
@Suite("Networks that are not this machine's")
struct ForeignNetworkTests {
    /// By cable and radio in 192.168.70.0/24, a VPN (10.8.20.0/24), a network behind it, and a route that is down.
    private static let table = """
        Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
        wlan0\t00000000\t0146A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0
        eth0\t00000000\t0146A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0
        tun0\t0014080A\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
        tun0\t001E080A\t1614080A\t0003\t0\t0\t0\t00FFFFFF\t0\t0\t0
        eth0\t0046A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0
        wlan0\t0046A8C0\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
        eth1\t0001A8C0\t00000000\t0000\t0\t0\t0\t00FFFFFF\t0\t0\t0
        """

    private func route(_ host: String, _ table: String = table) throws -> NetworkRecord.Route? {
        let tree = try MachineTree(["/proc/net/route": table])
        return withExtendedLifetime(tree) { RouteTable.route(host, tree.files) }
    }

    @Test(
        "the narrowest network counts, and of two ways the one that the kernel prefers",
        arguments: [
            ("192.168.1.10", "eth0", "192.168.70.1", true), ("192.168.70.35", "eth0", nil, false), ("10.8.20.22", "tun0", nil, false),
            ("10.8.30.7", "tun0", "10.8.20.22", false),
        ] as [(String, String, String?, Bool)])
    func routes(host: String, device: String, gateway: String?, isDefault: Bool) throws {
        let route = try #require(try route(host))
        #expect(route.device == device && route.gateway == gateway && route.isDefault == isDefault, "\(route)")
        #expect(route.networks == ["10.8.20.0/24", "192.168.70.0/24"])
    }

    @Test(
        "names, damaged tables and machines without a way give no route",
        arguments: [
            ("camera.local", table), ("192.168.1.010", table), ("192.168.1", table), ("1.2.3.4", ""), ("1.2.3.4", "head\n"),
            ("1.2.3.4", "head\neth0\t0\t0\nx y z 1 2 3 4 5 6\neth0 00000000 00000000 0001 0 0 99999999999 00000000\neth0 0000000G 0 1 0 0 0 0"),
        ])
    func none(host: String, table: String) throws {
        #expect(try route(host, table) == nil)
    }

    @Test("with a tunnel, whose rules are not in this table, no router is named")
    func tunnel() throws {
        let tree = try MachineTree(["/proc/net/route": Self.table, "/sys/class/net/tun0/tun_flags": "0x1001\n"])
        #expect(withExtendedLifetime(tree) { RouteTable.route("192.168.1.10", tree.files) }?.hasTunnel == true)
        let guarded = try MachineTree(["/proc/net/route": Self.table, "/sys/class/net/wg0/uevent": "DEVTYPE=wireguard\nINTERFACE=wg0\n"])
        #expect(withExtendedLifetime(guarded) { RouteTable.route("192.168.1.10", guarded.files) }?.hasTunnel == true)
        #expect(try route("192.168.1.10")?.hasTunnel == false)
    }

    @Test("without a router, an address in another network has no way to it")
    func noWay() throws {
        let lines = Self.table.split(separator: "\n")
        let route = try #require(try route("192.168.1.10", [lines[0], lines[5]].joined(separator: "\n")))
        #expect(route.device == nil && route.networks == ["192.168.70.0/24"])
        var record = NetworkRecord(
            address: "rtsp://192.168.1.10/", host: "192.168.1.10", place: "192.168.1.10", isEncrypted: false, hasUser: false,
            trouble: .init(kind: .noConnection, cause: "nothing answers at 192.168.1.10 (Network is unreachable)"))
        record.route = route
        var snapshot = Snapshot(program: "test", time: "2026-11-29T00:00:00Z", subject: .init(kind: .network, name: record.address, isNamed: true))
        snapshot.network = .seen(record)
        let report = Doctor.judge(snapshot)
        #expect(report.headline?.message.contains("(192.168.70.0/24), and the machine has no router") == true, "\(report)")
    }

    @Test(
        "silence from another network names the router on the way, from the internet that it is a public address; in an own network and after a refusal neither",
        arguments: [
            ("192.168.1.10", NetworkTrouble.Kind.noConnection, "Connection timed out", "which is in none of this machine's own networks (10.8.20.0/24 and 192.168.70.0/24)"),
            ("192.168.1.10", .noAnswer, "it did not answer within 4 s", "over the router 192.168.70.1"), ("10.8.30.7", .noConnection, "Connection timed out", "over the router 10.8.20.22"),
            ("10.8.30.7", .noConnection, "No route to host", "no machine answers at the address 10.8.30.7"),
            ("192.168.1.10", .noAnswer, "no whole picture came", "192.168.1.10 does not answer"),
            ("192.168.70.9", .noConnection, "Connection timed out", "192.168.70.9 does not answer"), ("198.51.100.4", .noAnswer, "it did not answer within 4 s", "198.51.100.4, which is a public address, of the internet"),
            ("192.168.1.10", .noConnection, "Connection refused", "nothing listens at 192.168.1.10"),
            ("192.168.1.10", .noConnection, "Network is unreachable", "this machine has no way to the network of 192.168.1.10"),
        ])
    func silence(host: String, kind: NetworkTrouble.Kind, cause: String, words: String) throws {
        var record = NetworkRecord(
            address: "rtsp://\(host)/video", host: host, place: host, isEncrypted: false, hasUser: false, trouble: .init(kind: kind, cause: cause))
        record.route = try route(host)
        var snapshot = Snapshot(
            program: "test", time: "2026-11-29T00:00:00Z", subject: .init(kind: .network, name: record.address, isNamed: true))
        snapshot.network = .seen(record)
        let report = Doctor.judge(snapshot)
        let headline = try #require(report.headline)
        #expect(headline.id == .networkNoAnswer && headline.message.contains(words), "\(headline.message)")
    }
}
