// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Frames

/// The codes in view that were sent last. A code that does not move is sent now and then, not with every frame.
package struct ToldBoxes: Sendable {
    /// Less than 600 ms, after which the page removes a code that was not sent again.
    private static let pause = Duration.milliseconds(250)

    private var boxes: [CodeBox] = []
    private var next = FrameTimestamp(nanoseconds: 0)

    package init() {}

    /// Whether the codes of a frame are to be sent.
    package mutating func isNews(_ boxes: [CodeBox], at now: FrameTimestamp) -> Bool {
        let isSame = boxes.count == self.boxes.count && zip(boxes, self.boxes).allSatisfy { $0.looksLike($1) }
        guard now >= next || !isSame else { return false }
        self.boxes = boxes
        next = now + Self.pause
        return true
    }
}

extension CodeBox {
    /// Corners of a still code vary by less than this, pixels: some readers return whole pixels.
    private static let tremble = 1.5

    fileprivate func looksLike(_ other: CodeBox) -> Bool {
        guard isAccepted == other.isAccepted, code.symbology == other.code.symbology, code.bytes == other.code.bytes
        else { return false }
        guard let corners = code.corners?.corners, let others = other.code.corners?.corners else {
            return code.corners == nil && other.code.corners == nil
        }
        return zip(corners, others).allSatisfy { abs($0.x - $1.x) < Self.tremble && abs($0.y - $1.y) < Self.tremble }
    }
}
