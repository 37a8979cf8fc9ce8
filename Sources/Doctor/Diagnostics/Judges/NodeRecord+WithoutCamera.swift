// SPDX-License-Identifier: Apache-2.0

extension NodeRecord {
    /// Whether this node is there without any camera: a codec, a scaler or an image processor of the board's chip, or a virtual
    /// camera that no program feeds.
    var isWithoutCamera: Bool {
        guard !yieldsPictures else { return false }
        switch nodeClass {
        case "memory-to-memory": return true
        // One that could not be opened may be fed.
        case "loopback": return open.wasAsked
        // Those of a USB camera or capture card belong to that, and vivid's to what it plays.
        case "output", "metadata": return bus != "usb" && bus != "pci" && driver != "vivid"
        case "needs-libcamera": return SensorJudge.processors.contains(driver ?? "")
        case "touch": return !isOpticalTouch
        default: return false
        }
    }
}

extension Snapshot {
    /// Whether no node comes from a camera: then the nodes tell as little about one as none would.
    var hasNoCameraNode: Bool { nodes.value?.allSatisfy(\.isWithoutCamera) == true }
}
