// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import LumaProcessing
import Testing

/// A code of a symbology, as encoded and as expected from a reader.
struct Sample: Sendable, CustomTestStringConvertible {
    var symbology: Symbology
    var text: String
    var isStacked = false
    var isGS1 = false

    var testDescription: String { symbology.rawValue + (isStacked ? " stacked" : "") }

    func encoded() throws -> EncodedSymbol {
        var options = EncodingOptions()
        options.isStacked = isStacked
        options.isGS1 = isGS1
        return try BarcodeEncoder.encode(text, as: symbology, options)
    }

    static let linear: [Sample] = [
        Sample(symbology: .ean13, text: "4006381333931"), Sample(symbology: .ean8, text: "96385074"),
        Sample(symbology: .upcA, text: "036000291452"), Sample(symbology: .upcE, text: "01234505"),
        Sample(symbology: .isbn, text: "9780306406157"), Sample(symbology: .code39, text: "CANDELA-39"),
        Sample(symbology: .code39Mod43, text: "CODE39"), Sample(symbology: .code93, text: "CANDELA 93"),
        Sample(symbology: .code128, text: "Candela 128"), Sample(symbology: .codabar, text: "A40156B"),
        Sample(symbology: .itf, text: "00012345678905"),
    ]
    static let dataBar: [Sample] = [
        Sample(symbology: .dataBar, text: "09501101530003"),
        Sample(symbology: .dataBarExpanded, text: "(01)09501101530003(3103)001750"),
    ]
    static let matrix: [Sample] = [
        Sample(symbology: .qr, text: "https://example.org/candela?q=1"),
        Sample(symbology: .aztec, text: "Candela Aztec"),
        Sample(symbology: .pdf417, text: "Candela PDF417, two lines of text"),
        Sample(symbology: .dataMatrix, text: "Candela Data Matrix"),
    ]
}

/// A pale scene of the given size with pictures placed on it.
func scene(_ width: Int, _ height: Int, _ parts: [(image: LumaImage, x: Int, y: Int)]) -> LumaImage {
    var pixels = [UInt8](repeating: 230, count: width * height)
    for part in parts {
        for y in 0..<part.image.height {
            for x in 0..<part.image.width { pixels[(part.y + y) * width + part.x + x] = part.image[x, y] }
        }
    }
    return LumaImage(size: FrameSize(width: width, height: height), pixels: pixels)
}

/// The picture as a part of a larger one, so that its rows are padded.
func asCrop(_ image: LumaImage) -> LumaImage {
    scene(image.width + 30, image.height + 20, [(image, 17, 9)])
        .cropped(to: PixelRectangle(x: 17, y: 9, width: image.width, height: image.height))!
}

extension Barcode {
    /// GS1 data is compared without its separators.
    var plainText: String? { text?.replacing("\u{1d}", with: "") }
}
