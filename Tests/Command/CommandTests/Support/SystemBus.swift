// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A system bus of our own with logind on it, played by python-dbusmock. Both end with this value.
final class SystemBus {
    private let folder: TemporaryFolder
    private let daemon: RunningCommand
    private let logind: RunningCommand
    let address: String

    init() throws {
        folder = try TemporaryFolder()
        let socket = folder.path + "/bus"
        let address = "unix:path=" + socket
        self.address = address
        let configuration = folder.path + "/bus.conf"
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><listen>\(address)</listen><policy context="default"><allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
        """.write(toFile: configuration, atomically: true, encoding: .utf8)
        daemon = try Self.start(["/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--config-file=" + configuration])
        try Self.poll("the bus") { FileManager.default.fileExists(atPath: socket) }
        // Debian's own Python, which has Debian's packages.
        logind = try Self.start(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            ["DBUS_SYSTEM_BUS_ADDRESS=" + address])
        try Self.poll("logind") { (try? Self.locks(on: address)) != nil }
    }

    private static func start(_ command: [String], _ environment: [String] = []) throws -> RunningCommand {
        try RunningCommand(
            command, input: "/dev/null", output: .captured, environment: ["PATH=/usr/bin:/bin"] + environment)
    }

    /// The locks that are held, each as `dbus-send` shows it.
    func locks() throws -> [String] { try Self.locks(on: address) }

    private static func locks(on address: String) throws -> [String] {
        let answer = try start([
            "/usr/bin/dbus-send", "--bus=" + address, "--print-reply", "--dest=org.freedesktop.login1",
            "/org/freedesktop/login1", "org.freedesktop.login1.Manager.ListInhibitors",
        ]).end()
        guard answer.status == 0 else {
            throw CommandRunner.Failure(description: "logind does not answer on \(address): \(answer.errors)")
        }
        return answer.output.components(separatedBy: "struct {").dropFirst().map { $0 }
    }

    func wait(until what: String, _ condition: ([String]) -> Bool) throws {
        try Self.poll(what) { condition((try? locks()) ?? []) }
    }

    private static func poll(_ what: String, _ condition: () -> Bool) throws {
        let deadline = ContinuousClock.now + CommandRunner.limit
        while !condition() {
            guard ContinuousClock.now < deadline else {
                throw CommandRunner.Failure(description: "waited in vain: \(what)")
            }
            usleep(20_000)
        }
    }
}
