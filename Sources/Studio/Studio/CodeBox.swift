// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Frames
internal import Output

/// A code in a frame, as the page draws it.
package struct CodeBox: Hashable, Sendable {
    let code: Barcode
    /// Whether it is already a scan. Otherwise it is not yet confirmed, or is filtered out.
    let isAccepted: Bool

    package init(_ code: Barcode, isAccepted: Bool) {
        self.code = code
        self.isAccepted = isAccepted
    }

    /// Longer texts are cut; the list of scans has the whole text.
    private static let longest = 120

    var json: JSONValue {
        let text = code.text ?? VisibleText.escape(code.bytes)
        let corners =
            code.corners.map { outline -> JSONValue in
                .array(
                    outline.corners.map { [.number($0.x, decimals: 1), .number($0.y, decimals: 1)] })
            } ?? .null
        return [
            "symbology": .string(code.symbology.rawValue),
            "text": .string(text.count > Self.longest ? text.prefix(Self.longest) + "…" : text),
            "corners": corners, "accepted": .bool(isAccepted),
        ]
    }

    static func json(_ boxes: [CodeBox], frame: Int, size: FrameSize, took: Duration) -> JSONValue {
        [
            "frame": .integer(frame), "width": .integer(size.width), "height": .integer(size.height),
            "decode_ms": .number(took.milliseconds, decimals: 1), "codes": .array(boxes.map(\.json)),
        ]
    }
}
