// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation

/// A code as a program reported it.
struct GivenCode: Hashable {
    /// The manifest's word for its symbology.
    var symbology: String
    var bytes: [UInt8]
    /// The text of the bytes according to the program, if it reports one.
    var text: String?
}

/// Which codes of a picture were read, and which reads are wrong.
struct Judgement {
    /// Indices into `CorpusPicture.expected`.
    var found: Set<Int> = []
    var misreads: [GivenCode] = []
}

/// Compares by the rules in the collection's README: sources spell some contents differently.
enum CodeComparison {
    static func judge(_ picture: CorpusPicture, _ codes: some Sequence<GivenCode>) -> Judgement {
        let expected = picture.expected.map { $0.map { canonical(picture.symbology, withoutAddOn($0, of: picture)) } }
        let also = Set(picture.also.map { canonical($0.symbology, $0.text) })
        var judgement = Judgement()
        for code in Set(codes) {
            let readings = spellings(code).map { canonical(code.symbology, $0) }
            var isRight = false
            for (index, text) in expected.enumerated() where text.map(readings.contains) == true {
                judgement.found.insert(index)
                isRight = true
            }
            if let bytes = picture.bytes, bytes == code.bytes, code.symbology == picture.symbology {
                judgement.found.insert(0)
                isRight = true
            }
            if !isRight { isRight = isHarmless(code, readings, on: picture, also: also) }
            if !isRight { judgement.misreads.append(code) }
        }
        return judgement
    }

    /// The code without the two or five digits beside it, which no program reads unless it is asked to.
    private static func withoutAddOn(_ text: String, of picture: CorpusPicture) -> String {
        let digits = text.filter { $0 != " " }
        return picture.tags.contains("addon") && [15, 18].contains(digits.count) ? String(digits.prefix(13)) : text
    }

    private static func isHarmless(
        _ code: GivenCode, _ readings: [String], on picture: CorpusPicture, also: Set<String>
    ) -> Bool {
        if readings.contains(where: also.contains) { return true }
        // A code with unknown text matches any text.
        if code.symbology == picture.symbology, picture.expected.contains(nil) { return true }
        // Labels of add-on pictures contain the code with its add-on; the add-on alone is right too.
        if picture.tags.contains("addon") {
            let digits = String(decoding: code.bytes, as: UTF8.self).filter { $0 != " " }
            if picture.expected.contains(where: { $0?.filter { $0 != " " }.contains(digits) == true }) { return true }
            if picture.expected.contains(where: { $0?.filter { $0 != " " }.contains(digits.dropFirst()) == true }) {
                return true
            }
        }
        // Labels contain the full ASCII text, which is coded as pairs of characters: not every program tells it.
        return picture.tags.contains("full-ascii") && code.symbology == picture.symbology
    }

    private static func spellings(_ code: GivenCode) -> Set<String> {
        var all: Set<String> = []
        if let text = code.text { all.insert(text) }
        let data = Data(code.bytes)
        for encoding in [String.Encoding.utf8, .shiftJIS, .isoLatin1] {
            if let text = String(data: data, encoding: encoding) { all.insert(text) }
        }
        return all
    }

    /// One spelling for all texts that count as equal.
    static func canonical(_ symbology: String, _ text: String) -> String {
        var text = text.replacing("\r\n", with: "\n")
        while text.hasSuffix("\n") { text.removeLast() }
        switch symbology {
        case "EAN-13", "UPC-A", "UPC-E", "ISBN":
            let bytes = Array(text.utf8)
            if symbology == "UPC-E", let long = RetailNumber.upcA(fromUPCE: bytes) {
                text = String(decoding: long, as: UTF8.self)
            }
            return "retail:" + (text.utf8.count == 12 ? "0" + text : text)
        case "Codabar":
            text = text.uppercased()
            let ends = Set("ABCDTN*E")
            if text.count > 2, ends.contains(text.first!), ends.contains(text.last!) {
                text = String(text.dropFirst().dropLast())
            }
        case "DataBar":
            text = text.replacing("(01)", with: "")
            if text.count == 16, text.hasPrefix("01") { text.removeFirst(2) }
        case "DataBarExpanded", "QR", "DataMatrix", "Code-128", "Aztec":
            text = text.replacing("\u{1d}", with: "")
            if text.firstMatch(of: /^[(\[]\d{2,4}[)\]]/) != nil { text = text.filter { !"()[]".contains($0) } }
        default:
            break
        }
        return symbology + ":" + text
    }
}

extension Symbology {
    /// The manifest's word.
    var corpusName: String {
        switch self {
        case .ean13: "EAN-13"
        case .ean8: "EAN-8"
        case .upcA: "UPC-A"
        case .upcE: "UPC-E"
        case .ean2: "EAN-2"
        case .ean5: "EAN-5"
        case .isbn: "ISBN"
        case .code39, .code39Mod43: "Code-39"
        case .code93: "Code-93"
        case .code128: "Code-128"
        case .codabar: "Codabar"
        case .itf: "ITF"
        case .dataBar: "DataBar"
        case .dataBarExpanded: "DataBarExpanded"
        case .qr: "QR"
        case .microQR: "MicroQR"
        case .aztec: "Aztec"
        case .pdf417: "PDF417"
        case .dataMatrix: "DataMatrix"
        case .maxiCode: "MaxiCode"
        }
    }
}
