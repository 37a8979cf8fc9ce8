// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Testing

@Suite("candela scan: symbologies and regions")
struct ScanSelectionTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func pair() throws -> String {
        var picture = TestPicture(width: 640, height: 300)
        try picture.draw("SQUARE", x: 60, y: 60)
        try picture.draw("4006381333931", as: .ean13, x: 300, y: 60, modulePixels: 3)
        return try folder.write(picture, "pair.pgm")
    }

    @Test(
        "--symbology and --except choose what is read",
        arguments: [
            (["--symbology", "qr"], ["SQUARE"]), (["-s", "ean"], ["4006381333931"]),
            (["-s", "EAN13,QR"], ["SQUARE", "4006381333931"]),
            (["--symbology", "linear"], ["4006381333931"]), (["--symbology", "matrix"], ["SQUARE"]),
            (["--except", "qr"], ["4006381333931"]), (["--symbology", "all", "--except", "linear"], ["SQUARE"]),
            (["--symbology", "code-128"], []),
        ])
    func symbologies(options: [String], expected: [String]) throws {
        let result = try CommandRunner.run(["scan", "--raw"] + options + [try pair()])
        #expect(result.lines.sorted() == expected.sorted())
        #expect(result.status == (expected.isEmpty ? 1 : 0))
    }

    @Test(
        "every symbology is read from a clean picture, by its name",
        arguments: [
            (Symbology.ean13, "4006381333931"), (.ean8, "96385074"), (.upcA, "036000291452"), (.upcE, "01234565"),
            (.code39, "CODE39"), (.code93, "CODE93"), (.code128, "Code 128"), (.codabar, "A12345B"),
            (.itf, "12345678901231"), (.dataBar, "09501101530003"), (.dataBarExpanded, "(01)09501101530003"),
            (.qr, "QR"), (.microQR, "12345"), (.aztec, "Aztec"), (.pdf417, "PDF417"), (.dataMatrix, "Data Matrix"),
            (.maxiCode, "MaxiCode"),
        ])
    func everySymbology(symbology: Symbology, text: String) throws {
        let symbol = try BarcodeEncoder.encode(text, as: symbology)
        let path = try folder.write(TestPicture(of: symbol, modulePixels: symbology == .maxiCode ? 8 : 4), "a.pgm")
        let event = try #require(
            try CommandRunner.run("scan", "--json", "--symbology", symbology.rawValue, path).events().first)
        #expect(event["event"].string == "scan")
        #expect(event["symbology"].string == symbology.rawValue)
    }

    @Test("--isbn gives a book's EAN-13 as its ISBN")
    func isbn() throws {
        let path = try folder.write(try TestPicture(of: "9783161484100", as: .ean13), "book.pgm")
        #expect(try CommandRunner.run("scan", path).lines == ["ean-13 9783161484100"])
        let result = try CommandRunner.run("scan", "--isbn", path)
        #expect(result.lines == ["isbn 9783161484100"] || result.lines == ["isbn 316148410X"])
    }

    @Test(
        "--addons reads the two and five digits beside an EAN as codes of their own",
        arguments: [(Symbology.ean2, "12"), (.ean5, "51995")])
    func addons(symbology: Symbology, digits: String) throws {
        let path = try folder.write(try TestPicture(of: "9783161484100+\(digits)", as: .ean13), "book.pgm")
        #expect(try CommandRunner.run("scan", path).lines == ["ean-13 9783161484100"])
        let result = try CommandRunner.run("scan", "--addons", path)
        #expect(Set(result.lines) == ["ean-13 9783161484100", "\(symbology.rawValue) \(digits)"])
    }

    @Test(
        "--region reads only what lies in it, in pixels or percent",
        arguments: [
            ("0,0,250,300", ["SQUARE"]), ("280,0,360,300", ["4006381333931"]), ("0,0,40%,100%", ["SQUARE"]),
            ("0,0,640,50", []), ("0,0,100%,100%", ["SQUARE", "4006381333931"]),
        ])
    func region(region: String, expected: [String]) throws {
        let result = try CommandRunner.run("scan", "--raw", "--region", region, try pair())
        #expect(Set(result.lines) == Set(expected))
        #expect(result.errors == "")
        #expect(result.status == (expected.isEmpty ? 1 : 0))
    }

    @Test(
        "a region outside the frame is an error of that picture, and the others are read",
        arguments: ["600,0,100,100", "0,0,0,10", "0,0,641,1", "100%,0,10,10"])
    func outsideRegion(region: String) throws {
        let small = try pair()
        let large = try folder.write(TestPicture(width: 800, height: 400), "large.pgm")
        let result = try CommandRunner.run("scan", "--json", "--region", region, small, large)
        let events = try result.events()
        #expect(events.map { $0["source"].string } == [small, large])
        #expect(events[0]["event"].string == "error")
        let message = try #require(events[0]["message"].string)
        #expect(message.hasPrefix("cannot read region ") && message.contains("640x300 frame"))
        #expect(result.status == 2)
    }
}
