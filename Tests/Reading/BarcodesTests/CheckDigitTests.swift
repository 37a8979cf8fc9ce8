// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Testing

@Suite("Check digits")
struct CheckDigitTests {
    @Test(
        "numbers printed on goods pass modulo 10",
        arguments: ["4006381333931", "96385074", "036000291452", "9780306406157", "09501101530003"])
    func validNumbers(_ number: String) {
        #expect(CheckDigit.isValidModulo10(Array(number.utf8)))
    }

    @Test("every single wrong digit fails modulo 10")
    func singleErrors() {
        let number = Array("4006381333931".utf8)
        for place in number.indices {
            for digit in UInt8(0x30)...0x39 where digit != number[place] {
                var wrong = number
                wrong[place] = digit
                #expect(!CheckDigit.isValidModulo10(wrong))
            }
        }
    }

    @Test("text that is not digits has no modulo 10 check digit")
    func notDigits() {
        #expect(CheckDigit.modulo10(Array("12A".utf8)) == nil)
        #expect(!CheckDigit.isValidModulo10(Array("7".utf8)))
        #expect(!CheckDigit.isValidModulo10([]))
    }

    @Test("the standard's example of modulo 43 is CODE39 with W")
    func modulo43() {
        #expect(CheckDigit.modulo43(Array("CODE39".utf8)) == UInt8(ascii: "W"))
        #expect(CheckDigit.isValidModulo43(Array("CODE39W".utf8)))
        #expect(!CheckDigit.isValidModulo43(Array("CODE39X".utf8)))
        #expect(!CheckDigit.isValidModulo43(Array("W".utf8)))
        #expect(CheckDigit.modulo43(Array("code".utf8)) == nil)
    }

    @Test("exactly one of the 43 characters passes as a text's check character")
    func oneIn43() {
        let text = Array("CANDELA-7".utf8)
        let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
        #expect(characters.count { CheckDigit.isValidModulo43(text + [$0]) } == 1)
    }
}
