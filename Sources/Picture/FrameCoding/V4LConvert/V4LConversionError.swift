// SPDX-License-Identifier: Apache-2.0

package import Frames

/// Why libv4lconvert could not convert a frame.
package struct V4LConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case libraryMissing(reason: String)
        /// Not one of `V4LConverter.formats`.
        case unknownFormat
        /// The descriptor is not a V4L2 device, or memory ran out: libv4lconvert does not say which.
        case notCamera
        /// A size that libv4lconvert does not support: sides must be even and at most 8192.
        case impossibleSize
        /// libv4lconvert's message; usually the frame was truncated in transfer.
        case undecodable(reason: String)
        /// The process that converts died of the frame, took too long, or could not be started.
        case decoderFailed(reason: String)
    }
    package var kind: Kind
    package var format: FourCC
    package var size: FrameSize

    package init(kind: Kind, format: FourCC, size: FrameSize) {
        self.kind = kind
        self.format = format
        self.size = size
    }

    package var description: String {
        switch kind {
        case .libraryMissing(let reason):
            "cannot load libv4lconvert.so.0 for format \(format): \(reason); install libv4lconvert0"
        case .unknownFormat:
            "cannot convert \(format) frames: libv4lconvert does not know the format; choose another one"
        case .notCamera: "cannot convert \(format) frames: the file descriptor is not a camera"
        case .impossibleSize: "cannot convert \(size) frames of format \(format): sides must be even and at most 8192"
        case .undecodable(let reason), .decoderFailed(let reason):
            "cannot convert a \(size) frame of format \(format): \(reason)"
        }
    }
}
