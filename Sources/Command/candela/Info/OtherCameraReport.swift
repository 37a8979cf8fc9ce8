// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import GenICamCameras
internal import Output
internal import PipeWireCameras
internal import Terminal

/// The report of `info` on a camera of PipeWire or of machine vision. What it does not know, it does not show.
struct OtherCameraReport {
    private struct Format {
        var fourCC: String
        var kind: PixelFormat
        var sizes: [String]
    }

    private var name: String
    private var card: String
    private var driver: String
    private var driverVersion: String?
    private var fields: [(name: String, key: String, value: String)] = []
    private var formats: [Format] = []
    private var remarks: [String] = []
    private var zoom: String?

    /// Connects, without streaming.
    init(_ address: PipeWireAddress) throws(PipeWireTrouble) {
        let session = try PipeWireSession(address)
        let camera = session.camera
        name = address.query == nil ? camera.address : address.name
        card = camera.title
        driver = "pipewire"
        driverVersion = session.survey.version
        fields.append(("node", "node", camera.name))
        if let api = camera.api { fields.append(("interface", "interface", api)) }
        if let path = camera.devicePath { fields.append(("device", "device", path)) }
        fields.append(("state", "state", "\(camera.state)"))
        if !camera.clients.isEmpty {
            fields.append(("used by", "used_by", camera.clients.map(\.application).joined(separator: ", ")))
        }
        for format in try session.formats() {
            let size =
                format.minimum == format.maximum
                ? "\(format.maximum)" : "\(format.minimum) to \(format.maximum)"
            add(format.fourCC, size)
        }
        if formats.isEmpty { remarks.append("it does not tell its formats; they are agreed on when it streams") }
        zoom = ZoomWord.of((try? session.controls(node: nil).controls()) ?? [])
    }

    /// Opens the camera, without streaming.
    init(genICam text: String) throws(GenICamError) {
        let camera = try GenICamCamera(text)
        name = camera.name
        card = camera.id
        driver = "aravis"
        fields.append(("interface", "interface", camera.transport))
        if let fastest = camera.fastest {
            fields.append(("rate", "fastest_fps", "up to \(JSONValue.fixed(fastest, decimals: 2) ?? "?") fps now"))
        }
        let size = try camera.size()
        let (readable, others) = camera.formats()
        for format in readable { add(format, "any region up to \(size)") }
        if others > 0 {
            remarks.append("\(others) more format\(others == 1 ? "" : "s") (Bayer, packed or depth), not for scanning")
        }
    }

    private mutating func add(_ fourCC: FourCC?, _ size: String) {
        let name = fourCC?.description ?? "other"
        if let index = formats.firstIndex(where: { $0.fourCC == name }) {
            if !formats[index].sizes.contains(size) { formats[index].sizes.append(size) }
        } else {
            formats.append(Format(fourCC: name, kind: fourCC.map { PixelFormat($0) } ?? .unknown, sizes: [size]))
        }
    }

    var lines: [String] {
        var lines = [Console.bold(VisibleText.escape(name)) + "  " + VisibleText.escape(card)]
        func field(_ name: String, _ value: String) {
            lines.append(
                "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + VisibleText.escape(value))
        }
        field("driver", driver + (driverVersion.map { " " + $0 } ?? ""))
        for item in fields { field(item.name, item.value) }
        if let zoom { field("zoom", zoom) }
        for format in formats {
            var note = ""
            if case .unreadable(let reason) = format.kind { note = "  (not for scanning: \(reason))" }
            if case .unknown = format.kind { note = "  (not for scanning: not supported by candela)" }
            lines.append("")
            lines.append("  " + Console.bold(format.fourCC) + Console.dim(note))
            lines.append("    " + format.sizes.joined(separator: ", "))
        }
        if !remarks.isEmpty { lines.append("") }
        return lines + remarks.map { "  " + $0 }
    }

    var json: JSONValue {
        let members: [JSONValue.Member] = [
            .init("schema", "candela.info/1"), .init("source", .string(name)), .init("card", .string(card)),
            .init("driver", .string(driver)), .init("driver_version", driverVersion.map { .string($0) } ?? .null),
        ]
        let last: [JSONValue.Member] = [
            .init("zoom", zoom.map { .string($0) } ?? .null),
            .init(
                "formats",
                .array(
                    formats.map { format in
                        let reading: JSONValue =
                            switch format.kind {
                            case .readable: "uncompressed"
                            case .compressed: "jpeg"
                            case .unreadable, .unknown: "none"
                            }
                        return [
                            "fourcc": .string(format.fourCC), "reading": reading,
                            "size_range": .array(format.sizes.map { .string($0) }),
                        ]
                    })), .init("remarks", .array(remarks.map { .string($0) })),
        ]
        return .object(members + fields.map { .init($0.key, .string($0.value)) } + last)
    }
}
