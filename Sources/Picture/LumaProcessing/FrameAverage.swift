// SPDX-License-Identifier: Apache-2.0

package import Frames

/// The mean of frames of a static scene: noise falls with the square root of their number.
///
/// A running mean of about the last eight frames, so that it follows a slow change of light.
package struct FrameAverage: Sendable {
    /// Pixel values times 128.
    private var sums: [UInt16] = []
    private var size = FrameSize(width: 0, height: 0)
    private var count = 0

    private static let most = 8

    package init() {}

    /// Starts again.
    package mutating func removeAll() { count = 0 }

    /// Adds a frame. A frame of another size starts a new mean.
    package mutating func add(_ image: LumaImage) {
        if image.size != size {
            size = image.size
            sums = [UInt16](repeating: 0, count: size.area)
            count = 0
        }
        count = min(count + 1, Self.most)
        let (width, height, stride) = (image.width, image.height, image.rowStride)
        // The new frame's weight, in 1/2^16.
        let weight = UInt32(65536 / count)
        let isFirst = count == 1
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            unsafe image.withUnsafePixels { pixels in
                guard let from = pixels.baseAddress, let to = sums.baseAddress else { return }
                for y in 0..<height {
                    let row = unsafe from + y &* stride
                    let mean = unsafe to + y &* width
                    if isFirst {
                        for x in 0..<width { unsafe mean[x] = UInt16(row[x]) &<< 7 }
                    } else {
                        for x in 0..<width {
                            let new = unsafe UInt32(row[x]) &<< 7
                            let old = unsafe UInt32(mean[x])
                            // Both are under 2^15, and the weights add up to 2^16.
                            unsafe mean[x] = UInt16(
                                truncatingIfNeeded: (old &* (65536 &- weight) &+ new &* weight) &>> 16)
                        }
                    }
                }
            }
        }
    }

    /// `nil` until two frames have been added: one needs no averaging.
    package var image: LumaImage? {
        guard count > 1 else { return nil }
        return LumaImage(size: size) { pixels in
            for index in sums.indices { pixels[index] = UInt8(truncatingIfNeeded: (sums[index] &+ 64) &>> 7) }
        }
    }
}
