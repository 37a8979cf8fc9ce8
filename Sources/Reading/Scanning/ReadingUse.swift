// SPDX-License-Identifier: Apache-2.0

/// What the pictures are that a reader is given.
public enum ReadingUse: String, Hashable, Sendable, CaseIterable {
    /// Each stands for itself.
    case pictures
    /// Frames of a stream of which each is to be read, because it is counted whether it is.
    case frames
    /// Frames of a stream of which the codes are wanted: those that hold nothing new are not searched again.
    case scan
}
