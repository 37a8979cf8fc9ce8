// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Frames

/// What was told last of the codes in view: a code that lies still is told now and then, not with every frame.
package struct ToldBoxes: Sendable {
    /// The page takes a code for gone that has not been told for 600 ms.
    private static let pause = Duration.milliseconds(250)

    private var boxes: [CodeBox] = []
    private var next = FrameTimestamp(nanoseconds: 0)

    package init() {}

    /// Whether those of a frame are to be told.
    package mutating func isNews(_ boxes: [CodeBox], at now: FrameTimestamp) -> Bool {
        let isSame = boxes.count == self.boxes.count && zip(boxes, self.boxes).allSatisfy { $0.looksLike($1) }
        guard now >= next || !isSame else { return false }
        self.boxes = boxes
        next = now + Self.pause
        return true
    }
}

extension CodeBox {
    /// Corners tremble by less where nothing moves, pixels: some readers give whole ones.
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
