// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras

/// A server of pictures that takes the connection and sends none. If it runs on this machine, its command line can tell why its camera gives
/// it nothing.
enum SilentServer {
    /// A request that was accepted, and to which no whole picture came.
    static func find(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> Finding? {
        guard trouble.hasAccepted, network.address.hasPrefix("http") else { return nil }
        return finding(network, [EvidenceLine(network.address, trouble.cause)])
    }

    /// - Parameter evidence: what was seen of the stream.
    static func finding(_ network: NetworkRecord, _ evidence: [EvidenceLine]) -> Finding {
        let what = "\(network.address) starts streaming, but no frame arrives"
        guard network.isServedBySelf else {
            return Finding(.streamNone, .fail, what, evidence: evidence, effect: "no picture arrives", fixes: elsewhere(network))
        }
        if let forwarder = network.forwarder { return passedOn(forwarder, network, what, evidence) }
        let server = network.server
        let program = server.map { "\($0.title), which serves it on this machine," } ?? "the program that serves it on this machine"
        let asked = server?.rate ?? server?.raw
        let source = server?.device.map { "its camera (\($0))" } ?? "the camera or program from which it takes them"
        let hasCamera = server.map { isOfCamera($0, network) } ?? false
        return Finding(
            .streamNone, .fail,
            "\(what): \(program) gets none from \(source)" + (server?.rate.map { ", of which it asks a frame rate (\($0))" } ?? ""),
            confidence: .likely,
            evidence: evidence + (asked.map { _ in [EvidenceLine("command of \(server?.name ?? "the server")", options(server))] } ?? []),
            effect: hasCamera
                ? "the address is right, and no picture arrives; some cameras send nothing to a program that asks for a frame rate, or for uncompressed pictures"
                : "the address is right, and no picture arrives",
            fixes: server.map { hasCamera ? settings($0, network) + [stop($0)] : [look($0)] } ?? [identify(network)])
    }

    /// Whether its pictures come from a camera of this machine, as far as its command tells.
    private static func isOfCamera(_ server: NetworkRecord.Server, _ network: NetworkRecord) -> Bool {
        server.device != nil || network.address.hasPrefix("http") && server.isKnown && (server.rate != nil || server.raw != nil)
    }

    private static func options(_ server: NetworkRecord.Server?) -> String {
        ([server?.name, "…", server?.rate, server?.raw].compactMap(\.self)).joined(separator: " ")
    }

    // MARK: A server of this machine

    /// What a camera may not support of what it is asked for. Source: OctoPi's additional_brokenfps_usb_devices, and the issues that led to it.
    private static func settings(_ server: NetworkRecord.Server, _ network: NetworkRecord) -> [Fix] {
        let octoPi =
            server.name == "mjpg_streamer"
            ? " (in OctoPi: camera_usb_options in octopi.txt, where additional_brokenfps_usb_devices=(\"VENDOR:PRODUCT\") does the same)" : ""
        var fixes: [Fix] = []
        if let rate = server.rate {
            fixes.append(again(server, "Leave the frame rate (\(rate)) out of the options of \(server.name)\(octoPi), and start it again"))
        } else if !server.isKnown {
            fixes.append(again(server, "If the settings of \(server.name) set a frame rate, leave that out, and start it again"))
        }
        let other =
            network.address.hasPrefix("http")
            ? (server.raw.map { "let it ask for MJPG in place of uncompressed pictures (\($0))" } ?? "let it ask for MJPG")
                + ", or for a smaller picture, which needs less of the bus"
            : "let it ask for a smaller picture, which needs less of the bus"
        fixes.append(again(server, fixes.isEmpty ? "L\(other.dropFirst())" : "Or \(other)"))
        return fixes
    }

    private static func again(_ server: NetworkRecord.Server, _ title: String) -> Fix {
        guard let unit = server.unit else { return Fix(title) }
        return Fix(
            title, commands: ["\(systemctl(server)) restart \(Words.shell(unit))"], needsRoot: server.isUserUnit != true, isRunnable: false)
    }

    private static func systemctl(_ server: NetworkRecord.Server) -> String { server.isUserUnit == true ? "systemctl --user" : "sudo systemctl" }

    private static func stop(_ server: NetworkRecord.Server) -> Fix {
        let camera = server.device.map { " " + Words.shell($0) } ?? ""
        let doctor = "candela doctor\(camera)"
        let title = "Stop it, and see whether the camera itself sends pictures"
        if server.isContained == true { return Fix("\(title): it runs in a container, which its engine stops", commands: [doctor], isRunnable: false) }
        if let unit = server.unit {
            return Fix(
                title, commands: ["\(systemctl(server)) stop \(Words.shell(unit))", doctor], needsRoot: server.isUserUnit != true,
                undo: ["\(systemctl(server)) start \(Words.shell(unit))"], isRunnable: false)
        }
        return Fix(title, commands: ["sudo kill \(server.processID)", doctor], needsRoot: true, isRunnable: false)
    }

    /// For one that may have its pictures from anywhere, such as from a camera on the network.
    private static func look(_ server: NetworkRecord.Server) -> Fix {
        let title = "Look at what \(server.title) takes its pictures from, in its settings and in what it writes: that gives it none, or has ended"
        guard let unit = server.unit, server.isContained != true else { return Fix(title) }
        let journal = server.isUserUnit == true ? "journalctl --user -b" : "sudo journalctl -b"
        return Fix(title, commands: ["\(journal) -u \(Words.shell(unit))"], needsRoot: server.isUserUnit != true, isRunnable: false)
    }

    private static func identify(_ network: NetworkRecord) -> Fix {
        Fix(
            "See which program that is, and look at what it takes its pictures from: a camera of this machine, whose frame rate its settings may set, or another program or machine",
            commands: [listeners(network)], needsRoot: true, isRunnable: false)
    }

    private static func listeners(_ network: NetworkRecord) -> String { "sudo ss -ltnp 'sport = :\(network.port)'" }

    // MARK: A server elsewhere

    /// The program that listens is not the one that has no pictures, and ending it repairs nothing.
    private static func passedOn(
        _ forwarder: String, _ network: NetworkRecord, _ what: String, _ evidence: [EvidenceLine]
    ) -> Finding {
        let kind = PortForwarder(forwarder)
        let evidence = evidence + [EvidenceLine("listens at port \(network.port)", forwarder)]
        func told(_ rest: String, _ fixes: [Fix]) -> Finding {
            Finding(
                .streamNone, .fail, "\(what): \(rest)", confidence: .likely, evidence: evidence,
                effect: "the address is right, and no picture arrives", fixes: fixes)
        }
        if kind == .starter {
            return told(
                "\(forwarder) holds its port on this machine for a program that serves the pictures, and that has none, or does not start",
                [
                    Fix(
                        "See which program that is, and read what it writes",
                        commands: ["systemctl list-sockets --all", "sudo journalctl -b -u NAME"], needsRoot: true, isRunnable: false)
                ])
        }
        let rest = "\(forwarder) on this machine only passes the port on, and the program behind it, which serves the pictures, sends none"
        guard kind?.isOfContainers != false else { return told(rest, [leads(network)] + elsewhere(network)) }
        let engine = kind == .podman ? "podman" : "docker"
        return told(
            rest,
            [
                Fix(
                    "See which container has that port, and read what its program writes: what that takes its pictures from gives it none",
                    commands: kind == .docker || kind == .podman
                        ? ["\(engine) ps --filter publish=\(network.port)", "\(engine) logs --tail 50 NAME"] : [], isRunnable: false)
            ])
    }

    private static func leads(_ network: NetworkRecord) -> Fix {
        Fix(
            "See where that leads, and run the doctor on the machine that serves the pictures", commands: [listeners(network)], needsRoot: true,
            isRunnable: false)
    }

    /// For a server on another machine, or a camera with a server of its own.
    static func elsewhere(_ network: NetworkRecord?) -> [Fix] {
        let others = Fix("Close other programs that watch this camera, and then switch it off and on: many serve only a few at a time, and some hang")
        guard network?.address.hasPrefix("http") == true else {
            return [Fix("Take another stream of the camera (sub stream), whose address its page or manual has"), others]
        }
        return [
            Fix(
                "If a computer serves the pictures of a camera there (mjpg-streamer, ustreamer): run the doctor on that computer, and let the program ask the camera for no frame rate (leave out -f), and for MJPG"
            ), others,
        ]
    }
}
