// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import LinearReading
import Testing

/// The bars that a text must have, against those that zint draws.
@Suite("Bars of a text")
struct DrawnBarsTests {
    @Test(
        "zint's bars are among them",
        arguments: [
            (Symbology.ean13, "6901234567892"), (.ean13, "0012345678905"), (.ean13, "9783161484100"), (.ean8, "96385074"),
            (.upcA, "012345678905"), (.code128, "SN20260629017"), (.code128, "WH4-2207-0193"), (.code128, "JD0146002817733904"),
            (.code128, "AB1234CD"), (.code128, "12"), (.code128, "123"), (.code128, "x123456y"), (.code128, "123456789012"),
            (.code128, "a"), (.code128, "1a2b3c"),
        ])
    func same(symbology: Symbology, text: String) throws {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let drawn = (0..<symbol.modules.columns).map { symbol.modules[$0, 0] }
        #expect(DrawnBars.modules(of: symbology, text).contains(drawn))
    }

    @Test("what is no text of the symbology has none")
    func none() {
        for (symbology, text) in [
            (Symbology.ean13, "690123456789"), (.ean13, "69012345678x2"), (.ean8, ""), (.code128, ""), (.code128, "ä"), (.qr, "a"),
        ] { #expect(DrawnBars.modules(of: symbology, text).isEmpty) }
    }
}
