// SPDX-License-Identifier: Apache-2.0

import SignedFiles

/// Files that minisign 0.11 signed.
enum Examples {
    static let key = SigningKey("RWRBeXF0dJ9RPKsQCIxurBCDvGh3vabPebXdVWA5uZZOr1NtmiZzFh3F")!
    static let otherKey = SigningKey("RWRrbIo3ZGe33rXFowSLwJ7uThLc4FqPsqyHTS2qhHxvQMqp76ug8LbZ")!
    static let content = "name = \"gate-3\"\n[camera]\nuse = \"C920\"\n"
    static let hashedTime: Int64 = 1_795_693_157
    static let legacyTime: Int64 = 1_795_693_157

    static let hashed = signed(hashedSignature, Array(content.utf8))
    static let legacy = signed(legacySignature, Array(content.utf8))
    static let empty = signed(emptySignature, [])
    static let binary = signed(binarySignature, [0, 255, 10, 13, 10, 0])
    static let untimed = signed(untimedSignature, Array(content.utf8))

    /// As `cat FILE.minisig FILE` does.
    private static func signed(_ signature: String, _ content: [UInt8]) -> [UInt8] {
        Array((signature + "\n").utf8) + content
    }

    private static let hashedSignature = """
        untrusted comment: signature from minisign secret key
        RURBeXF0dJ9RPJYmPli2GVI9O2ddUoUydnYCR/W9ffoBYzuTKP7GdNFlD8ANcgnQcW1wN4EcpYlUw46IrTdg+SBZuiEe4AbimwQ=
        trusted comment: timestamp:1795693157\tfile:h\thashed
        SGGsSeaGay2Is6TOrxvw78rhY/zyWxUPZ+MewxUq1rR7Sh7kozHKkV1xo1+KXz6+mwwvKqj+Lckkto1gvikxDg==
        """

    private static let legacySignature = """
        untrusted comment: signature from minisign secret key
        RWRBeXF0dJ9RPO6SwTDKEl/LLfd5LIYpjnl2ad7eYJb0LE8e/MhQT2JbGPHGLoRpCJizFdsVMAgLYu3Qfgp1izkCnOtKI3t3yA0=
        trusted comment: timestamp:1795693157\tfile:l
        D3fio9ttjOrOIM1QcB2icN75ASy/v1R4GqooqJHu37AsCSSyTOumesga+GeRbPnKhVczQn0GS0tcORKHbkGbCg==
        """

    private static let emptySignature = """
        untrusted comment: signature from minisign secret key
        RURBeXF0dJ9RPBIRrGVWO4zCyC0nX4hMl0nw+8Plni4djgJcPoxgbOklfGyNDMiiMaXv+8jrLqIksIZJX8hrUBVCtiydbZwHAw0=
        trusted comment: timestamp:1795693157\tfile:e\thashed
        ywi5tH8l1CvercwrpDwvoVdS4u9dZZIaD+b6p6a00bCH7faGvRsCPO2wvZ9NaIo+slaKLARGa8o0z727I2V7AQ==
        """

    private static let binarySignature = """
        untrusted comment: signature from minisign secret key
        RURBeXF0dJ9RPLM7xEPgHiyeiRV03Uo/FG+M6lik9PIrmRCsuP53suyGmMLacU7t1TeeiB7qdIVe2+xchX8il9I4f/8QywUoiwc=
        trusted comment: timestamp:1795693157\tfile:b\thashed
        J5PvmDgFxJ0PLtxmoGpcYde6tqc63il7cDdASrZp/rK0Vk5j0dxQ/z1/HTMASVNiTKrDoWjRfoGW+iP9mc8TBw==
        """

    private static let untimedSignature = """
        untrusted comment: signature from minisign secret key
        RURBeXF0dJ9RPJYmPli2GVI9O2ddUoUydnYCR/W9ffoBYzuTKP7GdNFlD8ANcgnQcW1wN4EcpYlUw46IrTdg+SBZuiEe4AbimwQ=
        trusted comment: gate three
        HGhQNG2YIWnFueXZCifUtAiYJ9k41HE8x9SiCkSE7Ro75R3Z1h2UXGjQwCfQdLgytb8Aq0zc+b6/rPAjMyWnCA==
        """
}
