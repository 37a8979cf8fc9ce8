// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Frames
import Scanning
import Testing

@Suite("Which reads are scans")
struct ReadPolicyTests {
    /// The test macros call no mutating functions.
    private final class Judge {
        private var policy: ReadPolicy
        private(set) var several: [[String]] = []

        init(repeats: RepeatRule = .everyRead, agreement: Int = 1, isSingle: Bool = false) {
            policy = ReadPolicy(repeats: repeats, agreement: agreement, isSingle: isSingle)
        }

        func scans(_ codes: [Barcode], at milliseconds: Int64) -> [String] {
            let verdict = policy.judge(codes, at: FrameTimestamp(nanoseconds: 9_000_000_000 + milliseconds * 1_000_000))
            if let codes = verdict.several { several.append(codes.compactMap(\.text)) }
            return verdict.scans.compactMap(\.text)
        }
    }

    @Test("a linear code without a strong check needs several frames within a second of each other")
    func agreement() {
        let judge = Judge(agreement: 3)
        let code = Barcode.code("4006381333931", .ean13)
        #expect(judge.scans([code], at: 0).isEmpty)
        #expect(judge.scans([code], at: 30).isEmpty)
        #expect(judge.scans([], at: 60).isEmpty)
        #expect(judge.scans([code], at: 90) == ["4006381333931"])
        #expect(judge.scans([code], at: 120) == ["4006381333931"])
        #expect(judge.scans([code], at: 1121).isEmpty)
    }

    @Test("the same code twice in one frame counts once")
    func twiceInAFrame() {
        let judge = Judge(agreement: 2)
        let both = [Barcode.code("123456", .itf, at: (x: 20, y: 20)), .code("123456", .itf, at: (x: 20, y: 90))]
        #expect(judge.scans(both, at: 0).isEmpty)
        #expect(judge.scans(both, at: 30).count == 2)
    }

    @Test("codes with strong checks pass at once", arguments: [Symbology.qr, .dataMatrix, .code128, .dataBar])
    func strong(symbology: Symbology) {
        #expect(Judge(agreement: 20).scans([.code("A", symbology)], at: 0) == ["A"])
    }

    @Test("a single code is a scan after a short time")
    func single() {
        let judge = Judge(isSingle: true)
        #expect(judge.scans([.code("A")], at: 0).isEmpty)
        #expect(judge.scans([.code("A")], at: 299).isEmpty)
        #expect(judge.scans([.code("A")], at: 300) == ["A"])
        #expect(judge.several.isEmpty)
    }

    @Test("of two codes none is a scan, even if frames show them alternately; this is reported once")
    func several() {
        let judge = Judge(isSingle: true)
        for step in 0..<20 {
            let code = Barcode.code(step.isMultiple(of: 2) ? "A" : "B")
            #expect(judge.scans([code], at: Int64(step) * 100).isEmpty)
        }
        #expect(judge.several.map { $0.sorted() } == [["A", "B"]])
        // One is removed: the other passes once the first is forgotten and it has been the only one for a moment.
        #expect(judge.scans([.code("B")], at: 2000).isEmpty)
        #expect(judge.scans([.code("B")], at: 2499).isEmpty)
        #expect(judge.scans([.code("B")], at: 2798).isEmpty)
        #expect(judge.scans([.code("B")], at: 2799) == ["B"])
        // Two codes are reported again.
        #expect(judge.scans([.code("A"), .code("B")], at: 2900).isEmpty)
        #expect(judge.several.count == 2)
    }

    @Test("two labels with the same text are two codes; an add-on is not a second code")
    func twins() {
        let judge = Judge(isSingle: true)
        let twins = [Barcode.code("A", at: (x: 20, y: 20)), .code("A", at: (x: 20, y: 90))]
        #expect(judge.scans(twins, at: 0).isEmpty)
        #expect(judge.several.count == 1)
        let book = Judge(isSingle: true)
        let codes = [
            Barcode.code("9780306406157", .ean13, at: (x: 20, y: 20)), .code("51995", .ean5, at: (x: 90, y: 20)),
        ]
        #expect(book.scans(codes, at: 0).isEmpty)
        #expect(book.scans(codes, at: 400) == ["9780306406157", "51995"])
        #expect(book.several.isEmpty)
    }

    @Test("a withheld code does not count as reported: its interval begins when it passes")
    func order() {
        let judge = Judge(repeats: .interval(.seconds(2)), agreement: 2)
        let code = Barcode.code("12345670", .ean8)
        #expect(judge.scans([code], at: 0).isEmpty)
        #expect(judge.scans([code], at: 500) == ["12345670"])
        #expect(judge.scans([code], at: 1000).isEmpty)
        #expect(judge.scans([code], at: 1900).isEmpty)
        #expect(judge.scans([code], at: 2500) == ["12345670"])
    }
}
