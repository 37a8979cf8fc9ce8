// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Why a JPEG gave no picture.
public struct MotionJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// libturbojpeg is not there.
        case libraryMissing(reason: String)
        /// The data does not begin as a JPEG, or its header ends before the picture's size is known.
        case notJPEG
        /// The header announces more pixels than the decoder was told to take.
        case tooLarge(FrameSize, maximumPixels: Int)
        /// A good JPEG of another size than was negotiated.
        case sizeMismatch(expected: FrameSize, got: FrameSize)
        /// A JPEG that libturbojpeg refuses, in its words.
        case undecodable(reason: String)
    }
    public var kind: Kind

    public init(_ kind: Kind) { self.kind = kind }

    public var description: String {
        switch kind {
        case .libraryMissing(let reason): "cannot load libturbojpeg.so.0: \(reason); install libturbojpeg0"
        case .notJPEG: "cannot decode frame: it is not JPEG data"
        case .tooLarge(let size, let maximum):
            "cannot decode frame: its header declares \(size) pixels, more than the \(maximum) allowed"
        case .sizeMismatch(let expected, let got):
            "cannot use frame: \(expected) was negotiated, but the JPEG is \(got)"
        case .undecodable(let reason): "cannot decode frame: \(reason)"
        }
    }
}

extension MotionJPEGError {
    /// The clause after the colon of `description`, for whoever names the place themselves.
    package var reason: String {
        if case .undecodable(let reason) = kind { reason } else { description }
    }
}
