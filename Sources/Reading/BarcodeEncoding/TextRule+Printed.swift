// SPDX-License-Identifier: Apache-2.0

// Rules of a single symbology or family.

// MARK: Codes of bars

extension TextRule {
    /// Code 11 adds a check character, and a second one if the text has more than ten characters. Source: Intermec, Code
    /// 11.
    static let code11 = Self("up to 120 digits and hyphens; check characters are added") {
        (text: String) throws(TextFault) in
        try require(text, Set((decimals + "-").utf8), "digits and hyphens")
        guard text.utf8.count <= 120 else { throw TextFault("it holds at most 120 characters", isTooLong: true) }
        let set = Array(decimals + "-")
        var values = text.map { set.firstIndex(of: $0) ?? 0 }
        let hasTwo = values.count > 10
        values.append(CheckDigits.code11(values, most: 10))
        if hasTwo { values.append(CheckDigits.code11(values, most: 9)) }
        // libzint's 1 is one check character, 0 is both.
        return PrintedText(text, content: String(values.map { set[$0] }), variant: hasTwo ? 0 : 1)
    }

    static let msi = Self("up to 64 digits; a check digit is added") { (text: String) throws(TextFault) in
        let digits = try digits(text)
        guard digits.count <= 64 else { throw TextFault("it holds at most 64 digits", isTooLong: true) }
        // libzint's 1 is one check digit, modulo 10.
        return PrintedText(text, content: written(digits + [CheckDigits.luhn(digits)]), variant: 1)
    }

    /// Pairs of a digit and a digit or X. libzint would add a zero before an odd number of characters.
    static let telepenNumeric = Self("pairs of digits, or of a digit and X, up to 30") {
        (text: String) throws(TextFault) in
        let characters = Array(text.utf8)
        try require(text, Set((decimals + "X").utf8), "digits, and X as the second of a pair")
        guard characters.count.isMultiple(of: 2) else {
            throw TextFault("it needs an even number of characters, not \(characters.count); add a 0 at the front")
        }
        guard stride(from: 0, to: characters.count, by: 2).allSatisfy({ characters[$0] != UInt8(ascii: "X") }) else {
            throw TextFault("X can only be the second of a pair")
        }
        guard characters.count <= 60 else { throw TextFault("it holds at most 60 characters", isTooLong: true) }
        return PrintedText(text)
    }

    /// A number, which readers return with leading zeros to fill its channels. Source: ANSI/AIM BC12, 4.2.
    static let channel = Self("a number from 0 to 7742862; padded with zeros to at least 2 digits") {
        (text: String) throws(TextFault) in
        let digits = try digits(text)
        guard digits.count <= 7, let value = Int(text), value <= 7_742_862 else {
            throw TextFault("it takes a number from 0 to 7742862")
        }
        let greatest = [3: 26, 4: 292, 5: 3493, 6: 44072, 7: 576_688, 8: 7_742_862]
        var channels = max(3, digits.count + 1)
        while value > greatest[channels] ?? .max { channels += 1 }
        let zeros = String(repeating: "0", count: channels - 1 - digits.count)
        return PrintedText(text, content: zeros + text, variant: Int32(channels))
    }

    /// SEMI T1-95: the check character is the second character.
    static let bc412 = Self("7 to 18 characters: digits and capital letters except O; a check character is added") {
        (text: String) throws(TextFault) in
        let set = Array("0R9GLVHA8EZ4NTS1J2Q6C7DYKBUIX3FWP5M")
        try require(text, Set(String(set).utf8), "digits and capital letters except O")
        guard (7...18).contains(text.utf8.count) else {
            throw TextFault("it takes 7 to 18 characters, not \(text.utf8.count)", isTooLong: text.utf8.count > 18)
        }
        var places = text.map { set.firstIndex(of: $0) ?? 0 }
        // The check character's own place counts as zero.
        places.insert(0, at: 1)
        let sum = places.enumerated().reduce(0) { $0 + ($1.offset.isMultiple(of: 2) ? 1 : 2) * $1.element }
        places[1] = sum % 35 * 17 % 35
        return PrintedText(text, content: String(places.map { set[$0] }))
    }

