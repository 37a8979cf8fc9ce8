// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("The form in which a code is reported")
struct BarcodeAskedTests {
    private func asked(_ symbology: Symbology, _ text: String, _ wanted: Set<Symbology>) -> Barcode? {
        Barcode(symbology: symbology, bytes: Array(text.utf8), reader: "test").asAsked(wanted)
    }

    @Test("a UPC-A is the same read from either reader's form")
    func upcA() {
        for (symbology, text) in [(Symbology.upcA, "036000291452"), (.ean13, "0036000291452")] {
            let both = asked(symbology, text, [.ean13, .upcA])
            #expect(both?.symbology == .upcA)
            #expect(both?.text == "036000291452")
            let european = asked(symbology, text, [.ean13])
            #expect(european?.symbology == .ean13)
            #expect(european?.text == "0036000291452")
            #expect(asked(symbology, text, [.ean8]) == nil)
        }
        #expect(asked(.ean13, "4006381333931", [.upcA]) == nil)
    }

    @Test("a book is an ISBN only if that is requested")
    func isbn() {
        #expect(asked(.ean13, "9780306406157", [.ean13, .isbn])?.symbology == .isbn)
        #expect(asked(.ean13, "9780306406157", [.ean13])?.symbology == .ean13)
        #expect(asked(.ean13, "9780306406157", [.isbn])?.text == "9780306406157")
        #expect(asked(.ean13, "4006381333931", [.isbn]) == nil)
    }

    @Test("a Code 39 is checked if that is requested")
    func modulo43() {
        #expect(asked(.code39, "CODE39W", [.code39, .code39Mod43])?.symbology == .code39Mod43)
        #expect(asked(.code39, "CODE39X", [.code39, .code39Mod43])?.symbology == .code39)
        #expect(asked(.code39, "CODE39X", [.code39Mod43]) == nil)
        #expect(asked(.code39, "CODE39W", [.code39])?.symbology == .code39)
    }

    @Test("a code with a wrong check digit is dropped")
    func wrongCheckDigits() {
        #expect(asked(.ean13, "4006381333932", [.ean13]) == nil)
        #expect(asked(.ean8, "96385075", [.ean8]) == nil)
        #expect(asked(.upcE, "01234506", [.upcE]) == nil)
        #expect(asked(.dataBar, "0109501101530004", [.dataBar]) == nil)
    }

    @Test("padded and long forms become the printed ones")
    func printedForms() {
        #expect(asked(.ean8, "0000096385074", [.ean8])?.text == "96385074")
        #expect(asked(.upcE, "0012000003455", [.upcE])?.text == "01234505")
        #expect(asked(.dataBar, "09501101530003", [.dataBar])?.text == "0109501101530003")
    }

    @Test("ISBN, UPC-A and checked Code 39 are searched for in their printed form")
    func printed() {
        #expect(Set<Symbology>([.isbn]).printed.contains(.ean13))
        #expect(Set<Symbology>([.upcA]).printed == [.upcA, .ean13])
        #expect(Set<Symbology>([.code39Mod43]).printed == [.code39])
        #expect(Set<Symbology>([.qr]).printed == [.qr])
    }
}
