// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Foundation
import Frames

/// A raw picture in a format that a video node accepts.
struct RawPicture {
    var fourCC: String
    var size: FrameSize
    var data: Data

    /// A code in the middle of a grey background, in one of the formats the tests play.
    init(_ symbology: Symbology, _ text: String, fourCC: String, size: FrameSize) throws {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let luma = Self.centred(symbol.image(modulePixels: 3), in: size)
        self.fourCC = fourCC
        self.size = size
        let neutral = UInt8(128)
        switch fourCC {
        case "GREY": data = Data(luma)
        case "YUYV": data = Data(luma.flatMap { [$0, neutral] })
        case "NV12": data = Data(luma) + Data(repeating: neutral, count: luma.count / 2)
        case "BGR3": data = Data(luma.flatMap { [$0, $0, $0] })
        default: throw LaboratoryError("no way to make a picture in \(fourCC)")
        }
    }

    private static func centred(_ code: LumaImage, in size: FrameSize) -> [UInt8] {
        var pixels = [UInt8](repeating: 170, count: size.area)
        let left = (size.width - code.width) / 2
        let top = (size.height - code.height) / 2
        for y in 0..<code.height {
            for x in 0..<code.width {
                // Values that every format preserves: limited-range luma is 16 to 235.
                pixels[(top + y) * size.width + left + x] = 20 + UInt8(Int(code[x, y]) * 200 / 255)
            }
        }
        return pixels
    }
}
