// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import LumaProcessing
import Testing

/// Every symbology, made by libzint and read back.
@Suite("Generated codes are read back")
struct RoundTripTests {
    private func expectRead(_ sample: Sample, by reader: any BarcodeReader, at degrees: Double = 0) throws {
        let symbol = try sample.encoded()
        let code = symbol.image(modulePixels: 4)
        let picture = scene(code.width + 60, code.height + 60, [(code, 30, 30)])
        let turned = degrees == 0 ? picture : picture.rotated(clockwiseDegrees: degrees).image
        let read = reader.read(asCrop(turned), symbologies: [sample.symbology])
        let content = symbol.content.filter { !"()".contains($0) }
        #expect(read.map(\.plainText) == [content], "\(sample.testDescription) turned \(degrees)")
        #expect(read.first?.symbology == sample.symbology)
        #expect(read.first?.reader == reader.name)
    }

    @Test("zbar reads every linear symbology in all four directions", arguments: Sample.linear + Sample.dataBar)
    func zbarLinear(_ sample: Sample) throws {
        let reader = try ZBarReader()
        for degrees in [0.0, 90, 180, 270] { try expectRead(sample, by: reader, at: degrees) }
    }

    @Test("zbar reads QR at any angle")
    func zbarQR() throws {
        let reader = try ZBarReader()
        for degrees in [0.0, 45, 90, 180, 200, 270] { try expectRead(Sample.matrix[0], by: reader, at: degrees) }
    }

    @Test("zxing reads every linear symbology in all four directions", arguments: Sample.linear + Sample.dataBar)
    func zxingLinear(_ sample: Sample) throws {
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        for degrees in [0.0, 90, 180, 270] { try expectRead(sample, by: reader, at: degrees) }
    }

    @Test("zxing reads every rotated matrix symbology", arguments: Sample.matrix)
    func zxingMatrix(_ sample: Sample) throws {
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        for degrees in [0.0, 90, 180, 270] { try expectRead(sample, by: reader, at: degrees) }
        // zxing-cpp 1.4 does not find Aztec and PDF417 this far off the axes.
        if [.qr, .dataMatrix].contains(sample.symbology) { try expectRead(sample, by: reader, at: 20) }
    }

    @Test("zxing reads Micro QR, stacked DataBar and upright MaxiCode")
    func zxingOthers() throws {
        let reader = try ZXingReader(options: ZXingOptions(unsafeCalls: true))
        try expectRead(Sample(symbology: .microQR, text: "CANDELA"), by: reader)
        try expectRead(
            Sample(symbology: .dataBarExpanded, text: "(01)09501101530003(10)ABC123", isStacked: true), by: reader)
        // zxing-cpp finds MaxiCode only where nothing else is on the picture.
        let symbol = try BarcodeEncoder.encode("CANDELA MAXICODE", as: .maxiCode)
        let picture = symbol.image(modulePixels: 8, quietZone: 4)
        #expect(reader.read(picture, symbologies: [.maxiCode]).map(\.text) == ["CANDELA MAXICODE"])
    }

    @Test("the two readers together read every symbology")
    func everySymbology() throws {
        let together = try ZBarReader().supported.union(ZXingReader(options: ZXingOptions(unsafeCalls: true)).supported)
        #expect(together == Set(Symbology.allCases))
    }

    @Test("an inverted code is read after inverting", arguments: [Sample.linear[0], Sample.matrix[0]])
    func inverted(_ sample: Sample) throws {
        let picture = try sample.encoded().image(modulePixels: 4, quietZone: 12, inverted: true)
        for reader in [try ZBarReader(), try ZXingReader(options: ZXingOptions(unsafeCalls: true))]
            as [any BarcodeReader]
        {
            #expect(reader.read(picture.inverted(), symbologies: [sample.symbology]).map(\.text) == [sample.text])
        }
    }

    @Test("only the requested symbologies are read", arguments: Sample.linear + Sample.matrix)
    func onlyAsked(_ sample: Sample) throws {
        let picture = try sample.encoded().image(modulePixels: 4, quietZone: 12)
        for reader in [try ZBarReader(), try ZXingReader(options: ZXingOptions(unsafeCalls: true))]
            as [any BarcodeReader]
        {
            // Other readings of the same bars are asked for on purpose.
            var others = SymbologySelection.standard
            others.subtract([sample.symbology])
            if [.ean13, .upcA, .isbn].contains(sample.symbology) { others.subtract([.ean13, .upcA]) }
            if sample.symbology == .code39Mod43 { others.remove(.code39) }
            #expect(reader.read(picture, symbologies: others).isEmpty)
            #expect(reader.read(picture, symbologies: []).isEmpty)
        }
    }
}
