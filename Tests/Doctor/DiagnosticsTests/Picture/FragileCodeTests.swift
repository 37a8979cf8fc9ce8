// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
import Diagnostics
import Foundation
import Frames
import Pictures
import SymbolFinding
import Testing

@Suite("Codes that read here and may not elsewhere")
struct FragileCodeTests {
    private static func notes(
        _ symbology: String = "qr", _ change: (inout CodeEvidence) -> Void = { _ in }
    ) -> [Finding] {
        var code = CodeEvidence(
            symbology: symbology, text: "text", byteCount: 4, reader: "zxing",
            corners: [200, 150, 320, 150, 320, 270, 200, 270], module: 5)
        change(&code)
        return SymbolJudge.judge(
            PictureSnapshots.unread().changed {
                $0.attempts = [ReadingAttempt(.asked, milliseconds: 5, codes: [code])]
            }
        ).notes
    }

    @Test("a sound code has no note")
    func sound() {
        #expect(Self.notes { $0.squareness = 1.36 }.isEmpty)
        #expect(Self.notes("code-128").isEmpty)
    }

    @Test("each weakness has its note")
    func weak() throws {
        let found: [(FindingID, [Finding])] = [
            (.symbolInverted, Self.notes { $0.isInverted = true }),
            (.symbolStyled, Self.notes { $0.squareness = 1.02 }),
            (.symbolSequence, Self.notes { $0.part = .init(number: 2, count: 3) }),
            (.symbolGrain, Self.notes { $0.grain = SymbolGrain(fine: 3, module: 18) }),
            (.symbolGrain, Self.notes { $0.grain = SymbolGrain(fine: 1, module: 6, isFaint: true) }),
            (.symbolEncoding, Self.notes { $0.isBinary = true }),
            (.symbolQuietZone, Self.notes("code-128") { $0.hasDarkGround = true }),
            (.symbolEncoding, Self.notes("code-39") { ($0.isCode32, $0.text) = (true, "116M6B") }),
            (.symbolDisabled, Self.notes("ean-13") { $0.addOn = 5 }),
            (.symbolDemanding, Self.notes("databar-expanded")),
            (.symbolDemanding, Self.notes { $0.isModel1 = true }),
        ]
        for (id, notes) in found {
            #expect(notes.map(\.id) == [id])
            #expect(notes.first?.fixes.isEmpty == false)
        }
        #expect(found[2].1[0].message.contains("part 2 of 3"))
        #expect(found[7].1[0].message.contains("A034819274") && found[8].1[0].message.contains("five digits"))
        // Evidence may be without the text.
        #expect(Self.notes("code-39") { ($0.isCode32, $0.text) = (true, nil) }.first?.message.contains("Code 32") == true)
        #expect(found[3].1[0].message.contains("grain") && found[4].1[0].message.contains("noise"))
        #expect(Self.notes { $0.part = .init(number: 1, count: nil) }[0].message.contains("part 1 of several"))
    }

