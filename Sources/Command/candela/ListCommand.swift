// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraDiscovery
internal import Cameras
internal import Output
internal import Terminal

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the video devices and what each is for.",
        discussion: """
            Lists every video node that udev knows, with its class and the reason for the class. Each node is opened \
            briefly to query it; with --no-open only udev and sysfs are read. Then it lists the cameras that are reached \
            in another way, with the name to use for them: those of libcamera, if the machine has a media device that \
            needs it, and those that only PipeWire has.
            """)

    @Flag(help: "Report cameras as they are plugged in and unplugged, until Ctrl-C.") var watch = false
    @Flag(inversion: .prefixedNo, help: "Open each node to query it.") var open = true
    @Flag(help: "Print one JSON object, or with --watch one object per event.") var json = false
    @Flag(name: [.short, .long], help: "Show identity, access, tags and the reason for each class.") var verbose = false

    func run() throws {
        let finder = try failing { () throws(DiscoveryError) in
            try CameraFinder(probe: open ? V4L2NodeProbe() : nil)
        }
        if watch { return try follow(finder) }
        let cameras = try failing { () throws(DiscoveryError) in try finder.cameras() }
        let others = OtherCameras.beside(cameras.flatMap(\.nodes), of: finder, opens: open)
        if json {
            let report: JSONValue = [
                "schema": "candela.list/1",
                "nodes": .array(
                    cameras.flatMap(\.nodes).sorted { $0.sysname < $1.sysname }.map { NodeListing($0).json }),
                "others": .array(others.map(\.json)),
            ]
            try Console.print(report.text)
        } else if cameras.isEmpty, others.isEmpty {
            try Console.print("No video device found. Plug in a camera, or use sim: for the simulated camera.")
        } else {
            try show(cameras)
            for (index, other) in others.enumerated() {
                if index > 0 || !cameras.isEmpty { try Console.print("") }
                for line in other.lines(isVerbose: verbose) { try Console.print(line) }
            }
        }
        if !cameras.contains(where: { $0.primary != nil }), !others.contains(where: \.isUsable) {
            throw CommandFailure(status: .found)
        }
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
