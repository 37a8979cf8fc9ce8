// SPDX-License-Identifier: Apache-2.0

import Frames

/// The kind of sensor data in a pixel format, as far as it distinguishes kinds of cameras.
enum PixelFormatFamily: Hashable {
    /// One brightness value per pixel.
    case grey
    /// Raw sensor data under a colour mosaic.
    case bayer
    /// One distance per pixel.
    case depth
    /// Everything else: colour, and compressed pictures.
    case colour

    init(_ format: FourCC) {
        self =
            if Self.greyFormats.contains(format) {
                .grey
            } else if Self.bayerFormats.contains(format) {
                .bayer
            } else if Self.depthFormats.contains(format) {
                .depth
            } else {
                .colour
            }
    }

    // Source: `linux/videodev2.h` of 6.1, and later ones for Y012, Y12P, Y14P, Y16I and the Raspberry Pi's PC1x.
    private static let greyFormats = set(
        "GREY Y04 Y06 Y10 Y12 Y012 Y14 Y16 Y10B Y10P Y12P Y14P ip3y Y8I Y12I Y16I PC1M")
    private static let depthFormats = set("Z16 INZI CNF4")
    private static let bayerFormats = set(
        """
        BA81 GBRG GRBG RGGB BG10 GB10 BA10 RG10 pBAA pGAA pgAA pRAA aBA8 aGA8 agA8 aRA8 bBA8 bGA8 BD10 bRA8 \
        BG12 GB12 BA12 RG12 pBCC pGCC pgCC pRCC BG14 GB14 GR14 RG14 pBEE pGEE pgEE pREE BYR2 GB16 GR16 RG16 \
        ip3b ip3g ip3G ip3r PC1B PC1G PC1g PC1R
        """)

    private static func set(_ codes: String) -> Set<FourCC> {
        Set(codes.split(separator: " ").compactMap { FourCC($0) })
    }
}
