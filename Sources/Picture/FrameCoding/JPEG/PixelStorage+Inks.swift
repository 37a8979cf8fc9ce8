// SPDX-License-Identifier: Apache-2.0

import Frames

extension PixelStorage {
    /// The luma of cyan, magenta, yellow and black, one byte each, rows without padding.
    ///
    /// Each ink reduces the light by its share, the usual conversion of process colours without a profile.
    /// - Parameter inverted: 255 is no ink, as Adobe's programs write it; otherwise 255 is full ink.
    func lumaOfInks(size: FrameSize, inverted: Bool) -> LumaImage {
        precondition(count >= size.area * 4, "four bytes a pixel")
        let flip: UInt8 = inverted ? 0 : 255
        return LumaImage(size: size) { target in
            unsafe withUnsafeBytes { inks in
                for pixel in 0..<size.area {
                    let at = pixel &* 4
                    let cyan = unsafe UInt32(inks[at] ^ flip)
                    let magenta = unsafe UInt32(inks[at &+ 1] ^ flip)
                    let yellow = unsafe UInt32(inks[at &+ 2] ^ flip)
                    let black = unsafe UInt32(inks[at &+ 3] ^ flip)
                    let sum = cyan &* 77 &+ magenta &* 150 &+ yellow &* 29
                    target[pixel] = UInt8(truncatingIfNeeded: (sum &* black / 255 &+ 128) &>> 8)
                }
            }
        }
    }
}
