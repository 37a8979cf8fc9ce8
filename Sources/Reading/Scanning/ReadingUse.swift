// SPDX-License-Identifier: Apache-2.0

/// The kind of pictures that a reader receives.
package enum ReadingUse: String, Hashable, Sendable, CaseIterable {
    /// Independent pictures.
    case pictures
    /// Frames of a stream, each of which must be read, because the caller counts reads.
    case frames
    /// Frames of a stream whose codes are wanted: frames without new content are not searched again.
    case scan
}