    @Test("of a code that neither library reads, the weakness that explains it")
    func demanding() throws {
        func note(_ symbology: String = "code-128", _ change: (inout CodeEvidence) -> Void) throws -> Finding {
            try #require(
                Self.notes(symbology) {
                    $0.isDemanding = true
                    change(&$0)
                }.first)
        }
        func comparison(_ missing: Int, _ filled: Int, _ growth: Double) -> BarComparison {
            BarComparison(missingBars: missing, filledSpaces: filled, bars: 30, place: 4, growth: growth)
        }
        let missing = try note { $0.comparison = comparison(1, 0, 0) }
        #expect(missing.id == .symbolDamaged && missing.message.contains("a bar is missing"))
        let filled = try note { $0.comparison = comparison(0, 2, 0) }
        #expect(filled.message.contains("2 white spaces between bars are filled"))
        // Ink that ran fills many.
        let grown = try note { $0.comparison = comparison(0, 9, 0.7) }
        #expect(grown.id == .symbolBarGrowth && grown.message.contains("70 % of a module"))
        #expect(try note { $0.module = 2.4 }.id == .symbolSmall)
        let unexplained = try note("qr") { _ in }
        #expect(unexplained.id == .symbolDemanding && unexplained.confidence == .possible)
        // What has an explanation of its own needs no other.
        #expect(try note { $0.hasDarkGround = true }.id == .symbolQuietZone)
        #expect(Self.notes("code-128") { $0.comparison = comparison(1, 0, 0) }.isEmpty)
    }

    @Test("a code that other programs read only in an enlarged picture is small, if its modules are")
    func enlarged() throws {
        let small = try #require(Self.notes { ($0.needsEnlarging, $0.module) = (true, 2.4) }.first)
        #expect(small.id == .symbolSmall && small.message.contains("unless the picture is enlarged"))
        #expect(Self.notes { $0.module = 2.4 }.isEmpty)
        #expect(Self.notes { ($0.needsEnlarging, $0.module) = (true, 6) }.isEmpty)
    }

    @Test("a corner pattern that is hidden, and one that is broken")
    func corners() throws {
        for (place, word) in [("dark", "dark"), ("light", "outshines"), ("outside", "outside"), ("other", "covered")] {
            let missing = try JSONDecoder().decode(
                MissingCorner.self,
                from: Data(#"{"place":"\#(place)","corners":[10,20,80,20,80,90,10,90]}"#.utf8))
            let note = try #require(Self.notes { $0.missingCorner = missing }.first)
            #expect(note.id == .symbolCornerPattern && note.message.contains(word) && !note.fixes.isEmpty, "\(note)")
            #expect(note.evidence.first?.value.contains("10,20 to 80,90") == true)
        }
        let broken = try #require(Self.notes { $0.finderLines = [0.2, 0.3, 1] }.first)
        #expect(broken.id == .symbolCornerPattern && broken.message.hasPrefix("2 of the three corner patterns"))
        #expect(Self.notes { $0.finderLines = [0.8, 0.9, 1] }.isEmpty)
    }

    @Test("a turned code is noted only if its bars are too short for a row to cross all of them")
    func tilted() throws {
        // 400 pixels long, turned by 20 degrees: rows cross all bars from a height of 146 pixels on.
        func corners(_ height: Double) -> [Double] {
            let (c, s) = (0.93969, 0.34202)
            return [
                100, 300, 100 + 400 * c, 300 - 400 * s, 100 + 400 * c + height * s, 300 - 400 * s + height * c,
                100 + height * s, 300 + height * c,
            ]
        }
        let note = try #require(Self.notes("code-128") { $0.corners = corners(80) }.first)
        #expect(note.id == .symbolTilted && note.message.contains("turned by 20°"))
        #expect(Self.notes("code-128") { $0.corners = corners(160) }.isEmpty)
        #expect(Self.notes("qr") { $0.corners = corners(300) }.isEmpty)
    }

    @Test("a square code that is far from square is noted, and one seen a little from aside is not")
    func stretched() throws {
        let note = try #require(Self.notes("aztec") { $0.corners = [0, 0, 300, 0, 300, 100, 0, 100] }.first)
        #expect(note.id == .symbolStretched && note.message.contains("3.0 times the other") && note.message.contains("stretched when"))
        let aside = try #require(Self.notes("qr") { $0.corners = [0, 0, 300, 20, 300, 120, 0, 140] }.first)
        #expect(aside.id == .symbolStretched && aside.message.contains("seen at a steep angle"))
        #expect(Self.notes("qr") { $0.corners = [0, 0, 100, 0, 100, 140, 0, 140] }.isEmpty)
        // Long by nature.
        #expect(Self.notes("pdf417") { $0.corners = [0, 0, 300, 0, 300, 100, 0, 100] }.map(\.id) == [.symbolDemanding])
    }

    @Test("colours of one brightness: the plane that shows the code is named")
    func hue() throws {
        let drawn = try BarcodeEncoder.encode("https://example.org", as: .qr).image(
            modulePixels: 8, quietZone: 4, inverted: false)
        let grey = LumaImage(size: drawn.size, pixels: [UInt8](repeating: 108, count: drawn.size.area))
        let evidence = try PictureCollectorTests.collector().collect(grey) { plane in plane == .blue ? drawn : grey }
        let finding = try #require(evidence.findings.first)
        #expect(finding.id == .symbolContrast && finding.confidence == .certain)
        #expect(finding.message.contains("the blue part"))
        #expect(PictureDiagnosis.headline(evidence) == .symbolContrast)
        let without = try PictureCollectorTests.collector().collect(grey) { _ in grey }
        #expect(!without.attempts.contains { $0.kind == .colour })
    }
}
