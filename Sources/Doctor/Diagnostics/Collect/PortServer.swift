// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds the program of this machine that serves pictures at a port.
enum PortServer {
    /// What is known of a port: the server, or what only passes its pictures on; nothing of both if nothing tells.
    struct Found {
        var server: NetworkRecord.Server?
        /// The kernel's `comm`, raw.
        var forwarder: String?
    }

    private struct Program {
        let id: Int
        let comm: String
        let words: [String]
        let command: ServerCommand?

        init?(_ id: Int, _ files: SystemFiles) {
            guard let comm = files.line("/proc/\(id)/comm") else { return nil }
            let words = files.command(of: id)
            self.id = id
            self.comm = comm
            self.words = words
            command = ServerCommand(comm, words)
        }

        var forwarder: PortForwarder? { command == nil ? PortForwarder(comm) : nil }

        /// For sentences. Of a script, `comm` is the script's name and the first word the interpreter's.
        var title: String {
            let names = words.prefix(2).map { ServerCommand.program("", [$0]) }
            return names.first { !comm.isEmpty && $0.hasPrefix(comm) } ?? ServerCommand.program(comm, words)
        }
    }

    /// Servers of pages that pass requests on to another program of the same machine.
    private static let proxies: Set = ["haproxy", "nginx", "apache2", "httpd", "lighttpd", "caddy", "traefik"]

    /// The sockets of other users' programs cannot be seen, and their command lines can.
    ///
    /// - Parameter isProxied: whether the address is one that such servers pass on, as `/webcam/` of OctoPi and MainsailOS.
    static func find(_ port: Int, isProxied: Bool, _ files: SystemFiles) -> Found {
        let programs = files.processes.compactMap { Program($0, files) }
        let sockets = OwnServers.sockets(listeningAt: port, files)
        let listeners = sockets.isEmpty ? [] : programs.filter { !OwnServers.sockets(of: $0.id, files).isDisjoint(with: sockets) }
        // systemd shares a socket with the service that it starts for it.
        if let own = listeners.first(where: { $0.forwarder == nil && !proxies.contains($0.comm) }) { return found(own, files) }
        let known = programs.filter { $0.command != nil }
        if isProxied || listeners.contains(where: { proxies.contains($0.comm) }) { return only(of: known, files) }
        let passing =
            listeners.first
            ?? programs.first { $0.forwarder != nil && PortForwarder.listens(at: port, $0.words) }
        guard let passing, let kind = passing.forwarder else { return only(of: known.filter { $0.command?.port == port }, files) }
        if kind.isOfContainers {
            let found = only(of: known.filter { ControlGroup(of: $0.id, files: files).container != nil }, files)
            if found.server != nil { return found }
        }
        return Found(forwarder: passing.comm)
    }

    private static func only(of programs: [Program], _ files: SystemFiles) -> Found {
        guard programs.count == 1, let program = programs.first else { return Found() }
        return found(program, files)
    }

    private static func found(_ program: Program, _ files: SystemFiles) -> Found {
        var server = NetworkRecord.Server(processID: program.id, name: program.title, isKnown: program.command != nil)
        let holder = HoldersCollector.inUnit(.init(processID: program.id, name: program.comm, user: "", isOurs: false), files: files)
        // The first process of a machine serves nothing; of a container, it can, and its end is the container's.
        let isContained = holder.container != nil || program.id == 1
        if isContained {
            server.isContained = true
        } else if let unit = holder.unit {
            if PortForwarder.isEngine(unit: unit) { return Found(forwarder: program.comm) }
            if holder.starter == nil, !unit.contains("@") {
                server.unit = unit
                server.isUserUnit = holder.isUserUnit == true ? true : nil
            }
        }
        let named = program.command == nil ? DevicesInCommand.find(in: program.words.joined(separator: " ")) : [program.command?.device].compactMap(\.self)
        // Links of udev's have serial numbers in them. In a container, the name can be that of another camera.
        server.device = named.lazy.filter { !isContained || isSame($0, in: program.id, files) }.compactMap { files.resolved($0) }
            .first { $0.hasPrefix("/dev/") && ClientCollector.isVideoNode($0) }
        server.rate = program.command?.rate
        server.raw = program.command?.raw
        return Found(server: server)
    }

    /// Whether a path of a device leads to the same one for a process and for us; its own files can be seen by its user only.
    private static func isSame(_ path: String, in process: Int, _ files: SystemFiles) -> Bool {
        guard let number = files.device(path)?.number else { return false }
        return files.device("/proc/\(process)/root\(path)")?.number == number
    }
}
