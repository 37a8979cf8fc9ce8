// SPDX-License-Identifier: Apache-2.0

/// How frames of a pixel format can be used.
package enum PixelFormat: Hashable, Sendable {
    /// Uncompressed; luma can be extracted.
    case readable(PixelLayout)
    /// One JPEG picture a frame; a JPEG decoder reads it.
    case compressed
    /// Known, but unusable for a barcode reader; `reason` is a noun phrase and what to use instead.
    case unreadable(reason: String)
    /// Not in the table. libv4lconvert may support it.
    case unknown

    package init(_ fourCC: FourCC) { self = Self.table[fourCC] ?? .unknown }

    /// The layout, if luma can be extracted.
    package var layout: PixelLayout? {
        if case .readable(let layout) = self { layout } else { nil }
    }

    /// All formats from which luma can be extracted, sorted by code.
    package static var readable: [FourCC] {
        table.filter { $0.value.layout != nil }.keys.sorted { $0.rawValue < $1.rawValue }
    }
}
