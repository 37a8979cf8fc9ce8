// SPDX-License-Identifier: Apache-2.0

/// The frames to deliver to a caller that is slower than the stream.
package enum FrameDelivery: Hashable, Sendable {
    /// All, in order; the writer waits. The default for files and pipes: a pipe does not tell whether a camera or
    /// `ffmpeg -i clip.mp4` writes to it, and this is the safer mistake. A camera read this way lags by the few frames
    /// that its program buffers; a clip read the other way loses codes without notice.
    case everyFrame
    /// The newest: a separate thread reads as fast as the writer writes, and skipped frames are counted in
    /// `StreamStatistics.superseded`. For a live camera behind a pipe.
    case newest
}
