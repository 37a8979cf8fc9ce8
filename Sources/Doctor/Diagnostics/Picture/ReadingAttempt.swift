// SPDX-License-Identifier: Apache-2.0

/// One way of reading that was tried.
public struct ReadingAttempt: Codable, Hashable, Sendable {
    public enum Kind: String, Codable, Hashable, Sendable {
        /// The symbologies and the region that were asked for.
        case asked
        /// The same, with all that is known to help; only made when the asked effort was less.
        case harder
        /// The region asked for, every symbology.
        case everySymbology = "every-symbology"
        /// The whole frame, every symbology; only made when there was a region.
        case wholeFrame = "whole-frame"
        /// The whole frame, black for white, every symbology.
        case inverted
    }
    public var kind: Kind
    /// Processor time spent, in milliseconds.
    public var milliseconds: Double
    /// Frames that were read, and those of them with a code.
    public var frames: Int
    public var framesRead: Int
    public var codes: [CodeEvidence]

    public init(_ kind: Kind, milliseconds: Double, frames: Int = 1, framesRead: Int? = nil, codes: [CodeEvidence]) {
        self.kind = kind
        self.milliseconds = milliseconds
        self.frames = frames
        self.framesRead = framesRead ?? (codes.isEmpty ? 0 : frames)
        self.codes = codes
    }
}

/// A code that was read.
public struct CodeEvidence: Codable, Hashable, Sendable {
    /// The symbology's word.
    public var symbology: String
    /// What it holds; a stranger's text, `nil` when left out for privacy or not text.
    public var text: String?
    /// The number of bytes it holds.
    public var byteCount: Int
    /// Which reader read it.
    public var reader: String
    /// Its corners, clockwise from its own top left, as x and y by turns, in pixels of the picture; empty when unknown.
    public var corners: [Double]
    /// The pixels a module, where the symbology or the picture tells.
    public var module: Double?

    public init(
        symbology: String, text: String?, byteCount: Int, reader: String, corners: [Double] = [], module: Double? = nil
    ) {
        self.symbology = symbology
        self.text = text
        self.byteCount = byteCount
        self.reader = reader
        self.corners = corners
        self.module = module
    }
}
