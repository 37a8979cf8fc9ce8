// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Testing

@Suite("candela scan --explain-read")
struct ExplainReadTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("every step is named, with its time and what it read, or why it was left out")
    func steps() throws {
        let path = try folder.write(try TestPicture(of: "CANDELA"), "code.pgm")
        let result = try CommandRunner.run("scan", "--explain-read", path)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.first?.hasPrefix(path) == true)
        #expect(
            result.lines.contains {
                $0.contains("as is → zxing, matrix") && $0.contains(" ms") && $0.hasSuffix("qr CANDELA")
            })
        #expect(result.lines.contains { $0.contains("skipped, because a code has been read: ") })
        #expect(result.lines.contains("read: qr CANDELA"))
        // Pictures are for terminals.
        #expect(!result.output.contains("\u{1b}"))
    }

    @Test("as JSON: the steps in order, the codes, and the places that look like one")
    func json() throws {
        let path = try folder.write(try TestPicture(of: "4006381333931", as: .ean13), "code.pgm")
        let report = try #require(try CommandRunner.run("scan", "--json", "--explain-read", path).events().first)
        #expect(report["schema"].string == "candela.read/1")
        let steps = report["steps"].array
        #expect(steps.count > 15)
        #expect(
            steps.contains { $0["taken"].bool == true && $0["codes"].array.first?["text"].string == "4006381333931" })
        #expect(steps.contains { $0["taken"].bool == false && $0["reason"].string?.isEmpty == false })
        #expect(report["codes"].array.count == 1)
        #expect(report["codes"].array.first?["corners"].array.count == 4)
    }

    @Test("a picture without a code has had every step, and the status is 1")
    func none() throws {
        let path = try folder.write(TestPicture(), "blank.pgm")
        let result = try CommandRunner.run("scan", "--explain-read", path)
        #expect(result.status == 1)
        #expect(result.lines.contains("no code read"))
        #expect(result.lines.count { $0.contains("nothing") } > 15)
    }

    @Test("what cannot be explained is refused")
    func refused() throws {
        let path = try folder.write(TestPicture(), "blank.pgm")
        #expect(try CommandRunner.run("scan", "--explain-read", path, path).status == 2)
        #expect(try CommandRunner.run("scan", "--raw", "--explain-read", path).status == 2)
        let missing = try CommandRunner.run("scan", "--explain-read", folder.path + "/missing.png")
        #expect(missing.status == 2 && missing.errors.contains("missing.png"))
        let outside = try CommandRunner.run("scan", "--region", "0,0,9000,9000", "--explain-read", path)
        #expect(outside.status == 2 && outside.errors.contains("region"))
    }
}
