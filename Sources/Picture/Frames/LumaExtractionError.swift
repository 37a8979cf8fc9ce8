// SPDX-License-Identifier: Apache-2.0

/// Why luma could not be extracted from a buffer.
package struct LumaExtractionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The buffer holds fewer bytes than the frame needs: a truncated frame.
        case shortBuffer(needed: Int, got: Int)
        /// Width or height is not positive, or is unreasonably large.
        case impossibleSize
        /// A row of this width does not fit in the row stride.
        case rowStrideTooSmall(needed: Int, got: Int)
        /// The format is JPEG and needs a JPEG decoder.
        case compressed
        /// A known format without use for reading; with the reason.
        case unreadable(reason: String)
        case unknownFormat
    }
    package var kind: Kind
    package var format: FourCC
    package var size: FrameSize

    package init(_ kind: Kind, format: FourCC, size: FrameSize) {
        self.kind = kind
        self.format = format
        self.size = size
    }

    package var description: String {
        let cause =
            switch kind {
            case .shortBuffer(let needed, let got): "\(needed) bytes needed, got \(got)"
            case .impossibleSize: "no frame has that size"
            case .rowStrideTooSmall(let needed, let got): "a row needs \(needed) bytes, but the stride is \(got)"
            case .compressed: "it is compressed; decode it as JPEG"
            case .unreadable(let reason): "it is \(reason)"
            case .unknownFormat: "the format is not known; choose another one"
            }
        return "cannot read a \(size) frame of format \(format): \(cause)"
    }
}
