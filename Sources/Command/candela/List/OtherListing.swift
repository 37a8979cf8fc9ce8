// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Output
internal import Terminal
internal import Udev

/// The report of `list` on a camera that is reached in another way than through a V4L2 node.
struct OtherListing {
    private let camera: OtherCamera

    init(_ camera: OtherCamera) { self.camera = camera }

    var lines: [String] {
        [
            Console.bold(VisibleText.escape(camera.title)) + "  " + camera.via
                + (camera.remark.map { ", " + VisibleText.escape($0) } ?? ""),
            "  " + VisibleText.escape(camera.address),
        ]
    }

    var json: JSONValue {
        [
            "address": .string(camera.address), "name": .string(camera.title), "via": .string(camera.via),
            "identity": .string(camera.identity), "remark": camera.remark.map { .string($0) } ?? .null,
            "devices": .array(camera.devices.sorted().map { .string($0.description) }),
        ]
    }
}
