// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import CameraDiscovery
internal import Frames
internal import LibcameraCameras
internal import Output
internal import Terminal
internal import Udev

/// The report of `info` on a camera of libcamera.
struct LibcameraReport {
    struct Format {
        var fourCC: FourCC
        var kind: PixelFormat
        var sizes: [FrameSize]
    }

    private let camera: LibcameraCamera
    private let nodes: [String]
    private let formats: [Format]
    private let zoom: String?

    /// Takes the camera for a moment, without streaming.
    init(_ text: String) throws(LibcameraError) {
        let found = (try? CameraFinder(probe: nil).nodes()) ?? []
        camera = try LibcameraCamera.choose(
            text, from: try LibcameraCamera.all(candidates: found.compactMap { $0.deviceNumber?.rawValue }),
            log: Libcamera.log)
        let own = camera.devices
        nodes = found.filter { node in node.deviceNumber.map { own.contains($0.rawValue) } ?? false }.map(\.place)
        let session = try LibcameraSession(camera)
        var formats: [Format] = []
        for mode in try session.modes() {
            if let index = formats.firstIndex(where: { $0.fourCC == mode.fourCC }) {
                formats[index].sizes.append(mode.size)
            } else {
                formats.append(Format(fourCC: mode.fourCC, kind: PixelFormat(mode.fourCC), sizes: [mode.size]))
            }
        }
        self.formats = formats
        zoom = ZoomWord.of((try? LibcameraControls(session).controls()) ?? [])
    }

    var lines: [String] {
        var lines = [Console.bold(VisibleText.escape(camera.address)) + "  " + VisibleText.escape(camera.title)]
        func field(_ name: String, _ value: String) {
            lines.append("  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + value)
        }
        field("driver", "libcamera \(Libcamera.version ?? "")")
        if let location = camera.location { field("location", location.rawValue) }
        if !nodes.isEmpty { field("nodes", nodes.map(VisibleText.escape).joined(separator: ", ")) }
        if let zoom { field("zoom", zoom) }
        for format in formats {
            lines.append("")
            var note = ""
            if case .unreadable(let reason) = format.kind { note = "  (not for scanning: \(reason))" }
            if case .unknown = format.kind { note = "  (not for scanning: not supported by candela)" }
            lines.append("  " + Console.bold(format.fourCC.description) + Console.dim(note))
            lines.append("    " + format.sizes.map(\.description).joined(separator: ", "))
        }
        return lines
    }

    var json: JSONValue {
        [
            "schema": "candela.info/1", "source": .string(camera.address), "card": .string(camera.title),
            "driver": "libcamera", "driver_version": Libcamera.version.map { .string($0) } ?? .null,
            "location": camera.location.map { .string($0.rawValue) } ?? .null,
            "nodes": .array(nodes.map { .string($0) }), "zoom": zoom.map { .string($0) } ?? .null,
            "formats": .array(
                formats.map { format in
                    let reading: JSONValue =
                        switch format.kind {
                        case .readable: "uncompressed"
                        case .compressed: "jpeg"
                        case .unreadable, .unknown: "none"
                        }
                    return [
                        "fourcc": .string(format.fourCC.description), "reading": reading,
                        "sizes": .array(
                            format.sizes.map { ["width_px": .integer($0.width), "height_px": .integer($0.height)] }),
                    ]
                }),
        ]
    }
}
