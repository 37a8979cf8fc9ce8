// SPDX-License-Identifier: Apache-2.0

public import Barcodes

/// What a scan's text must be, and what is made of it before anybody sees it.
///
/// In this order, whatever order they were given in: UPC-E is written as UPC-A, white space is trimmed, prefixes are
/// stripped, the pattern is looked for, substitutions are made one after another, letters become capitals.
public struct TextRules {
    public var expandsUPCE = false
    public var trims = false
    /// The first of them that the text begins with is taken off.
    public var prefixes: [String] = []
    /// Codes in whose text it is not found are passed over.
    public var pattern: TextPattern?
    public var transforms: [TextTransform] = []
    public var uppercases = false
    /// Only GS1 data is taken, and GTINs of EAN, UPC and ITF-14.
    public var isGS1 = false

    public init() {}

    /// What became of a code.
    public enum Outcome: Hashable, Sendable {
        case taken(ScanText)
        /// It does not match: another code is meant.
        case passedOver
        /// It should be what it is not; the reason.
        case refused(String)
    }

    public func apply(to barcode: Barcode) -> Outcome {
        var elements: [GS1Element]?
        if isGS1 {
            do throws(GS1Error) {
                elements = try GS1ElementString.elements(of: barcode)
            } catch {
                return .refused("not GS1 data: \(error.description)")
            }
        }
        // What is no text cannot be worked on as one.
        guard let original = barcode.text else {
            return pattern == nil ? .taken(ScanText(text: nil, elements: elements)) : .passedOver
        }
        var text = elements?.map(\.description).joined() ?? original
        if elements == nil, expandsUPCE, barcode.symbology == .upcE,
            let long = RetailNumber.upcA(fromUPCE: barcode.bytes)
        {
            text = String(decoding: long, as: UTF8.self)
        }
        if trims { text = text.trimmed }
        if let prefix = prefixes.first(where: { text.unicodeScalars.starts(with: $0.unicodeScalars) }) {
            text.unicodeScalars.removeFirst(prefix.unicodeScalars.count)
        }
        if let pattern, !pattern.isFound(in: text) { return .passedOver }
        for transform in transforms { text = transform.applied(to: text) }
        if uppercases { text = text.uppercased() }
        return .taken(ScanText(text: text == original ? nil : text, elements: elements))
    }
}

/// What the rules made of a code's text.
public struct ScanText: Hashable, Sendable {
    /// `nil` where it is the code's own.
    public var text: String?
    /// The GS1 elements, when they were asked for.
    public var elements: [GS1Element]?

    public init(text: String? = nil, elements: [GS1Element]? = nil) {
        self.text = text
        self.elements = elements
    }
}

extension String {
    /// Without white space, line ends and control characters at both ends.
    fileprivate var trimmed: String {
        func isBlank(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
        }
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !isBlank($0) }),
            let last = scalars.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(scalars[first...last])
    }
}
