// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZXing
import Frames
import Testing

/// Printed-only codes whose carrier is readable, and some that zxing-cpp reads as such.
@Suite("Printed-only codes are read as their carrier")
struct PrintedRoundTripTests {
    @Test(
        "the example is read as its carrier",
        // zxing-cpp 1.4 reads no runes; our own reader does, which a test of `candela scan` covers.
        arguments: PrintedSymbology.allCases.filter { $0.carrier != nil && $0 != .aztecRune })
    func carriers(symbology: PrintedSymbology) throws {
        let carrier = try #require(symbology.carrier)
        let symbol = try BarcodeEncoder.encode(symbology.example, as: symbology)
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        let code = symbol.image(modulePixels: 4, quietZone: 10)
        let read = reader.read(scene(code.width + 40, code.height + 40, [(code, 20, 20)]), symbologies: [carrier])
        #expect(read.map(\.plainText) == [Self.expected(symbology, symbol.content)])
        #expect(read.first?.symbology == carrier)
    }

    /// The text that a reader of the carrier returns for the content.
    private static func expected(_ symbology: PrintedSymbology, _ content: String) -> String {
        switch symbology {
        // Code 39 writes a small letter as + and the capital.
        case .code39Extended: content.map { $0.isLowercase ? "+\($0.uppercased())" : String($0) }.joined()
        case .code32: base32(content.dropFirst())
        default: content
        }
    }

    /// Six digits of base 32, whose letters are the consonants without I and O.
    private static func base32(_ digits: Substring) -> String {
        let letters = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ")
        var (value, text) = (Int(digits)!, "")
        for _ in 0..<6 {
            text = String(letters[value % 32]) + text
            value /= 32
        }
        return text
    }

    @Test("non-ASCII text is read back from a compact PDF417 and a payment order")
    func unicode() throws {
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        for (text, symbology, carrier) in [
            ("Čas – 時間", PrintedSymbology.compactPDF417, Symbology.pdf417),
            ("UPNQR\n\n\n\n\nČrtomir Žagar\n", .upnQR, .qr),
        ] {
            let image = try BarcodeEncoder.encode(text, as: symbology).image(modulePixels: 4, quietZone: 10)
            #expect(reader.read(image, symbologies: [carrier]).map(\.text) == [text])
        }
    }
}
