// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Output

/// A code in a frame, as the page draws it.
struct CodeBox: Hashable, Sendable {
    let code: Barcode
    /// Whether it is a scan already; else it is still to be confirmed, or not wanted.
    let isAccepted: Bool

    init(_ code: Barcode, isAccepted: Bool) {
        self.code = code
        self.isAccepted = isAccepted
    }

    /// Longer texts are shown with their beginning: the list has the whole.
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

/// What was told last of the codes in view: thirty times a second the same is told ten times instead.
struct ToldBoxes: Sendable {
    private static let pause = Duration.milliseconds(100)

    private var boxes: [CodeBox] = []
    private var next = FrameTimestamp(nanoseconds: 0)

    /// Whether those of a frame are to be told.
    mutating func isNews(_ boxes: [CodeBox], at now: FrameTimestamp) -> Bool {
        guard now >= next || boxes != self.boxes else { return false }
        self.boxes = boxes
        next = now + Self.pause
        return true
    }
}
