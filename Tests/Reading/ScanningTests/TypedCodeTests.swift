// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Scanning
import Testing

@Suite("A typed line")
struct TypedCodeTests {
    private let standard = SymbologySelection.standard

    private func read(
        _ line: String, as symbology: Symbology? = nil, asked: Set<Symbology>? = nil
    ) -> Result<Barcode, TypedCode.Refusal> { TypedCode.read(line, as: symbology, asked: asked ?? standard) }

    @Test(
        "is recognised by its length and accepted by its check digit",
        arguments: [
            ("4006381333931", Symbology.ean13, "4006381333931"), (" 4006381 333931\r", .ean13, "4006381333931"),
            ("96385074", .ean8, "96385074"), ("04252614", .upcE, "04252614"), ("036000291452", .upcA, "036000291452"),
            ("0-306-40615-2", .ean13, "9780306406157"), ("080442957X", .ean13, "9780804429573"),
            ("978-0-306-40615-7", .ean13, "9780306406157"), ("10614141000415", .itf, "10614141000415"),
        ])
    func known(line: String, symbology: Symbology, text: String) throws {
        let code = try read(line).get()
        #expect(code.symbology == symbology && code.text == text && code.reader == "keyboard")
    }

    @Test("takes the requested form")
    func form() throws {
        #expect(try read("9780306406157", asked: [.isbn]).get().symbology == .isbn)
        #expect(try read("036000291452", asked: [.ean13]).get().text == "0036000291452")
        guard case .failure(let refusal) = read("4006381333931", asked: [.qr]) else {
            Issue.record("it was not asked for")
            return
        }
        #expect(refusal.description.contains("ean-13"))
    }

    @Test(
        "with any wrong digit is rejected",
        arguments: ["4006381333931", "96385074", "036000291452", "0306406152", "10614141000415"])
    func wrong(number: String) {
        for place in number.indices {
            var digits = Array(number)
            let index = number.distance(from: number.startIndex, to: place)
            digits[index] = digits[index] == "9" ? "0" : Character("\(Int(String(digits[index]))! + 1)")
            let line = String(digits)
            // Eight digits may be a valid UPC-E by chance.
            if number.count == 8, RetailNumber.upcA(fromUPCE: Array(line.utf8)) != nil { continue }
            guard case .failure(let refusal) = read(line) else {
                Issue.record("\(line) was taken")
                continue
            }
            #expect(refusal.description.contains("check digit is wrong"))
        }
    }

    @Test("of any other kind needs a symbology", arguments: ["hello", "1", "123456", "4006381333931x", "X", "- 1"])
    func other(line: String) throws {
        guard case .failure(let refusal) = read(line) else {
            Issue.record("\(line) was taken")
            return
        }
        #expect(refusal.description.contains("--manual"))
        #expect(try read(line, as: .code128).get().text == line)
    }

    @Test("is also checked with a given symbology")
    func said() throws {
        #expect(try read("0306406152", as: .isbn).get().text == "9780306406157")
        for (line, symbology) in [("4006381333930", Symbology.ean13), ("hello", .ean8), ("9790000000000", .isbn)] {
            guard case .failure = read(line, as: symbology) else {
                Issue.record("\(line) was taken for \(symbology.rawValue)")
                return
            }
        }
    }
}
