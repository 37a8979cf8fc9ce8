// SPDX-License-Identifier: Apache-2.0

/// Something that yields frames: a camera, the simulated camera, a stream on standard input.
///
/// The frame that matters is the newest: a source never queues frames for a slow caller, it drops the older ones and
/// counts them. Sources are safe to use from several threads, but `nextFrame` from one at a time.
public protocol FrameSource: AnyObject, Sendable {
    /// What was negotiated.
    var format: StreamFormat { get }

    /// Waits for a frame newer than the last one returned. `nil` once the stream has ended or `stop()` was called.
    ///
    /// - Throws: `FrameSourceError` of kind `.noFrame` after `timeout`; another kind when the source failed, after
    ///   which it yields nothing more.
    func nextFrame(timeout: Duration) throws(FrameSourceError) -> Frame?

    /// What the stream has done so far.
    var statistics: StreamStatistics { get }

    /// Ends the stream and wakes a waiting `nextFrame`. May be called from any thread, more than once.
    func stop()
}

/// A source whose frames can come with the JPEG they were decoded from, or with their colours.
public protocol CompressedFrames: FrameSource {
    /// Whether frames from now on come with theirs: a copy, so no buffer of the driver is kept for it. Without effect
    /// where the camera sends neither JPEG nor packed colours. From any thread.
    func keepCompressed(_ isWanted: Bool)
}

/// Size, format and rate of a running stream.
public struct StreamFormat: Hashable, Sendable {
    public var size: FrameSize
    /// What the pixels were before they became luma; `nil` for a source that makes luma itself.
    public var fourCC: FourCC?
    /// The interval the driver promised; `nil` when it does not say.
    public var interval: FrameInterval?

    public init(size: FrameSize, fourCC: FourCC? = nil, interval: FrameInterval? = nil) {
        self.size = size
        self.fourCC = fourCC
        self.interval = interval
    }
}

/// Counts since the stream began.
public struct StreamStatistics: Hashable, Sendable {
    /// Frames taken from the source, whether delivered or not.
    public var captured = 0
    /// Frames replaced by a newer one before anybody asked for them.
    public var superseded = 0
    /// Frames the driver dropped: gaps in its sequence numbers.
    public var dropped = 0
    /// Frames flagged as damaged, or that did not decode.
    public var corrupt = 0
    /// Of these, the ones that only decoding showed to be damaged. A frame replaced by a newer one was not decoded: out
    /// of all that were captured, these are too few.
    public var undecodable = 0

    public init() {}
}

/// Why a source gives no frame.
public struct FrameSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Kind: Hashable, Sendable {
        /// None came in time; the source still lives.
        case noFrame
        /// The device has gone (unplugged, driver unbound).
        case gone
        /// Somebody else is using the camera.
        case busy
        /// The source cannot be read: what it sends is not what it announced.
        case malformed
        /// Any other failure of a request.
        case failed
    }
    public var kind: Kind
    /// A whole sentence: verb, object, place: cause; next step.
    public var description: String

    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
