// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The image with the values of `range` spread over all of 0 to 255, and those beyond it at its ends: what differs by little in it
    /// differs by much then, noise as well. A new image of the same size.
    package func levelled(_ range: ClosedRange<UInt8>) -> LumaImage {
        let (low, span) = (Int(range.lowerBound), max(1, Int(range.upperBound) - Int(range.lowerBound)))
        let levels = (0...255).map { UInt8(clamping: ($0 - low) * 255 / span) }
        let (width, height, stride) = (width, height, rowStride)
        return unsafe .made(size, from: self) { source, target in
            for y in 0..<height {
                let from = unsafe source + y &* stride
                let to = unsafe target + y &* width
                for x in 0..<width { unsafe to[x] = levels[Int(from[x])] }
            }
        }
    }
}
