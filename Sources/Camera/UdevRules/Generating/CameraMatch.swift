// SPDX-License-Identifier: Apache-2.0

/// One USB camera, or all of one model, as a rule can match it: by the device's own data.
package struct CameraMatch: Hashable, Sendable {
    /// Four hexadecimal digits in lower case, as in sysfs.
    package let vendorID: String
    package let productID: String
    /// As the device reports it; `nil` for a model without serial numbers: then the rule matches all of the model.
    package let serial: String?

    /// A USB string has at most 126 UTF-16 units, which are at most 378 bytes.
    static let serialLimit = 378

    /// - Throws: if the numbers are invalid, or the serial has no character that can be matched safely.
    package init(vendorID: String, productID: String, serial: String? = nil) throws(RuleOptionError) {
        for number in [vendorID, productID] {
            guard number.utf8.count == 4, number.utf8.allSatisfy({ $0.isLetterOrDigit }), Int(number, radix: 16) != nil
            else { throw RuleOptionError("cannot write a rule for a camera: \(number) is not four hexadecimal digits") }
        }
        self.vendorID = vendorID.lowercased()
        self.productID = productID.lowercased()
        guard let serial, !serial.isEmpty else {
            self.serial = nil
            return
        }
        guard serial.utf8.count <= Self.serialLimit, serial.utf8.contains(where: Self.isPlain) else {
            throw RuleOptionError(
                "cannot write a rule for one camera \(vendorID):\(productID): its serial number has no plain letter or "
                    + "digit to match. Omit --camera.")
        }
        self.serial = serial
    }

    /// The match part of a rule. All three are attributes of one device, the USB device above the node.
    var conditions: String {
        var text = "ATTRS{idVendor}==\"\(vendorID)\", ATTRS{idProduct}==\"\(productID)\""
        if let serial { text += ", ATTRS{serial}==\"\(Self.pattern(serial))\"" }
        return text
    }

    /// A pattern for a text of the device: every special character becomes `?`, so that no device can inject rules.
    static func pattern(_ text: String) -> String {
        String(decoding: text.utf8.map { isPlain($0) || isMark($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Excludes what is special to udev: quote, backslash, `$`, `%`, `*`, `?`, `[`, `|`, comma and space.
    private static func isMark(_ byte: UInt8) -> Bool { ":_.+-=@/".utf8.contains(byte) }
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit }

    /// Whether a camera is this one.
    package func matches(vendorID: String?, productID: String?, serial: String?) -> Bool {
        vendorID?.lowercased() == self.vendorID && productID?.lowercased() == self.productID
            && (self.serial.map { RulePattern.matches(Self.pattern($0), serial ?? "") } ?? true)
    }
}
