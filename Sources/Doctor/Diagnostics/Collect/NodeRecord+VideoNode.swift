// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
import Frames
import V4L2

extension NodeRecord {
    package init(_ node: VideoNode) {
        self.init(
            sysname: node.sysname, path: node.path, title: node.title, nodeClass: node.nodeClass.rawValue,
            classReason: node.classification.reason, yieldsPictures: node.classification.yieldsPictures,
            cameraKey: node.cameraKey, bus: node.bus.description)
        driver = node.driver
        serial = node.serial
        identity = node.identity
        byID = node.byID
        byPath = node.byPath
        usbSpeed = node.usb?.speed
        usbRelease = node.usb?.bcdUSB.map(Int.init)
        usbRemovable = node.usb.flatMap { $0.removable == .unknown ? nil : $0.removable.rawValue }
        tags = node.tags.sorted()
        udevCapabilities = node.udevCapabilities
        access = node.access
        formats = node.capabilities?.formats.map(\.description) ?? []
        open =
            switch node.judgement {
            case .opened: .opened
            case .byName, .notAsked: .notTried
            case .unopened(let failure):
                switch failure.kind {
                case .notVideo: .silent(SystemError(rawValue: failure.errno).name)
                case .other where failure.errno == 0: .notTried
                // Known from udev, but without a node, so nothing was opened.
                case .missing where failure.errno == 0: .notTried
                default: .refused(SystemError(rawValue: failure.errno).name)
                }
            }
    }
}
