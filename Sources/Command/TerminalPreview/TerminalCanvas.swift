// SPDX-License-Identifier: Apache-2.0

import CChafa
package import Frames
import Glibc

/// How a terminal shows a picture.
package enum PictureMode: String, CaseIterable, Sendable {
    /// Coloured characters, which every terminal supports.
    case blocks
    case sixels, kitty, iterm2

    var native: candela_chafa_mode {
        switch self {
        case .blocks: CANDELA_CHAFA_BLOCKS
        case .sixels: CANDELA_CHAFA_SIXELS
        case .kitty: CANDELA_CHAFA_KITTY
        case .iterm2: CANDELA_CHAFA_ITERM2
        }
    }
}

/// The reason why a terminal cannot show pictures.
package struct PreviewError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
}

/// The size of one of the terminal's cells, in pixels.
package struct CellSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The usual ratio of terminal fonts: twice as high as wide.
    package static let usual = CellSize(width: 10, height: 20)
}

/// Encodes pictures as byte sequences for a terminal, with libchafa. For one thread at a time.
@safe package final class TerminalCanvas {
    package let mode: PictureMode
    private let chafa: OpaquePointer

    /// - Parameters:
    ///   - mode: `nil` for the best mode that the terminal supports.
    ///   - environment: variables that describe the terminal, as `NAME=value`.
    package init(_ mode: PictureMode?, environment: [String]) throws(PreviewError) {
        if let cause = unsafe candela_chafa_load() {
            throw PreviewError(
                description: "cannot show a preview: \(unsafe String(cString: cause)); install libchafa0")
        }
        let copies = unsafe environment.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let pointers = unsafe copies.map { unsafe UnsafePointer<CChar>($0) } + [nil]
        guard let chafa = unsafe candela_chafa_create(pointers) else {
            throw PreviewError(description: "cannot show a preview: out of memory")
        }
        unsafe self.chafa = chafa
        let best = unsafe candela_chafa_best_mode(chafa)
        self.mode = mode ?? PictureMode.allCases.first { $0.native == best } ?? .blocks
    }

    deinit { unsafe candela_chafa_free(chafa) }

    /// The sequences that draw the picture over `columns` and `rows` from the cursor: one per row for blocks, else a
    /// single one. Empty if the picture has no area or memory is short.
    package func draw(_ picture: ColourPicture, columns: Int, rows: Int, cell: CellSize) -> [[UInt8]] {
        let limit = 1...4096
        guard picture.size.area > 0, limit.contains(columns), limit.contains(rows), limit.contains(cell.width),
            limit.contains(cell.height)
        else { return [] }
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        let isDrawn = unsafe picture.bytes.withUnsafeBufferPointer { pixels in
            unsafe candela_chafa_draw(
                chafa, mode.native, pixels.baseAddress!, CInt(picture.size.width), CInt(picture.size.height),
                CInt(columns), CInt(rows), CInt(cell.width), CInt(cell.height), &bytes, &count)
        }
        guard isDrawn != 0, let bytes = unsafe bytes else { return [] }
        let sequence = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
        guard mode == .blocks else { return [sequence] }
        return sequence.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// The sequence that deletes the previous picture, so that kitty does not keep all of them.
    package var forgetting: [UInt8] { mode == .kitty ? Array("\u{1b}_Ga=d\u{1b}\\".utf8) : [] }

    /// The largest area within `columns` and `rows` that shows a picture of this size without distortion.
    package static func fit(_ size: FrameSize, columns: Int, rows: Int, cell: CellSize) -> (columns: Int, rows: Int) {
        guard size.width > 0, size.height > 0, columns > 0, rows > 0, cell.width > 0, cell.height > 0 else {
            return (0, 0)
        }
        let ratio = Double(size.width * cell.height) / Double(size.height * cell.width)
        let wide = min(Double(columns), Double(rows) * ratio)
        return (max(1, Int(wide.rounded())), max(1, min(rows, Int((wide / ratio).rounded()))))
    }
}
