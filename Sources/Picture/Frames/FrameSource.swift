// SPDX-License-Identifier: Apache-2.0

/// A source of frames: a camera, the simulated camera, a stream on standard input.
///
/// Only the newest frame matters: a source never queues frames for a slow caller; it drops older ones and counts them.
/// Sources can be used from several threads, but call `nextFrame` from one thread at a time.
package protocol FrameSource: AnyObject, Sendable {
    /// The negotiated format.
    var format: StreamFormat { get }

    /// Waits for a frame newer than the last one returned. Returns `nil` after the stream ended or `stop()` was called.
    ///
    /// - Throws: `FrameSourceError` of kind `.noFrame` after `timeout`; another kind if the source failed. After a
    ///   failure the source yields no more frames.
    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame?

    /// Counts so far.
    var statistics: StreamStatistics { get }

    /// Ends the stream and wakes a waiting `nextFrame`. Can be called from any thread, repeatedly.
    func stop()
}

/// A source that can also give each frame's original JPEG, or its colours.
package protocol CompressedFrames: FrameSource {
    /// Sets whether later frames carry their JPEG or colours. They are copies, so they hold no buffer of the driver. No
    /// effect if the camera sends neither JPEG nor colours that can be converted. Can be called from any thread.
    func keepCompressed(_ isWanted: Bool)
}

/// Size, format and rate of a running stream.
package struct StreamFormat: Hashable, Sendable {
    package var size: FrameSize
    /// The pixels' format before conversion to luma; `nil` for a source that produces luma itself.
    package var fourCC: FourCC?
    /// The interval that the driver promised; `nil` if it does not say.
    package var interval: FrameInterval?

    package init(size: FrameSize, fourCC: FourCC? = nil, interval: FrameInterval? = nil) {
        self.size = size
        self.fourCC = fourCC
        self.interval = interval
    }
}

/// Counts since the start of the stream.
package struct StreamStatistics: Hashable, Sendable {
    /// Frames taken from the source, whether delivered or not.
    package var captured = 0
    /// Frames replaced by a newer one before the caller asked for them.
    package var superseded = 0
    /// Frames that the driver dropped: gaps in its sequence numbers.
    package var dropped = 0
    /// Frames flagged as damaged, or that could not be decoded.
    package var corrupt = 0
    /// The frames among these that only decoding showed to be damaged. Superseded frames are not decoded, so this is a
    /// lower bound for all captured frames.
    package var undecodable = 0

    package init() {}
}

/// Why a source cannot give a frame.
package struct FrameSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// No frame came in time; the source still works.
        case noFrame
        /// The device is gone (unplugged, driver unbound).
        case gone
        /// Another program is using the camera.
        case busy
        /// The source cannot be read: its data does not match what it declared.
        case malformed
        /// Any other failure of a request.
        case failed
    }
    package var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    package var description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
