// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import BarcodesZBar
import BarcodesZXing
import Frames
import Testing

@Suite("The content of codes")
struct ContentTests {
    private static let readers: [@Sendable () throws -> any BarcodeReader] = [
        { try ZBarReader() }, { try ZXingReader(options: ZXingOptions(unsafeCalls: true)) },
    ]

    private func read(_ index: Int, _ symbol: EncodedSymbol, _ symbologies: Set<Symbology>) throws -> [Barcode] {
        try Self.readers[index]().read(symbol.image(modulePixels: 4, quietZone: 12), symbologies: symbologies)
    }

    @Test("all 256 bytes of a binary QR are read back exactly, and are not text", arguments: readers.indices)
    func binaryQR(_ index: Int) throws {
        let bytes = (0...255).map { UInt8($0) }
        let codes = try read(index, BarcodeEncoder.encode(bytes: bytes, as: .qr), [.qr])
        #expect(codes.map(\.bytes) == [bytes])
        #expect(codes.first?.decodedText == nil)
        #expect(codes.first?.text == nil)
    }

    @Test(
        "bytes that include a zero are read back completely", arguments: [Symbology.qr, .aztec, .dataMatrix, .pdf417])
    func zeros(_ symbology: Symbology) throws {
        let bytes: [UInt8] = [0x41, 0x00, 0xff, 0x00, 0x80, 0x42]
        let codes = try read(1, BarcodeEncoder.encode(bytes: bytes, as: symbology), [symbology])
        #expect(codes.map(\.bytes) == [bytes])
    }

    @Test("UTF-8 declared by an ECI is read as such", arguments: readers.indices)
    func utf8(_ index: Int) throws {
        let text = "Größe 東京 ✓"
        let codes = try read(index, BarcodeEncoder.encode(text, as: .qr), [.qr])
        #expect(codes.map(\.text) == [text])
    }

    @Test("undeclared UTF-8 is read as such", arguments: readers.indices)
    func plainUTF8(_ index: Int) throws {
        let text = "Größe 東京"
        let codes = try read(index, BarcodeEncoder.encode(bytes: Array(text.utf8), as: .qr), [.qr])
        #expect(codes.map(\.text) == [text])
        #expect(codes.map(\.bytes) == [Array(text.utf8)])
    }

    @Test("undeclared Shift JIS is guessed, and its bytes are kept", arguments: readers.indices)
    func shiftJIS(_ index: Int) throws {
        // 東京都 in Shift JIS, between ASCII.
        let bytes: [UInt8] = [0x43, 0x3a, 0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73, 0x3b, 0x31]
        let codes = try read(index, BarcodeEncoder.encode(bytes: bytes, as: .qr), [.qr])
        #expect(codes.map(\.bytes) == [bytes])
        #expect(codes.map(\.text) == ["C:東京都;1"])
    }

    @Test("Latin-1, the standard's default, is guessed", arguments: readers.indices)
    func latin1(_ index: Int) throws {
        let bytes: [UInt8] = Array("Caf".utf8) + [0xe9] + Array(" de la Gare, Gen".utf8) + [0xe8] + Array("ve".utf8)
        let codes = try read(index, BarcodeEncoder.encode(bytes: bytes, as: .qr), [.qr])
        #expect(codes.map(\.bytes) == [bytes])
        #expect(codes.map(\.text) == ["Café de la Gare, Genève"])
    }

    @Test("Code 39 with a check character is distinguished from Code 39 without", arguments: readers.indices)
    func modulo43(_ index: Int) throws {
        let checked = try BarcodeEncoder.encode("CODE39W", as: .code39)
        let unchecked = try BarcodeEncoder.encode("CODE39X", as: .code39)
        #expect(try read(index, checked, [.code39, .code39Mod43]).map(\.symbology) == [.code39Mod43])
        #expect(try read(index, unchecked, [.code39, .code39Mod43]).map(\.symbology) == [.code39])
        #expect(try read(index, checked, [.code39]).map(\.symbology) == [.code39])
        #expect(try read(index, unchecked, [.code39Mod43]).isEmpty)
    }

    @Test("a book is an EAN-13, or its ISBN if that is requested", arguments: readers.indices)
    func isbn(_ index: Int) throws {
        let book = try BarcodeEncoder.encode("9780306406157", as: .ean13)
        #expect(try read(index, book, [.ean13]).map(\.symbology) == [.ean13])
        #expect(try read(index, book, [.isbn, .ean13]).map(\.symbology) == [.isbn])
        #expect(try read(index, book, [.isbn]).map(\.text) == ["9780306406157"])
    }

    @Test(
        "add-ons are codes of their own where they are asked for", arguments: readers.indices,
        [("12", Symbology.ean2), ("54499", Symbology.ean5)])
    func addOns(_ index: Int, _ addOn: (text: String, symbology: Symbology)) throws {
        let symbol = try BarcodeEncoder.encode("9780306406157+\(addOn.text)", as: .ean13)
        let codes = try read(index, symbol, [.ean13, addOn.symbology])
        #expect(Set(codes.map(\.symbology)) == [.ean13, addOn.symbology])
        #expect(codes.first { $0.symbology == addOn.symbology }?.text == addOn.text)
        #expect(codes.first { $0.symbology == .ean13 }?.text == "9780306406157")
        #expect(try read(index, symbol, [.ean13]).map(\.text) == ["9780306406157"])
        #expect(try read(index, symbol, [addOn.symbology]).map(\.text) == [addOn.text])
    }

    @Test("GS1 data of DataBar Expanded is the same from both readers")
    func dataBarExpanded() throws {
        let symbol = try BarcodeEncoder.encode("(01)09501101530003(10)ABC123(15)261121", as: .dataBarExpanded)
        let texts = try Self.readers.indices.map { try read($0, symbol, [.dataBarExpanded]).map(\.bytes) }
        #expect(texts[0] == [Array("010950110153000310ABC123\u{1d}15261121".utf8)])
        #expect(texts[1] == texts[0])
    }

    @Test("both readers give a UPC-E as its eight printed digits", arguments: readers.indices)
    func upcE(_ index: Int) throws {
        let symbol = try BarcodeEncoder.encode("01234505", as: .upcE)
        #expect(try read(index, symbol, [.upcE]).map(\.text) == ["01234505"])
        #expect(try read(index, symbol, [.ean13, .upcA]).isEmpty)
    }
}