    static let vin = Self("17 characters: digits and capital letters except I, O and Q") {
        (text: String) throws(TextFault) in
        try require(
            text, Set((decimals + capitals).utf8).subtracting("IOQ".utf8), "digits and capital letters except I, O and Q")
        guard text.utf8.count == 17 else { throw TextFault("it takes 17 characters, not \(text.utf8.count)") }
        // Only North America requires the check digit.
        if let first = text.first, "1"..."5" ~= first, let right = CheckDigits.vin(text) {
            let given = Array(text)[8]
            guard given == right else {
                throw TextFault("its check digit, the ninth character, is \(given) and should be \(right)")
            }
        }
        return PrintedText(text)
    }
}

// MARK: Matrix codes

extension TextRule {
    /// A rune is read as three digits. Source: ISO/IEC 24778, annex A.
    static let rune = Self("a number from 0 to 255") { (text: String) throws(TextFault) in
        let digits = try digits(text)
        guard digits.count <= 3, let value = Int(text), value <= 255 else {
            throw TextFault("it takes a number from 0 to 255")
        }
        return PrintedText(text, content: String(repeating: "0", count: 3 - digits.count) + text)
    }

    /// A payment order. Source: Združenje bank Slovenije, Navodilo o obliki, vsebini in uporabi obrazca UPN QR: ISO
    /// 8859-2, at most 411 characters, lines ended by a line feed; the first line is UPNQR.
    static let upnQR = Self("the lines of a payment order; the first line is UPNQR") {
        (text: String) throws(TextFault) in
        guard text.hasPrefix("UPNQR\n") else { throw TextFault("its first line must be UPNQR, followed by a line feed") }
        guard text.unicodeScalars.count <= 411 else { throw TextFault("it holds at most 411 characters", isTooLong: true) }
        return PrintedText(text, caption: "UPN QR")
    }
}

// MARK: GS1

extension TextRule {
    static let gtin = checked([13], identifier: "01", { gs1CheckDigit(of: $0) }) { ("01" + $0, "(01)" + $0) }
    static let sscc = checked([17], identifier: "00", { gs1CheckDigit(of: $0) }) { ("00" + $0, "(00)" + $0) }

    /// DataBar Limited holds numbers whose first digit is 0 or 1.
    static let limited: Self = {
        let any = gtin
        return Self(any.words + "; the first digit is 0 or 1") { (text: String) throws(TextFault) in
            let printed = try any.prepare(text)
            guard let first = printed.data.first, first <= UInt8(ascii: "1") else {
                throw TextFault("its first digit must be 0 or 1; use databar for other numbers")
            }
            return printed
        }
    }()
}

// MARK: Medicines and health

extension TextRule {
    /// Code 32 is written with an A before its digits.
    static let code32: Self = {
        let digits = checked([8], CheckDigits.code32) { ("A" + $0, "A" + $0) }
        return Self(digits.words + ", optionally with an A before them") { (text: String) throws(TextFault) in
            try digits.prepare(text.hasPrefix("A") ? String(text.dropFirst()) : text)
        }
    }()

    /// The data between + and the check character, or the whole text with both. Source: ANSI/HIBC 2.6, 4.2.
    static let hibc = Self("up to 110 Code 39 characters, optionally between + and the check character") {
        (text: String) throws(TextFault) in
        try require(text, Set(code39.utf8), "digits, capital letters and -. $/+%")
        var data = text
        if text.hasPrefix("+") {
            guard text.utf8.count >= 3, let given = data.popLast() else {
                throw TextFault("data and the check character must follow the +")
            }
            let right = CheckDigits.place(of: data, in: code39)
            guard given == right else { throw TextFault("its check character is \(given) and should be \(right)") }
            data.removeFirst()
        }
        guard data.utf8.count <= 110 else {
            throw TextFault("it holds at most 110 characters, not \(data.utf8.count)", isTooLong: true)
        }
        let whole = "+" + data + String(CheckDigits.place(of: "+" + data, in: code39))
        return PrintedText(data, content: whole, caption: "*\(whole)*")
    }
}

