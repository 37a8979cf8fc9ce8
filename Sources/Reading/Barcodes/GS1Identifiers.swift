// SPDX-License-Identifier: Apache-2.0

/// The format of the data after each application identifier.
///
/// Source: GS1 General Specifications, section 3.2, "GS1 Application Identifiers in numerical order". A part is a kind
/// (`n` digits, `x` the 82 characters of ISO/IEC 646 that GS1 allows, `y` a subset of 39) and a count: `6`, or `..20` for
/// at most 20. Marks: `?` optional, `c` ends in a modulo 10 check digit, `d` begins with a date, `YYMMDD`.
enum GS1Identifiers {
    struct Part {
        enum Kind { case digits, text, fileSafe }
        var kind: Kind
        var least: Int
        var most: Int
        var isChecked = false
        var isDate = false
        var isOptional = false
    }

    struct Entry {
        var title: String
        var parts: [Part]
    }

    /// The identifier of two to four digits at the start of the bytes, and its format.
    static func find(_ bytes: ArraySlice<UInt8>) -> (identifier: String, entry: Entry)? {
        for length in 2...4 where bytes.count >= length {
            let identifier = String(decoding: bytes.prefix(length), as: UTF8.self)
            if let entry = entries[identifier] { return (identifier, entry) }
        }
        return nil
    }

    static func entry(_ identifier: String) -> Entry? { entries[identifier] }

