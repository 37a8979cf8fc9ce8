// SPDX-License-Identifier: Apache-2.0

public import Frames

/// Why libv4lconvert gave no picture.
public struct V4LConversionError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        case libraryMissing(reason: String)
        /// Not one of `V4LConverter.formats`.
        case unknownFormat
        /// The descriptor is not that of a V4L2 device (or there is no memory: libv4lconvert does not tell).
        case notCamera
        /// The sizes libv4lconvert takes are even and at most 8192 a side.
        case impossibleSize
        /// In libv4lconvert's words: mostly a frame cut off on its way.
        case undecodable(reason: String)
    }
    public var kind: Kind
    public var format: FourCC
    public var size: FrameSize

    public var description: String {
        switch kind {
        case .libraryMissing(let reason):
            "cannot load libv4lconvert.so.0 for format \(format): \(reason); install libv4lconvert0"
        case .unknownFormat:
            "cannot convert \(format) frames: libv4lconvert does not know the format; choose another one"
        case .notCamera: "cannot convert \(format) frames: the file descriptor is not a camera"
        case .impossibleSize: "cannot convert \(size) frames of format \(format): sides must be even and at most 8192"
        case .undecodable(let reason): "cannot convert a \(size) frame of format \(format): \(reason)"
        }
    }
}