// MARK: Post

extension TextRule {
    /// Source: USPS-B-3200, 2.1: a tracking code of 20 digits, the second of them 0 to 4, and a routing code.
    static let uspsIMail = Self(
        "20 digits, optionally followed by a ZIP code of 5, 9 or 11 digits, with or without a hyphen"
    ) {
        (text: String) throws(TextFault) in
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { throw TextFault("only one hyphen is allowed, before the ZIP code") }
        let all = try digits(parts.joined())
        let tracking = parts.count == 2 ? parts[0].utf8.count : min(20, all.count)
        let routing = all.count - tracking
        guard tracking == 20 else {
            throw TextFault("its tracking code must have 20 digits, not \(tracking)", isTooLong: tracking > 20)
        }
        guard [5, 9, 11].contains(routing) || routing == 0 && parts.count == 1 else {
            throw TextFault(
                "the ZIP code after the 20 digits must have 5, 9 or 11 digits, not \(routing)", isTooLong: routing > 11)
        }
        guard all[1] <= 4 else { throw TextFault("the second digit must be 0 to 4, not \(all[1])") }
        let data = written(Array(all.prefix(20))) + (routing == 0 ? "" : "-" + written(Array(all.dropFirst(20))))
        return PrintedText(data, content: written(all))
    }

    static let rm4scc = Self("up to 49 capital letters and digits; a check character is added") {
        (text: String) throws(TextFault) in
        let printed = try characters(decimals + capitals, 1...49, "capital letters and digits").prepare(text)
        return PrintedText(text, content: printed.content + String(CheckDigits.royalMail(text)))
    }

    /// The 4-state Mailmark: barcode C has a supply chain of two digits, L one of six. Source: Royal Mail Mailmark
    /// barcode C and L encoding and decoding instructions: format, version, class, supply chain, item of eight digits,
    /// then the postcode with its delivery point, padded with blanks to nine characters.
    static let mailmark = Self("format, version, class, supply chain of 2 or 6 digits, item of 8, and postcode") {
        (text: String) throws(TextFault) in
        try require(text, Set((decimals + capitals + " ").utf8), "digits, capital letters and blanks")
        var characters = Array(text)
        while characters.last == " " { characters.removeLast() }
        // A postcode begins with a letter; before it, only the class can be a letter.
        let start = characters.count > 13 && characters[13].isLetter ? 13 : 17
        guard characters.count > start, characters.count <= start + 9 else {
            throw TextFault("it takes 13 or 17 characters and a postcode of up to 9", isTooLong: characters.count > 26)
        }
        characters += Array(repeating: " ", count: start + 9 - characters.count)
        guard "0"..."4" ~= characters[0] else { throw TextFault("the format (first character) must be 0 to 4") }
        guard "1"..."4" ~= characters[1] else { throw TextFault("the version (second character) must be 1 to 4") }
        guard "0"..."9" ~= characters[2] || "A"..."E" ~= characters[2] else {
            throw TextFault("the class (third character) must be 0 to 9 or A to E")
        }
        guard characters[3..<start].allSatisfy({ "0"..."9" ~= $0 }) else {
            throw TextFault("supply chain and item (the \(start - 3) characters after the class) must be digits")
        }
        let postcode = String(characters[start...])
        guard postcode == "XY11     " || postcodes.contains(where: { matches(postcode, $0) }) else {
            throw TextFault(
                "the postcode with its delivery point must be in Royal Mail's form, such as SW1A1AA1A, without blanks"
            )
        }
        return PrintedText(String(characters))
    }

    /// F is any letter, L a letter that can end a postcode, N a digit, S a blank.
    private static let postcodes = [
        "FNFNLLNLS", "FFNNLLNLS", "FFNNNLLNL", "FFNFNLLNL", "FNNLLNLSS", "FNNNLLNLS",
    ]

