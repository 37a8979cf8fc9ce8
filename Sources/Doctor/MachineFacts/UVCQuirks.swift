// SPDX-License-Identifier: Apache-2.0

/// What the driver uvcvideo does otherwise for cameras that break the rules of their class: the bits of its parameter `quirks`.
///
/// Source: drivers/media/usb/uvc/uvcvideo.h of the kernel.
package struct UVCQuirks: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Does not ask for the least and greatest values of a stream.
    package static let withoutLimits = UVCQuirks(rawValue: 0x2)
    /// Negotiates a stream in the longer form of a later version of the class.
    package static let longProbe = UVCQuirks(rawValue: 0x4)
    /// Finds the ends of frames without the bit that changes from one frame to the next.
    package static let withoutFrameID = UVCQuirks(rawValue: 0x10)
    /// Computes the bandwidth of uncompressed formats itself.
    package static let ownBandwidth = UVCQuirks(rawValue: 0x80)
    /// Does not ask for the default values of a stream.
    package static let withoutDefaults = UVCQuirks(rawValue: 0x100)
    /// Takes the number of bits a pixel from the name of the format.
    package static let knownPixels = UVCQuirks(rawValue: 0x1000)
    /// Leaves the power saving of USB off for it.
    package static let awake = UVCQuirks(rawValue: 0x8000)

    /// What the newest kernels do otherwise for a model; empty for all others.
    ///
    /// - Parameter identifier: the camera's ids in small letters, `1de1:f105`.
    package static func known(_ identifier: String) -> UVCQuirks {
        table.reduce(into: []) { quirks, entry in
            if entry.ids.split(whereSeparator: { $0 == " " || $0 == "\n" }).contains(where: { $0 == identifier }) { quirks.insert(entry.quirk) }
        }
    }

    /// Only of those above: with other entries the camera works, and a value or a size is wrong. Source: the list of uvcvideo
    /// (drivers/media/usb/uvc/uvc_driver.c) in 2026; 07ca:1570 came with commit b79251c881bb.
    private static let table: [(quirk: UVCQuirks, ids: String)] = [
        (
            .withoutLimits,
            """
            0416:a91a 0458:706e 045e:00f8 045e:0723 058f:3820 05ac:8501 0bd3:0555 0e8d:0004 152d:0310 1871:0306 18ec:3188
            18ec:3288 1b3b:2951 1b3f:2002 1c4f:3000 1fc9:009b
            """
        ),
        (.longProbe, "1871:0306 18cd:cafe"),
        (
            .withoutFrameID,
            "03f0:e207 05e3:0505 13d3:5103 174f:5212 174f:5931 174f:8a12 174f:8a31 174f:8a33 174f:8a34 17dc:0202 17ef:480b"
        ),
        (.ownBandwidth, "05c8:0403 06f8:300c 0ac8:332d 0ac8:3410 0ac8:3420"),
        (
            .withoutDefaults,
            "045e:0721 05a9:2640 05a9:2641 05a9:2643 05a9:264a 05a9:7670 05ac:8514 05ac:8600 0e8d:0004 18ec:3290"
        ),
        (.knownPixels, "29fe:4d53"),
        (.awake, "07ca:1570 1de1:f105 2e1a:4c01"),
    ]
}
