// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames

extension ModuleGrid {
    /// Draws the symbol as if printed: black on white, upright, with its quiet zone.
    func picture(modulePixels: Int, quietZone: Int) -> LumaImage {
        let size = FrameSize(
            width: (columns + 2 * quietZone) * modulePixels, height: (rows + 2 * quietZone) * modulePixels)
        return LumaImage(size: size) { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let dark = isDark(x / modulePixels - quietZone, y / modulePixels - quietZone)
                    pixels[y * size.width + x] = dark ? 0 : 255
                }
            }
        }
    }
}
