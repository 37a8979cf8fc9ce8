// SPDX-License-Identifier: Apache-2.0

/// What can be done with the frames of a pixel format.
public enum PixelFormat: Hashable, Sendable {
    /// Uncompressed, and luma can be taken from it.
    case readable(PixelLayout)
    /// A JPEG picture a frame; a JPEG decoder reads it.
    case compressed
    /// Recognised, and of no use to a barcode reader; `reason` is a noun phrase and what to do instead.
    case unreadable(reason: String)
    /// Not in the table. libv4lconvert may know it.
    case unknown

    public init(_ fourCC: FourCC) { self = Self.table[fourCC] ?? .unknown }

    /// The layout, if luma can be taken from the format.
    public var layout: PixelLayout? {
        if case .readable(let layout) = self { layout } else { nil }
    }

    /// Every format luma can be taken from, in the order of their codes.
    public static var readable: [FourCC] {
        table.filter { $0.value.layout != nil }.keys.sorted { $0.rawValue < $1.rawValue }
    }
}