    private static func matches(_ postcode: String, _ form: String) -> Bool {
        zip(postcode, form).allSatisfy { character, kind in
            switch kind {
            case "F": "A"..."Z" ~= character
            case "L": "A"..."Z" ~= character && !"CIKMOV".contains(character)
            case "N": "0"..."9" ~= character
            default: character == " "
            }
        }
    }

    /// Australia Post's customer barcodes. The format control code follows from the length. Source: Customer Barcode
    /// Technical Specifications (2012), barcode formats.
    static let australia = Self("8 digits, optionally followed by 5 or 10 characters, or 8 or 15 digits, for the customer") {
        (text: String) throws(TextFault) in
        _ = try digits(text.prefix(8))
        try require(
            text, Set((decimals + capitals + capitals.lowercased() + " #").utf8), "digits, letters, blanks and #")
        guard let format = [8: "11", 13: "59", 16: "59", 18: "62", 23: "62"][text.utf8.count] else {
            throw TextFault(
                "it takes 8, 13, 16, 18 or 23 characters, not \(text.utf8.count)", isTooLong: text.utf8.count > 23)
        }
        if [16, 23].contains(text.utf8.count) { _ = try digits(text) }
        return PrintedText(text, content: format + text)
    }

    /// Australia Post's other barcodes: a delivery point of eight digits after their own format control code.
    static func australia(format: String) -> Self {
        Self("8 digits") { (text: String) throws(TextFault) in
            let digits = try digits(text)
            guard digits.count == 8 else {
                throw TextFault("it takes 8 digits, not \(digits.count)", isTooLong: digits.count > 8)
            }
            return PrintedText(text, content: format + text)
        }
    }

    /// Source: Japan Post, Zip/Barcode Manual: the postcode, then the part of the address that its rules keep. A letter
    /// takes two of the twenty places.
    static let japan = Self("the 7 digits of the postcode, then up to 13 digits and hyphens; a letter counts as two")
    {
        (text: String) throws(TextFault) in
        try require(text, Set((decimals + capitals + "-").utf8), "digits, capital letters and hyphens")
        guard text.utf8.count >= 7, text.utf8.prefix(7).allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw TextFault("it must begin with the seven digits of the postcode, without a hyphen")
        }
        let places = text.utf8.reduce(0) { $0 + ($1 >= UInt8(ascii: "A") ? 2 : 1) }
        guard places <= 20 else {
            throw TextFault("it has 20 places, but \(places) are needed; a letter takes two", isTooLong: true)
        }
        return PrintedText(text)
    }

    /// Source: DPD and primetime Parcel Despatch 4.0.2, 5.5: an identifier, then 27 characters. The caption adds a check
    /// character (ISO/IEC 7064 MOD 37,36) that the bars do not contain.
    static let dpd = Self("an identifier such as %, then 27 capital letters and digits") {
        (text: String) throws(TextFault) in
        guard let identifier = text.utf8.first, (0x20..<0x7f).contains(identifier) else {
            throw TextFault("it takes only ASCII")
        }
        let rest = String(text.dropFirst())
        try require(rest, Set((decimals + capitals).utf8), "capital letters and digits after its first character")
        guard rest.utf8.count == 27 else {
            throw TextFault("it takes 28 characters, not \(text.utf8.count)", isTooLong: text.utf8.count > 28)
        }
        let set = Array(decimals + capitals)
        let product = rest.reduce(36) { product, character in
            let sum = (product + (set.firstIndex(of: character) ?? 0)) % 36
            return (sum == 0 ? 36 : sum) * 2 % 37
        }
        var groups: [String] = []
        var left = rest[...]
        for count in [4, 3, 4, 4, 4, 2, 3, 3] {
            groups.append(String(left.prefix(count)))
            left = left.dropFirst(count)
        }
        groups.append(String(set[(37 - product) % 36]))
        return PrintedText(text, caption: groups.joined(separator: " "))
    }
}
