// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraControls
internal import Cameras
internal import Frames
internal import GenICamCameras
internal import LibcameraCameras
internal import NetworkCameras
internal import OnvifCameras
internal import Output
internal import PipeWireCameras
internal import Terminal
internal import Torch
internal import V4L2

struct InfoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show a camera's identity, formats, sizes and frame rates.")

    @OptionGroup var camera: CameraArgument
    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let address = CameraAddress(camera.camera)
        if case .libcamera(let text) = address { return try show(libcamera: text) }
        if case .network(let place) = address, place.isOnvif { return try show(onvif: place) }
        if case .pipeWire(let place) = address {
            return try show(try failing { () throws(PipeWireTrouble) in try OtherCameraReport(place) })
        }
        if case .genICam(let text) = address {
            return try show(try failing { () throws(GenICamError) in try OtherCameraReport(genICam: text) })
        }
        let node = try openingCamera(camera.camera) { opener throws(CameraError) in try opener.node(camera.camera) }
        Console.note(choice: node.choice)
        let report = try failing { () throws(V4L2Error) in try NodeReport(node.device, path: node.path) }
        let torch = TorchFinding(open: node.path, node.device, nil)
        if json {
            try Console.print(report.json.adding(torch.members).text)
        } else {
            for line in report.lines + torch.lines { try Console.print(line) }
        }
    }
}

extension InfoCommand {
    private func show(onvif address: NetworkAddress) throws {
        Interruption.install()
        let report = try failing { () throws(NetworkTrouble) in OnvifReport(try OnvifCamera.ask(address)) }
        if json { return try Console.print(report.json.text) }
        for line in report.lines { try Console.print(line) }
    }

    private func show(_ report: OtherCameraReport) throws {
        if json { return try Console.print(report.json.text) }
        for line in report.lines { try Console.print(line) }
    }

    private func show(libcamera text: String) throws {
        let report = try failing { () throws(LibcameraError) in try LibcameraReport(text) }
        if json { return try Console.print(report.json.text) }
        for line in report.lines { try Console.print(line) }
    }
}

/// The report of `info` on one video node.
struct NodeReport {
    struct Format {
        var description: PixelFormatDescription
        var kind: PixelFormat
        var sizes: [(size: FrameSize, intervals: FrameIntervals)]
        /// Set if the driver accepts a range of sizes.
        var range: FrameSizes?
    }

    var path: String
    var capability: Capability
    var inputs: [VideoInput]
    var current: CaptureFormat
    var interval: FrameInterval?
    var formats: [Format]
    /// A description of the camera's zoom; `nil` if it has none.
    var zoom: String?

    init(_ device: VideoDevice, path: String) throws(V4L2Error) {
        self.path = path
        capability = try device.capability()
        inputs = try device.inputs()
        let multiPlanar = capability.isMultiPlanar
        current = try device.captureFormat(multiPlanar: multiPlanar)
        interval = try device.frameInterval(multiPlanar: multiPlanar)
        // A camera that does not list its controls counts as one without zoom.
        zoom = ZoomWord.of((try? device.controls()) ?? [])
        formats = []
        for description in try device.pixelFormats(multiPlanar: multiPlanar) {
            var format = Format(description: description, kind: PixelFormat(description.fourCC), sizes: [])
            switch try device.frameSizes(description.fourCC) {
            case .discrete(let sizes):
                for size in sizes {
                    format.sizes.append((size, try device.frameIntervals(description.fourCC, size)))
                }
            case .stepwise(let minimum, let maximum, let step):
                format.range = .stepwise(minimum: minimum, maximum: maximum, step: step)
                format.sizes = [(maximum, try device.frameIntervals(description.fourCC, maximum))]
            }
            formats.append(format)
        }
    }

