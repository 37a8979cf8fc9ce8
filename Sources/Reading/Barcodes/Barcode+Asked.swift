// SPDX-License-Identifier: Apache-2.0

extension Set<Symbology> {
    /// The symbologies to search for in the picture in order to find these: an ISBN is printed as an EAN-13, and a UPC-A
    /// is an EAN-13 that begins with 0.
    package var printed: Set<Symbology> {
        var printed = subtracting([.isbn, .code39Mod43])
        if contains(.isbn) || contains(.upcA) { printed.insert(.ean13) }
        if contains(.ean13) { printed.insert(.upcA) }
        if contains(.code39Mod43) { printed.insert(.code39) }
        return printed
    }
}

extension Barcode {
    /// The code in the single form that is reported, whichever reader read it; `nil` if it is not one of `symbologies`.
    ///
    /// - A UPC-A and an EAN-13 that begins with 0 have the same bars: reported as UPC-A with twelve digits if that is
    ///   requested, otherwise as EAN-13 with thirteen.
    /// - A book's EAN-13 is an ISBN if that is requested.
    /// - A Code 39 whose last character is the correct check character is `code39Mod43` if that is requested.
    /// - A DataBar's number is preceded by its application identifier 01.
    /// - EAN, UPC and GTIN numbers with a wrong check digit are dropped.
    package func asAsked(_ symbologies: Set<Symbology>) -> Barcode? {
        var code = self
        switch symbology {
        case .ean13, .upcA, .isbn:
            if code.bytes.count == 12 { code.setNumber([0x30] + code.bytes) }
            guard code.bytes.count == 13, CheckDigit.isValidModulo10(code.bytes) else { return nil }
            code.symbology = .ean13
            if code.bytes[0] == 0x30, symbologies.contains(.upcA) {
                code.symbology = .upcA
                code.setNumber(Array(code.bytes.dropFirst()))
            } else if symbologies.contains(.isbn), RetailNumber.isISBN(code.bytes) {
                code.symbology = .isbn
            }
        case .ean8:
            // zxing-cpp 3 pads every number to thirteen digits.
            if code.bytes.count == 13, code.bytes.starts(with: Array("00000".utf8)) {
                code.setNumber(Array(code.bytes.suffix(8)))
            }
            guard code.bytes.count == 8, CheckDigit.isValidModulo10(code.bytes) else { return nil }
        case .upcE:
            if code.bytes.count == 13 { code.setNumber(Array(code.bytes.dropFirst())) }
            if let short = RetailNumber.upcE(fromUPCA: code.bytes) { code.setNumber(short) }
            guard let long = RetailNumber.upcA(fromUPCE: code.bytes), CheckDigit.isValidModulo10(long) else {
                return nil
            }
        case .dataBar:
            if code.bytes.count == 14 { code.setNumber(Array("01".utf8) + code.bytes) }
            guard code.bytes.count == 16, CheckDigit.isValidModulo10(Array(code.bytes.dropFirst(2))) else { return nil }
        case .code39, .code39Mod43:
            code.symbology =
                symbologies.contains(.code39Mod43) && CheckDigit.isValidModulo43(code.bytes) ? .code39Mod43 : .code39
        default:
            break
        }
        return symbologies.contains(code.symbology) ? code : nil
    }

    private mutating func setNumber(_ digits: [UInt8]) {
        bytes = digits
        decodedText = nil
    }
}
