// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Why a JPEG could not be decoded.
package struct MotionJPEGError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// libturbojpeg is not installed.
        case libraryMissing(reason: String)
        /// The data does not begin as a JPEG, or its header ends before the picture's size is known.
        case notJPEG
        /// The header declares more pixels than the decoder accepts.
        case tooLarge(FrameSize, maximumPixels: Int)
        /// A valid JPEG whose size differs from the negotiated one.
        case sizeMismatch(expected: FrameSize, got: FrameSize)
        /// libturbojpeg cannot decode the JPEG; the reason is its message.
        case undecodable(reason: String)
        /// The process that decodes died of the frame, took too long, or could not be started.
        case decoderFailed(reason: String)
    }
    package var kind: Kind

    package init(_ kind: Kind) { self.kind = kind }

    package var description: String {
        switch kind {
        case .libraryMissing(let reason): "cannot load libturbojpeg.so.0: \(reason); install libturbojpeg0"
        case .notJPEG: "cannot decode frame: it is not JPEG data"
        case .tooLarge(let size, let maximum):
            "cannot decode frame: its header declares \(size) pixels, more than the \(maximum) allowed"
        case .sizeMismatch(let expected, let got):
            "cannot use frame: \(expected) was negotiated, but the JPEG is \(got)"
        case .undecodable(let reason), .decoderFailed(let reason): "cannot decode frame: \(reason)"
        }
    }
}

extension MotionJPEGError {
    /// The reason without its place, for callers that name the place themselves.
    package var reason: String {
        if case .undecodable(let reason) = kind { reason } else { description }
    }
}
