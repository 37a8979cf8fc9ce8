// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import PageDrawing
import Pictures
import Testing

@Suite("Printed codes")
struct CodeSheetTests {
    private func read(_ page: Page, pixelsPerMillimetre: Double, _ symbology: Symbology) throws -> [String] {
        let bytes = try page.render(.png, pixelsPerMillimetre: pixelsPerMillimetre)
        let picture = try PictureLoader().picture(in: PixelStorage(bytes), name: "sheet").luma
        let readers: [any BarcodeReader] = [try ZXingReader(), try ZBarReader()]
        return readers.flatMap { reader in
            reader.supported.contains(symbology)
                ? reader.read(picture, symbologies: [symbology]).compactMap(\.text) : []
        }
    }

    @Test(
        "a drawn sheet can be read",
        arguments: [
            ("CANDELA", Symbology.qr), ("CANDELA", .dataMatrix), ("CANDELA", .aztec), ("CANDELA", .pdf417),
            ("CANDELA", .code128), ("4006381333931", .ean13), ("CANDELA", .code39), ("00012345678905", .itf),
            ("CANDELA", .maxiCode),
        ])
    func reads(text: String, symbology: Symbology) throws {
        var sheet = CodeSheet(try BarcodeEncoder.encode(text, as: symbology), module: 0.5)
        sheet.quietZone = 10
        #expect(try read(sheet.page, pixelsPerMillimetre: 12, symbology).contains(text))
    }

    @Test("its size is the modules' with the margin, and the caption's below")
    func size() throws {
        var sheet = CodeSheet(try BarcodeEncoder.encode("CANDELA", as: .qr), module: 0.5)
        // Version 1: 21 modules, and four on each side.
        #expect(sheet.size.width == 14.5)
        #expect(sheet.size.height == 14.5)
        sheet.quietZone = 0
        #expect(sheet.size.width == 10.5)
        sheet.caption = "CANDELA"
        #expect(sheet.size.height > 12.5)
        #expect(sheet.page.svg.contains(">CANDELA</text>"))
    }

    @Test("equal rows are one box: no seams between them")
    func boxes() throws {
        let sheet = CodeSheet(try BarcodeEncoder.encode("CANDELA", as: .qr), module: 1)
        guard case .boxes(let boxes, grey: 0)? = sheet.page.items.first else {
            Issue.record("a code is boxes")
            return
        }
        // The left side of the upper left finder, seven modules high.
        #expect(
            boxes.contains(Page.Box(x: 4, y: 5, width: 1, height: 5))
                || boxes.contains(Page.Box(x: 4, y: 4, width: 7, height: 1)))
        let area = boxes.reduce(0) { $0 + $1.width * $1.height }
        let modules = sheet.symbol.modules
        let dark = (0..<modules.rows).reduce(0) { sum, row in
            sum + (0..<modules.columns).count { modules.isDark($0, row) }
        }
        #expect(area == Double(dark))
    }

    @Test("on a terminal it is as wide as it says, two rows a line")
    func terminal() throws {
        let symbol = try BarcodeEncoder.encode("CANDELA", as: .qr)
        let lines = TerminalCode.lines(symbol, usesColour: false)
        #expect(lines.count == 15)
        #expect(lines.allSatisfy { $0.count == TerminalCode.width(symbol) })
        #expect(lines[2].hasPrefix("    █▀▀▀▀▀█ "))
        #expect(TerminalCode.lines(symbol, usesColour: true)[0].hasPrefix("\u{1b}["))
    }

    @Test("a PNG's resolution is added after its header, and nothing else changes")
    func resolution() throws {
        let plain = try CodeSheet(BarcodeEncoder.encode("CANDELA", as: .qr), module: 0.5).page.render(
            .png, pixelsPerMillimetre: 12)
        let file = PNGResolution.set(12, in: plain)
        #expect(file.count == plain.count + 21)
        // 12,000 pixels a metre, in both directions.
        #expect(Array(file[33..<50]) == [0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73, 0, 0, 0x2e, 0xe0, 0, 0, 0x2e, 0xe0, 1])
        // A reader that verifies the check value accepts it.
        #expect(try PictureLoader().picture(in: PixelStorage(file), name: "code").luma.size.width == 174)
        #expect(PNGResolution.set(12, in: [1, 2, 3]) == [1, 2, 3])
    }

    @Test("the chart has every size of every kind, and the large ones can be read from it")
    func chart() throws {
        let page = try TestChart.page()
        let codes = try read(page, pixelsPerMillimetre: 300 / 25.4, .qr)
        #expect(Set(codes).isSuperset(of: ["QR 1 mm", "QR 0.75 mm", "QR 0.5 mm", "QR 0.38 mm", "QR 0.33 mm"]))
        for item in page.items {
            guard case .boxes(let boxes, _) = item else { continue }
            #expect(boxes.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= 210 && $0.y + $0.height <= 297 })
        }
    }
}
