// SPDX-License-Identifier: Apache-2.0

package import Frames

extension LumaImage {
    /// Black and white exchanged: each pixel is 255 minus its value.
    package func inverted() -> LumaImage {
        let (width, height, stride) = (width, height, rowStride)
        return unsafe .made(size, from: self) { source, target in
            for y in 0..<height {
                let from = unsafe source + y &* stride
                let to = unsafe target + y &* width
                for x in 0..<width { unsafe to[x] = ~from[x] }
            }
        }
    }
}
