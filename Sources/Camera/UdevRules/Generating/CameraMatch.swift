// SPDX-License-Identifier: Apache-2.0

/// One USB camera, or all of one model, as a rule can tell it: by what the device says of itself.
public struct CameraMatch: Hashable, Sendable {
    /// Four hexadecimal digits in lower case, as sysfs has them.
    public let vendorID: String
    public let productID: String
    /// As the device says; `nil` for a model without serial numbers: the rule is for all of the model then.
    public let serial: String?

    /// A USB string has at most 126 units of UTF-16, which are at most 378 bytes.
    static let serialLimit = 378

    /// - Throws: when the numbers are none, or the serial has no sign that could be matched safely.
    public init(vendorID: String, productID: String, serial: String? = nil) throws(RuleOptionError) {
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
                    + "digit to match. Leave --camera out.")
        }
        self.serial = serial
    }

    /// The matches of a rule. All three are attributes of one device, the USB device above the node.
    var conditions: String {
        var text = "ATTRS{idVendor}==\"\(vendorID)\", ATTRS{idProduct}==\"\(productID)\""
        if let serial { text += ", ATTRS{serial}==\"\(Self.pattern(serial))\"" }
        return text
    }

    /// A pattern for a text of the device: what is not plain is matched by `?`, so no device can write rules.
    static func pattern(_ text: String) -> String {
        String(decoding: text.utf8.map { isPlain($0) || isMark($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// Nothing that means something to udev: no quote, backslash, `$`, `%`, `*`, `?`, `[`, `|`, and no comma or space.
    private static func isMark(_ byte: UInt8) -> Bool { ":_.+-=@/".utf8.contains(byte) }
    private static func isPlain(_ byte: UInt8) -> Bool { byte.isLetterOrDigit }

    /// Whether a camera is this one.
    public func matches(vendorID: String?, productID: String?, serial: String?) -> Bool {
        vendorID?.lowercased() == self.vendorID && productID?.lowercased() == self.productID
            && (self.serial.map { RulePattern.matches(Self.pattern($0), serial ?? "") } ?? true)
    }
}