    var lines: [String] {
        var lines = [Console.bold(path) + "  " + VisibleText.escape(capability.card)]
        func field(_ name: String, _ value: String) {
            lines.append("  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + value)
        }
        field(
            "driver",
            VisibleText.escape(capability.driver) + " " + capability.version.map(String.init).joined(separator: "."))
        field("bus", VisibleText.escape(capability.busInfo))
        field("can", capability.labels.joined(separator: ", "))
        for input in inputs {
            let faults = input.faults.isEmpty ? "" : " (\(input.faults.joined(separator: ", ")))"
            field("input \(input.index)", VisibleText.escape(input.name) + faults)
        }
        let rate = interval.map { ", \(Self.rate($0)) fps" } ?? ""
        field("set to", "\(current.fourCC) \(current.size)\(rate)")
        if let zoom { field("zoom", zoom) }
        for format in formats {
            lines.append("")
            lines.append(
                "  " + Console.bold(format.description.fourCC.description) + "  "
                    + VisibleText.escape(format.description.name) + Console.dim(Self.note(format)))
            if case .stepwise(let minimum, let maximum, let step) = format.range {
                lines.append(
                    "    \(minimum) to \(maximum) in steps of \(step)\(Self.rates(format.sizes.first?.intervals))")
            } else {
                for (size, intervals) in format.sizes {
                    let name = size.description
                    lines.append(
                        "    " + name + String(repeating: " ", count: max(1, 10 - name.count)) + Self.rates(intervals))
                }
            }
        }
        return lines
    }

    private static func note(_ format: Format) -> String {
        var notes: [String] = []
        if format.description.isEmulated { notes.append("emulated") }
        switch format.kind {
        case .readable, .compressed: break
        case .unreadable(let reason): notes.append("not for scanning: \(reason)")
        case .unknown: notes.append("decoded by libv4lconvert if it supports the format")
        }
        return notes.isEmpty ? "" : "  (\(notes.joined(separator: "; ")))"
    }

    private static func rates(_ intervals: FrameIntervals?) -> String {
        switch intervals {
        case nil: ""
        case .discrete(let all):
            all.isEmpty ? "" : " " + all.map { rate($0) }.joined(separator: ", ") + " fps"
        case .stepwise(let minimum, let maximum, _): " \(rate(maximum)) to \(rate(minimum)) fps"
        }
    }

    private static func rate(_ interval: FrameInterval) -> String {
        JSONValue.fixed(interval.framesPerSecond, decimals: 2) ?? "?"
    }

    var json: JSONValue {
        [
            "schema": "candela.info/1", "source": .string(path), "card": .string(capability.card),
            "driver": .string(capability.driver),
            "driver_version": .string(capability.version.map(String.init).joined(separator: ".")),
            "bus": .string(capability.busInfo), "capabilities": .array(capability.labels.map { .string($0) }),
            "inputs": .array(
                inputs.map {
                    [
                        "index": .integer($0.index), "name": .string($0.name),
                        "faults": .array($0.faults.map { .string($0) }),
                    ]
                }),
            "current": [
                "fourcc": .string(current.fourCC.description), "width_px": .integer(current.size.width),
                "height_px": .integer(current.size.height),
                "frame_rate_fps": interval.map { .number($0.framesPerSecond, decimals: 3) } ?? .null,
            ],
            "formats": .array(formats.map(Self.json)), "zoom": zoom.map { .string($0) } ?? .null,
        ]
    }

    private static func json(_ format: Format) -> JSONValue {
        let reading: JSONValue =
            switch format.kind {
            case .readable: "uncompressed"
            case .compressed: "jpeg"
            case .unreadable: "none"
            case .unknown: "libv4lconvert"
            }
        var members: [JSONValue.Member] = [
            .init("fourcc", .string(format.description.fourCC.description)),
            .init("description", .string(format.description.name)),
            .init("compressed", .bool(format.description.isCompressed)),
            .init("emulated", .bool(format.description.isEmulated)), .init("reading", reading),
        ]
        if case .unreadable(let reason) = format.kind { members.append(.init("reason", .string(reason))) }
        if case .stepwise(let minimum, let maximum, let step) = format.range {
            func pair(_ size: FrameSize) -> JSONValue { [.integer(size.width), .integer(size.height)] }
            members.append(
                .init(
                    "size_range_px", ["minimum": pair(minimum), "maximum": pair(maximum), "step": pair(step)]))
        }
        members.append(
            .init(
                "sizes",
                .array(
                    format.sizes.map { size, intervals in
                        .object(
                            [.init("width_px", .integer(size.width)), .init("height_px", .integer(size.height))]
                                + Self.json(intervals))
                    })))
        return .object(members)
    }

    private static func json(_ intervals: FrameIntervals) -> [JSONValue.Member] {
        func exact(_ interval: FrameInterval) -> JSONValue {
            [.integer(interval.numerator), .integer(interval.denominator)]
        }
        switch intervals {
        case .discrete(let all): return [.init("intervals_s", .array(all.map(exact)))]
        case .stepwise(let minimum, let maximum, let step):
            return [
                .init(
                    "interval_range_s",
                    [
                        "minimum": exact(minimum), "maximum": exact(maximum),
                        "step": step.map(exact) ?? "continuous",
                    ])
            ]
        }
    }
}
