// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Output
internal import Terminal
internal import Udev

/// The report of `list` on a camera that is no video node.
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
            "note": note.map { .string($0) } ?? .null, "usable": .bool(isUsable), "devices": .array(devices.sorted().map { .string($0.description) }),
        ]
    }
}
