// SPDX-License-Identifier: Apache-2.0

package import Frames

/// libcamera names formats as DRM does, and the kernel's DRM names differ from V4L2's: DRM names the order of bytes in a
/// little-endian word, V4L2 mostly that in memory.
///
/// Source: `drm_fourcc.h`, `videodev2.h`, and the table in libcamera's `v4l2_pixelformat.cpp`.
package enum LibcameraFormat {
    private static let differing: [(drm: String, v4l2: String)] = [
        ("R8", "GREY"), ("R10", "Y10"), ("R12", "Y12"), ("R16", "Y16"),
        ("RG24", "BGR3"), ("BG24", "RGB3"), ("RG16", "RGBP"),
        ("YU16", "422P"),
    ]

    /// V4L2's code of a DRM format; most have the same.
    package static func fourCC(drm: UInt32) -> FourCC {
        differing.first { FourCC($0.drm)?.rawValue == drm }.flatMap { FourCC($0.v4l2) } ?? FourCC(rawValue: drm)
    }

    /// The reverse.
    package static func drm(_ fourCC: FourCC) -> UInt32 {
        (differing.first { FourCC($0.v4l2) == fourCC }.flatMap { FourCC($0.drm) } ?? fourCC).rawValue
    }
}
