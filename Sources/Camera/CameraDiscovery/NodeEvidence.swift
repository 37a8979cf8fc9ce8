// SPDX-License-Identifier: Apache-2.0

package import Frames

/// All evidence about a node, for its classification.
package struct NodeEvidence: Hashable, Sendable {
    /// The kernel's name, `video0`, `v4l-subdev3`; its prefix tells the kind of node.
    package var sysname: String
    /// sysfs's `name`, raw.
    package var name: String
    /// sysfs's `index`: the position of the node in its device; `nil` if unknown.
    package var index: Int?
    /// The driver bound to the parent, from sysfs.
    package var sysfsDriver: String?
    /// udev's `ID_V4L_CAPABILITIES`, `:capture:`; `nil` if its rules have not run.
    package var udevCapabilities: String?
    /// Whether udev's hardware database marks it as an infrared camera (`ID_INFRARED_CAMERA`), for cameras that show it
    /// neither by their formats nor by their whole name.
    package var isMarkedInfrared: Bool
    /// Whether its sysfs directory has the attributes that only v4l2loopback creates.
    package var hasLoopbackAttributes: Bool
    /// What it reported when opened, or why it was not opened.
    package var opened: Result<NodeCapabilities, NodeOpenFailure>?
    /// The other nodes of the same physical device.
    package var siblings: [Sibling]

    package struct Sibling: Hashable, Sendable {
        package var sysname: String
        package var index: Int?
        /// Its pixel formats; empty if it was not opened or has none.
        package var formats: [FourCC]
        /// Whether it captures video: from its capabilities, else from udev.
        package var captures: Bool

        package init(sysname: String, index: Int? = nil, formats: [FourCC] = [], captures: Bool = false) {
            self.sysname = sysname
            self.index = index
            self.formats = formats
            self.captures = captures
        }
    }

    package init(
        sysname: String, name: String = "", index: Int? = nil, sysfsDriver: String? = nil,
        udevCapabilities: String? = nil, isMarkedInfrared: Bool = false, hasLoopbackAttributes: Bool = false,
        opened: Result<NodeCapabilities, NodeOpenFailure>? = nil, siblings: [Sibling] = []
    ) {
        self.sysname = sysname
        self.name = name
        self.index = index
        self.sysfsDriver = sysfsDriver
        self.udevCapabilities = udevCapabilities
        self.isMarkedInfrared = isMarkedInfrared
        self.hasLoopbackAttributes = hasLoopbackAttributes
        self.opened = opened
        self.siblings = siblings
    }

    /// The capabilities it reported, if it was opened.
    package var capabilities: NodeCapabilities? {
        if case .success(let capabilities) = opened { capabilities } else { nil }
    }

    /// This node as its siblings see it.
    package var asSibling: Sibling {
        let captures =
            if let capabilities {
                capabilities.effective & Capability.anyCapture != 0
            } else {
                udevWords.map { $0.contains("capture") } ?? false
            }
        return Sibling(sysname: sysname, index: index, formats: capabilities?.formats ?? [], captures: captures)
    }

    /// The words of `ID_V4L_CAPABILITIES`.
    var udevWords: [Substring]? { udevCapabilities?.split(separator: ":") }
}

/// Source: `V4L2_CAP_*` in `linux/videodev2.h`.
enum Capability {
    static let videoCapture: UInt32 = 0x1
    static let videoOutput: UInt32 = 0x2
    static let videoOverlay: UInt32 = 0x4
    static let anyVBI: UInt32 = 0x10 | 0x20 | 0x40 | 0x80
    static let outputOverlay: UInt32 = 0x200
    static let rds: UInt32 = 0x100 | 0x800
    static let videoCapturePlanes: UInt32 = 0x1000
    static let videoOutputPlanes: UInt32 = 0x2000
    static let memoryToMemoryPlanes: UInt32 = 0x4000
    static let memoryToMemory: UInt32 = 0x8000
    static let tuner: UInt32 = 0x1_0000
    static let radio: UInt32 = 0x4_0000
    static let modulator: UInt32 = 0x8_0000
    static let anySoftwareRadio: UInt32 = 0x10_0000 | 0x40_0000
    static let metadataCapture: UInt32 = 0x80_0000
    static let metadataOutput: UInt32 = 0x800_0000
    static let touch: UInt32 = 0x1000_0000
    static let mediaController: UInt32 = 0x2000_0000

    static let anyCapture = videoCapture | videoCapturePlanes
    static let anyOutput = videoOutput | videoOutputPlanes
    static let anyMemoryToMemory = memoryToMemory | memoryToMemoryPlanes
}
