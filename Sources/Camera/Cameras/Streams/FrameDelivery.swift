// SPDX-License-Identifier: Apache-2.0

/// Which frames of a stream are delivered to a caller slower than the stream.
public enum FrameDelivery: Hashable, Sendable {
    /// All, in order; the writer waits. The default for files and pipes alike: a pipe does not say whether a camera or
    /// `ffmpeg -i clip.mp4` writes to it, and the mistakes are not alike. A camera read this way is late by the few
    /// frames its program holds; a clip read the other way loses codes, and nobody sees it.
    case everyFrame
    /// The newest: a thread of its own reads as fast as the writer writes, and what nobody asked for in time is counted
    /// in `StreamStatistics.superseded`. For a live camera behind a pipe.
    case newest
}
