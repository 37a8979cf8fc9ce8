// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// The picture as YUYV without colour: every luma byte followed by a neutral chroma byte.
    package var yuyv: [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: size.area * 2) { bytes, count in
            withSpan { pixels in
                var target = 0
                for y in 0..<height {
                    var source = y &* rowStride
                    for _ in 0..<width {
                        unsafe bytes[target] = pixels[source]
                        unsafe bytes[target &+ 1] = 128
                        source &+= 1
                        target &+= 2
                    }
                }
            }
            count = size.area * 2
        }
    }
}
