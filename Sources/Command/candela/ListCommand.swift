// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraDiscovery
internal import Cameras
internal import OnvifCameras
internal import Output
internal import Terminal

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the video devices and what each is for.",
        usage: "candela list [--watch | --network] [--no-open] [--json] [--verbose]",
        discussion: """
            Lists every video node that udev knows, with its class and the reason for the class. Each node is opened \
            briefly to query it; with --no-open only udev and sysfs are read. Then it lists the cameras that are reached \
            in another way, with the name to use for them: those of libcamera, if the machine has a media device that \
            needs it, and those that only PipeWire has.

            With --network it also asks the local networks for ONVIF cameras: one multicast question, answered within two \
            seconds. For each that answers it prints the commands that scan its streams, or that the camera asks for a user \
            and a password; then `candela info onvif:USER@HOST` lists them. No password is sent to a camera that was only found.
            """)

    @Flag(help: "Report cameras as they are plugged in and unplugged, until Ctrl-C.") var watch = false
    @Flag(inversion: .prefixedNo, help: "Open each node to query it.") var open = true
    @Flag(help: "Also search the local networks for ONVIF cameras.") var network = false
    @Flag(help: "Print one JSON object, or with --watch one object per event.") var json = false
    @Flag(name: [.short, .long], help: "Show identity, access, tags and the reason for each class.") var verbose = false

    func validate() throws {
        if watch, network { throw ValidationError("cannot use --network with --watch: the network is searched once") }
    }

    func run() throws {
        // Before a library starts a thread.
        if network { Interruption.install() }
        let finder = try failing { () throws(DiscoveryError) in
            try CameraFinder(probe: open ? V4L2NodeProbe() : nil)
        }
        if watch { return try follow(finder) }
        let cameras = try failing { () throws(DiscoveryError) in try finder.cameras() }
        let others = OtherCameras.beside(cameras.flatMap(\.nodes), of: finder, opens: open)
        let found = try network ? searchNetwork() : nil
        if json {
            var report: JSONValue = [
                "schema": "candela.list/1",
                "nodes": .array(
                    cameras.flatMap(\.nodes).sorted { $0.sysname < $1.sysname }.map { NodeListing($0).json }),
                "others": .array(others.map(\.json)),
            ]
            if let found { report = report.adding([.init("network", found.json)]) }
            try Console.print(report.text)
        } else if cameras.isEmpty, others.isEmpty, found?.isEmpty != false {
            try Console.print("No video device found. Plug in a camera, or use sim: for the simulated camera.")
        } else {
            try show(cameras)
            for (index, other) in others.enumerated() {
                if index > 0 || !cameras.isEmpty { try Console.print("") }
                for line in other.lines(isVerbose: verbose) { try Console.print(line) }
            }
            for (index, block) in (found?.blocks ?? []).enumerated() {
                if index > 0 || !cameras.isEmpty || !others.isEmpty { try Console.print("") }
                for line in block { try Console.print(line) }
            }
        }
        for note in found?.notes ?? [] { Console.note(VisibleText.escape(note)) }
        if !cameras.contains(where: { $0.primary != nil }), !others.contains(where: \.isUsable), found?.isEmpty != false
        {
            throw CommandFailure(status: .found)
        }
    }

    private func searchNetwork() throws -> NetworkListing {
        let listing = try failing { () throws(SearchError) in try NetworkListing() }
        if Interruption.received != nil { throw CommandFailure("") }
        return listing
    }

    private func show(_ cameras: [Camera]) throws(CommandFailure) {
        for (index, camera) in cameras.enumerated() {
            if index > 0 { try Console.print("") }
            for line in CameraListing(camera, isVerbose: verbose).lines { try Console.print(line) }
        }
    }

    private func follow(_ finder: CameraFinder) throws {
        Interruption.install()
        let monitor = try failing { () throws(DiscoveryError) in try CameraMonitor(finder: finder) }
        Interruption.onSignal(monitor.wake)
        for camera in Camera.group(monitor.initialNodes) { try report("present", camera) }
        if !json { Console.note("watching for cameras; press Ctrl-C to stop") }
        while Interruption.received == nil {
            guard case .event(let event) = try failing({ () throws(DiscoveryError) in try monitor.next() }) else {
                continue
            }
            try report(event.change.rawValue, event.camera)
        }
    }

    private func report(_ change: String, _ camera: Camera) throws(CommandFailure) {
        if json {
            let event: JSONValue = [
                "event": .string(change), "time": .string(WallTime.now.text), "camera": .string(camera.identity),
                "nodes": .array(camera.nodes.map { NodeListing($0).json }),
            ]
            return try Console.print(event.text)
        }
        let places = camera.nodes.map { "\($0.place) (\($0.nodeClass))" }.joined(separator: ", ")
        try Console.print("\(change)  \(VisibleText.escape(camera.title))  \(VisibleText.escape(places))")
    }
}
