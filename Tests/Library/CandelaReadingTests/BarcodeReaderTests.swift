// SPDX-License-Identifier: Apache-2.0

import CandelaReading
import Foundation
import Testing

/// The command, which is installed as the helper.
let helper =
    ProcessInfo.processInfo.environment["CANDELA_BINARY"]
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: ".build/release/candela").path

@Suite("reading pictures through the library")
struct BarcodeReaderTests {
    init() { Workers.useHelper(at: helper) }

    @Test("the caller's pixels are read, confined and in this process", arguments: [Isolation.confined, .inProcess])
    func buffer(isolation: Isolation) throws {
        let picture = try TestPicture(of: "a buffer")
        let image = try #require(GrayImage(picture.bytes, width: picture.width, height: picture.height))
        let codes = try BarcodeReader(isolation: isolation).read(image)
        #expect(codes.map(\.text) == ["a buffer"])
        #expect(codes.first?.symbology == .qr)
        let corners = try #require(codes.first?.corners)
        #expect(corners.topLeft.x < corners.topRight.x && corners.topLeft.y < corners.bottomLeft.y, "\(corners)")
    }

    @Test("a picture file and its bytes give the same code")
    func files() throws {
        let picture = try TestPicture(of: "a file")
        let path = NSTemporaryDirectory() + "candela-library-\(getpid()).pgm"
        let bytes = Array("P5 \(picture.width) \(picture.height) 255\n".utf8) + picture.bytes
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reader = try BarcodeReader(.matrix)
        #expect(try reader.read(picture: path).map(\.text) == ["a file"])
        #expect(try reader.read(encoded: bytes).map(\.text) == ["a file"])
    }

    @Test("a reader reads only what it was asked for; no code is no error")
    func others() throws {
        let picture = try TestPicture(of: "not asked for")
        let image = try #require(GrayImage(picture.bytes, width: picture.width, height: picture.height))
        #expect(try BarcodeReader(.retail, effort: .fast).read(image).isEmpty)
    }

    @Test("rows with padding; numbers that do not fit the bytes give no picture")
    func layout() throws {
        let picture = try TestPicture(of: "padding")
        let stride = picture.width + 13
        var padded: [UInt8] = []
        for y in 0..<picture.height {
            padded += picture.bytes[y * picture.width..<(y + 1) * picture.width] + [UInt8](repeating: 7, count: 13)
        }
        padded.removeLast(13)
        let image = try #require(GrayImage(padded, width: picture.width, height: picture.height, bytesPerRow: stride))
        #expect(
            image.withPixels { pixels, bytesPerRow in pixels.count >= (image.height - 1) * bytesPerRow + image.width })
        #expect(try BarcodeReader(effort: .fast, isolation: .inProcess).read(image).map(\.text) == ["padding"])
        #expect(GrayImage(padded, width: picture.width, height: picture.height + 1, bytesPerRow: stride) == nil)
        #expect(GrayImage(padded, width: stride + 1, height: 2, bytesPerRow: stride) == nil)
        #expect(GrayImage([], width: -1, height: 1) == nil)
        #expect(GrayImage([1], width: 1, height: .max) == nil)
        #expect(GrayImage([1], width: 1, height: .max, bytesPerRow: .max) == nil)
        #expect(GrayImage([], width: 0, height: 0) != nil)
    }

    @Test("errors tell what kind they are and contain a whole sentence")
    func errors() throws {
        let reader = try BarcodeReader(isolation: .inProcess)
        let missing = #expect(throws: ReadingError.self) { try reader.read(picture: "/nonexistent.png") }
        #expect(missing?.kind == .noPicture)
        #expect(missing?.description.hasPrefix("cannot open /nonexistent.png") == true, "\(missing as Any)")
        let text = #expect(throws: ReadingError.self) { try reader.read(encoded: Array("hello".utf8)) }
        #expect(text?.kind == .undecodable)
    }

    @Test("a reader of somebody's own has its name in the codes")
    func own() {
        let code = Barcode(.itf, bytes: [0x31, 0xff, 0x1b], reader: "mine")
        #expect(code.reader == "mine" && code.symbology.name == "itf" && code.corners == nil)
        #expect(code.text == "1\u{fffd}\u{1b}" && code.visibleText == #"1\xff\x1b"#, "\(code.visibleText)")
    }

    @Test("GS1 data and retail numbers have elements; other texts have none")
    func elements() {
        #expect(
            Barcode(.ean8, bytes: Array("24036153".utf8), reader: "mine").elements.map(\.value) == ["00000024036153"])
        #expect(Barcode(.qr, bytes: Array("hello".utf8), reader: "mine").elements.isEmpty)
    }

    @Test("symbologies have the names of the command; sets are as on the command line")
    func symbologies() {
        #expect(Symbology(name: "ean-13") == .ean13 && Symbology(name: "nonsense") == nil)
        #expect(Set<Symbology>.retail.map(\.name).sorted() == ["ean-13", "ean-8", "upc-a", "upc-e"])
        #expect(Set<Symbology>.standard == Set<Symbology>.linear.union(Set<Symbology>.matrix))
        #expect(Set<Symbology>.all.count > Set<Symbology>.standard.count)
    }
}