    private static let entries: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            let entry = Entry(title: words.count > 2 ? words[2] : "", parts: words[1].split(separator: "+").map(part))
            // `3100-5` is the identifiers from 3100 to 3105.
            let ends = words[0].split(separator: "-").map(String.init)
            guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[0].dropLast(ends[1].count) + ends[1])
            else {
                entries[words[0]] = entry
                continue
            }
            for number in first...last { entries[String(number)] = entry }
        }
        return entries
    }()

    private static func part(_ word: Substring) -> Part {
        var word = word
        let kind: Part.Kind = word.first == "n" ? .digits : word.first == "x" ? .text : .fileSafe
        word.removeFirst()
        let isOptional = word.last == "?"
        if isOptional { word.removeLast() }
        var part = Part(kind: kind, least: 1, most: 0, isOptional: isOptional)
        if word.last == "c" {
            part.isChecked = true
            word.removeLast()
        }
        if word.last == "d" {
            part.isDate = true
            word.removeLast()
        }
        let bounds = word.split(separator: ".", omittingEmptySubsequences: true).compactMap { Int($0) }
        part.most = bounds.last ?? 0
        part.least = word.hasPrefix("..") ? 1 : bounds.first ?? 0
        return part
    }

    private static let table = """
        00 n18c SSCC
        01 n14c GTIN
        02 n14c CONTENT
        03 n14c MTO GTIN
        10 x..20 BATCH/LOT
        11 n6d PROD DATE
        12 n6d DUE DATE
        13 n6d PACK DATE
        15 n6d BEST BEFORE
        16 n6d SELL BY
        17 n6d USE BY
        20 n2 VARIANT
        21 x..20 SERIAL
        22 x..20 CPV
        235 x..28 TPX
        240 x..30 ADDITIONAL ID
        241 x..30 CUST. PART No.
        242 n..6 MTO VARIANT
        243 x..20 PCN
        250 x..30 SECONDARY SERIAL
        251 x..30 REF. TO SOURCE
        253 n13c+x..17? GDTI
        254 x..20 GLN EXTENSION COMPONENT
        255 n13c+n..12? GCN
        30 n..8 VAR. COUNT
        3100-5 n6 NET WEIGHT (kg)
        3110-5 n6 LENGTH (m)
        3120-5 n6 WIDTH (m)
        3130-5 n6 HEIGHT (m)
        3140-5 n6 AREA (m2)
        3150-5 n6 NET VOLUME (l)
        3160-5 n6 NET VOLUME (m3)
        3200-5 n6 NET WEIGHT (lb)
        3210-5 n6 LENGTH (in)
        3220-5 n6 LENGTH (ft)
        3230-5 n6 LENGTH (yd)
        3240-5 n6 WIDTH (in)
        3250-5 n6 WIDTH (ft)
        3260-5 n6 WIDTH (yd)
        3270-5 n6 HEIGHT (in)
        3280-5 n6 HEIGHT (ft)
        3290-5 n6 HEIGHT (yd)
        3300-5 n6 GROSS WEIGHT (kg)
        3310-5 n6 LENGTH (m), log
        3320-5 n6 WIDTH (m), log
        3330-5 n6 HEIGHT (m), log
        3340-5 n6 AREA (m2), log
        3350-5 n6 VOLUME (l), log
        3360-5 n6 VOLUME (m3), log
        3370-5 n6 KG PER m2
        3400-5 n6 GROSS WEIGHT (lb)
        3410-5 n6 LENGTH (in), log
        3420-5 n6 LENGTH (ft), log
        3430-5 n6 LENGTH (yd), log
        3440-5 n6 WIDTH (in), log
        3450-5 n6 WIDTH (ft), log
        3460-5 n6 WIDTH (yd), log
        3470-5 n6 HEIGHT (in), log
        3480-5 n6 HEIGHT (ft), log
        3490-5 n6 HEIGHT (yd), log
        3500-5 n6 AREA (in2)
        3510-5 n6 AREA (ft2)
        3520-5 n6 AREA (yd2)
        3530-5 n6 AREA (in2), log
        3540-5 n6 AREA (ft2), log
        3550-5 n6 AREA (yd2), log
        3560-5 n6 NET WEIGHT (troy oz)
        3570-5 n6 NET VOLUME (oz)
        3600-5 n6 NET VOLUME (qt)
        3610-5 n6 NET VOLUME (gal.)
        3620-5 n6 VOLUME (qt), log
        3630-5 n6 VOLUME (gal.), log
        3640-5 n6 VOLUME (in3)
        3650-5 n6 VOLUME (ft3)
        3660-5 n6 VOLUME (yd3)
        3670-5 n6 VOLUME (in3), log
        3680-5 n6 VOLUME (ft3), log
        3690-5 n6 VOLUME (yd3), log
        37 n..8 COUNT
        3900-9 n..15 AMOUNT
        3910-9 n3+n..15 AMOUNT
        3920-9 n..15 PRICE
        3930-9 n3+n..15 PRICE
        3940-3 n4 PRCNT OFF
        3950-5 n6 PRICE/UoM
        400 x..30 ORDER NUMBER
        401 x..30 GINC
        402 n17c GSIN
        403 x..30 ROUTE
        410 n13c SHIP TO LOC
        411 n13c BILL TO
        412 n13c PURCHASE FROM
        413 n13c SHIP FOR LOC
        414 n13c LOC No.
        415 n13c PAY TO
        416 n13c PROD/SERV LOC
        417 n13c PARTY
        420 x..20 SHIP TO POST
        421 n3+x..9 SHIP TO POST
        422 n3 ORIGIN
        423 n3..15 COUNTRY - INITIAL PROCESS
        424 n3 COUNTRY - PROCESS
        425 n3..15 COUNTRY - DISASSEMBLY
        426 n3 COUNTRY - FULL PROCESS
        427 x..3 ORIGIN SUBDIVISION
        4300 x..35 SHIP TO COMP
        4301 x..35 SHIP TO NAME
        4302 x..70 SHIP TO ADD1
        4303 x..70 SHIP TO ADD2
        4304 x..70 SHIP TO SUB
        4305 x..70 SHIP TO LOC
        4306 x..70 SHIP TO REG
        4307 x2 SHIP TO COUNTRY
        4308 x..30 SHIP TO PHONE
        4309 n20 SHIP TO GEO
        4310 x..35 RTN TO COMP
        4311 x..35 RTN TO NAME
        4312 x..70 RTN TO ADD1
        4313 x..70 RTN TO ADD2
        4314 x..70 RTN TO SUB
        4315 x..70 RTN TO LOC
        4316 x..70 RTN TO REG
        4317 x2 RTN TO COUNTRY
        4318 x..20 RTN TO POST
        4319 x..30 RTN TO PHONE
        4320 x..35 SRV DESCRIPTION
        4321 n1 DANGEROUS GOODS
        4322 n1 AUTH LEAVE
        4323 n1 SIG REQUIRED
        4324 n10 NBEF DEL DT
        4325 n10 NAFT DEL DT
        4326 n6d REL DATE
        4330 n6+x..1? MAX TEMP F
        4331 n6+x..1? MAX TEMP C
        4332 n6+x..1? MIN TEMP F
        4333 n6+x..1? MIN TEMP C
        7001 n13 NSN
        7002 x..30 MEAT CUT
        7003 n10d EXPIRY TIME
        7004 n..4 ACTIVE POTENCY
        7005 x..12 CATCH AREA
        7006 n6d FIRST FREEZE DATE
        7007 n6..12d HARVEST DATE
        7008 x..3 AQUATIC SPECIES
        7009 x..10 FISHING GEAR TYPE
        7010 x..2 PROD METHOD
        7011 n6..10d TEST BY DATE
        7020 x..20 REFURB LOT
        7021 x..20 FUNC STAT
        7022 x..20 REV STAT
        7023 x..30 GIAI - ASSEMBLY
        7030-9 n3+x..27 PROCESSOR
        7040 n1+x..3 UIC+EXT
        7041 x..4 UFRGT UNIT TYPE
        710 x..20 NHRN PZN
        711 x..20 NHRN CIP
        712 x..20 NHRN CN
        713 x..20 NHRN DRN
        714 x..20 NHRN AIM
        715 x..20 NHRN NDC
        716 x..20 NHRN AIC
        7230-9 x2..30 CERT
        7240 x..20 PROTOCOL
        7241 n2 AIDC MEDIA TYPE
        7242 x..25 VCN
        7250 n8 DOB
        7251 n12 DOB TIME
        7252 n1 BIO SEX
        7253 x..40 FAMILY NAME
        7254 x..40 GIVEN NAME
        7255 x..10 SUFFIX
        7256 x..90 FULL NAME
        7257 x..70 PERSON ADDR
        7258 x3 BIRTH SEQUENCE
        7259 x..40 BABY
        8001 n14 DIMENSIONS
        8002 x..20 CMT No.
        8003 n14c+x..16? GRAI
        8004 x..30 GIAI
        8005 n6 PRICE PER UNIT
        8006 n14c+n4 ITIP
        8007 x..34 IBAN
        8008 n8..12d PROD TIME
        8009 x..50 OPTSEN
        8010 y..30 CPID
        8011 n..12 CPID SERIAL
        8012 x..20 VERSION
        8013 x..25 GMN
        8014 x..25 MUDI
        8017 n18c GSRN - PROVIDER
        8018 n18c GSRN - RECIPIENT
        8019 n..10 SRIN
        8020 x..25 REF No.
        8026 n14c+n4 ITIP CONTENT
        8030 x..90 DIGSIG
        8110 x..70 COUPON
        8111 n4 POINTS
        8112 x..70 COUPON
        8200 x..70 PRODUCT URL
        90 x..30 INTERNAL
        91-9 x..90 INTERNAL
        """
}
