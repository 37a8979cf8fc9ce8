// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Cameras
internal import Output
internal import Terminal

/// The cameras that are no video nodes, for `list`.
enum OtherCameras {
    static func find(besides nodes: [VideoNode]) -> [OtherCamera] { OtherCamera.ofPipeWire(besides: nodes) }
}

extension OtherCamera {
    func lines(isVerbose: Bool) -> [String] {
        let address = VisibleText.escape(address)
        var lines = [
            Console.bold(VisibleText.escape(name)) + "  " + label,
            "  " + address + (note.map { "  " + VisibleText.escape($0) } ?? ""),
        ]
        if isVerbose { lines.append("      identity   " + VisibleText.escape(identity)) }
        return lines
    }

    var json: JSONValue {
        [
            "name": .string(name), "address": .string(address), "identity": .string(identity), "via": .string(via),
            "note": note.map { .string($0) } ?? .null, "usable": .bool(isUsable),
        ]
    }
}
