// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Frames
import LinearReading

/// The modules of a linear code as zint draws it, dark ones true.
func modules(_ text: String, _ symbology: Symbology) throws -> [Bool] {
    let symbol = try BarcodeEncoder.encode(text, as: symbology)
    return (0..<symbol.modules.columns).map { symbol.modules.isDark($0, 0) }
}

/// A picture of such modules on white paper.
///
/// - Parameters:
///   - pixels: the width of a module.
///   - height: of the bars, in pixels.
func bars(of modules: [Bool], pixels: Int = 3, height: Int = 60) -> LumaImage {
    let (margin, above) = (20 * pixels, 15)
    let row = (0..<modules.count * pixels + 2 * margin).map { x -> UInt8 in
        let module = (x - margin) / pixels
        return x >= margin && module < modules.count && modules[module] ? 20 : 240
    }
    let white = [UInt8](repeating: 240, count: row.count)
    let rows = (0..<height + 2 * above).flatMap { (above..<above + height).contains($0) ? row : white }
    return LumaImage(size: FrameSize(width: row.count, height: height + 2 * above), pixels: rows)
}

/// What is found of such a picture.
func likelyBars(of modules: [Bool], pixels: Int = 3, height: Int = 60) -> LikelyBars {
    LikelyBars(in: bars(of: modules, pixels: pixels, height: height))
}
