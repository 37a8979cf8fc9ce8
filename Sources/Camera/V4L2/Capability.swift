// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// The identity and capabilities of a node. Source: `struct v4l2_capability`.
package struct Capability: Hashable, Sendable {
    /// The driver's name, `uvcvideo`.
    package var driver: String
    /// The device's name. Untrusted: escape before showing.
    package var card: String
    /// Where it is attached, `usb-0000:00:14.0-1`.
    package var busInfo: String
    /// The kernel's version as (major, minor, patch).
    package var version: [UInt32]
    /// The capabilities of the whole device, of all its nodes.
    package var capabilities: UInt32
    /// The capabilities of this node: use these. Equal to `capabilities` if the driver does not set them.
    package var deviceCaps: UInt32

    package init(
        driver: String, card: String, busInfo: String, version: [UInt32] = [0, 0, 0], capabilities: UInt32,
        deviceCaps: UInt32
    ) {
        self.driver = driver
        self.card = card
        self.busInfo = busInfo
        self.version = version
        self.capabilities = capabilities
        self.deviceCaps = deviceCaps
    }

    /// Whether the driver sets `deviceCaps` (`V4L2_CAP_DEVICE_CAPS`), as all do since about Linux 3.4.
    package var hasDeviceCaps: Bool { capabilities & 0x8000_0000 != 0 }
    package var isCapture: Bool { deviceCaps & (0x1 | 0x1000) != 0 && !isMemoryToMemory }
    package var isMultiPlanar: Bool { deviceCaps & 0x1000 != 0 }
    package var isMemoryToMemory: Bool { deviceCaps & (0x8000 | 0x4000) != 0 }
    package var canStream: Bool { deviceCaps & 0x0400_0000 != 0 }

    /// The bits of `deviceCaps` as words, lowest first.
    package var labels: [String] {
        Self.names.filter { deviceCaps & $0.bit != 0 }.map(\.name)
    }

    private static let names: [(bit: UInt32, name: String)] = [
        (0x0000_0001, "video-capture"), (0x0000_0002, "video-output"), (0x0000_0004, "video-overlay"),
        (0x0000_0010, "vbi-capture"), (0x0000_0020, "vbi-output"), (0x0000_0040, "sliced-vbi-capture"),
        (0x0000_0080, "sliced-vbi-output"), (0x0000_0100, "rds-capture"), (0x0000_0200, "video-output-overlay"),
        (0x0000_0800, "rds-output"), (0x0000_1000, "video-capture-mplane"), (0x0000_2000, "video-output-mplane"),
        (0x0000_4000, "video-m2m-mplane"), (0x0000_8000, "video-m2m"), (0x0001_0000, "tuner"),
        (0x0002_0000, "audio"), (0x0004_0000, "radio"), (0x0008_0000, "modulator"), (0x0010_0000, "sdr-capture"),
        (0x0020_0000, "ext-pix-format"), (0x0040_0000, "sdr-output"), (0x0080_0000, "meta-capture"),
        (0x0100_0000, "readwrite"), (0x0400_0000, "streaming"), (0x0800_0000, "meta-output"),
        (0x1000_0000, "touch"), (0x2000_0000, "io-mc"),
    ]
}

extension VideoDevice {
    /// Queries the capabilities. Fails with `ENOTTY` if the file is not a video node, and on sub-devices.
    package func capability() throws(V4L2Error) -> Capability {
        var raw = v4l2_capability()
        try perform(.queryCapability, &raw, intent: "identify")
        let filled = raw.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        return Capability(
            driver: String(cField: raw.driver), card: String(cField: raw.card),
            busInfo: String(cField: raw.bus_info),
            version: [raw.version >> 16, raw.version >> 8 & 0xff, raw.version & 0xff],
            capabilities: raw.capabilities, deviceCaps: filled ? raw.device_caps : raw.capabilities)
    }
}
