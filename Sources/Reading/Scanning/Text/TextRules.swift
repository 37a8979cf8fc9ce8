// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// The rules for a scan's text: which texts to accept, and how to change them.
///
/// The order is fixed: UPC-E is expanded to UPC-A, white space is trimmed, prefixes are stripped, the pattern is matched,
/// substitutions are made in sequence, letters become capitals.
package struct TextRules {
    package var expandsUPCE = false
    package var trims = false
    /// The first of these with which the text begins is removed.
    package var prefixes: [String] = []
    /// Codes whose text does not match are ignored.
    package var pattern: TextPattern?
    package var transforms: [TextTransform] = []
    package var uppercases = false
    /// Accept only GS1 data, and GTINs of EAN, UPC and ITF-14.
    package var isGS1 = false

    package init() {}

    /// The result for a code.
    package enum Outcome: Hashable, Sendable {
        case taken(ScanText)
        /// The text does not match, so the code is ignored.
        case passedOver
        /// The code is not what it should be; with the reason.
        case refused(String)
    }

    package func apply(to barcode: Barcode) -> Outcome {
        var elements: [GS1Element]?
        if isGS1 {
            do throws(GS1Error) {
                elements = try GS1ElementString.elements(of: barcode)
            } catch {
                return .refused("not GS1 data: \(error.description)")
            }
        }
        // Text rules do not apply to bytes that are not text.
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

/// The text of a code after the rules.
package struct ScanText: Hashable, Sendable {
    /// `nil` if it is unchanged.
    package var text: String?
    /// The GS1 elements, if requested.
    package var elements: [GS1Element]?

    package init(text: String? = nil, elements: [GS1Element]? = nil) {
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
