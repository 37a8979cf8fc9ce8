// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// The part of the frames to read.
package enum ScanRegion: Hashable, Sendable {
    case whole
    case fixed(FrameRegion)
    /// The neighbourhood of the last code, or the whole frame after a while without a read.
    case following
}

/// One scan of a live source.
package struct LiveRead: Sendable {
    package var barcode: Barcode
    /// The frame's number in the stream.
    package var frame: Int
    /// The time to read that frame, for all its codes together.
    package var decodeTime: Duration
    /// The time from the frame's timestamp to now.
    package var age: Duration
}

/// An event of a live scan.
package enum LiveEvent: Sendable {
    case read(LiveRead)
    /// Only one code is wanted, and several have just come into view. None is a scan until only one is left.
    case several([Barcode])
    /// From the next frame, this part of a frame of that size is read.
    case region(PixelRectangle, FrameSize)
}

/// Why a live scan ended without a failure.
package enum LiveScanEnding: Hashable, Sendable {
    /// The source ended or was stopped.
    case sourceEnded
    case timedOut
    /// The receiver stopped it.
    case satisfied
}

/// Reads frame after frame of a live source and reports scans: source → region → reader → policy → events.
package struct LiveScan {
    /// The maximum time without a frame before it is a failure. A webcam can take seconds for its first frame.
    package static let patience = Duration.seconds(5)

    package enum Failure: Error {
        case source(FrameSourceError)
        case region(RegionError)
    }

    private let source: any FrameSource
    private let reader: any BarcodeReader
    private let symbologies: Set<Symbology>
    private var region: ScanRegion
    /// Keeps its memory: pass it to the next scan of the same camera.
    package private(set) var policy: ReadPolicy
    /// Called on the reading thread with each frame and its codes, before the policy.
    package var onFrame: ((LumaImage, [Barcode]) -> Void)?
    /// Called before each frame: whether to skip reading it. Skipped frames still go to `onFrame`.
    package var isPaused: (() -> Bool)?
    /// Called before `onFrame` with the frame's unconfirmed codes.
    package var onDoubts: (([Barcode]) -> Void)?
    /// Called before each frame for the part to read; `nil` keeps the initial region.
    package var regionNow: (() -> ScanRegion)?
    private var clock = StreamClock()
    private var follower = RegionFollower()
    private var toldRegion: PixelRectangle?

    package init(
        source: any FrameSource, reader: any BarcodeReader, symbologies: Set<Symbology>, region: ScanRegion = .whole,
        policy: ReadPolicy
    ) {
        self.source = source
        self.reader = reader
        self.symbologies = symbologies
        self.region = region
        self.policy = policy
    }

    /// Runs until the source ends, `timeout` has passed, or `receive` returns false. Codes of one frame are reported in
    /// reading order: from the top, then from the left.
    package mutating func run<E: Error>(
        timeout: Duration?, receive: (LiveEvent) throws(E) -> Bool
    ) throws -> LiveScanEnding {
        let end = timeout.map { clock.now + $0 }
        while true {
            let left = end.map { $0.since(clock.now) }
            if let left, left <= .zero { return .timedOut }
            let frame: Frame?
            do throws(FrameSourceError) {
                frame = try source.nextFrame(timeout: min(left ?? Self.patience, Self.patience))
            } catch  where error.kind == .noFrame && left.map({ $0 < Self.patience }) == true {
                return .timedOut
            } catch {
                throw Failure.source(error)
            }
            guard let frame else { return .sourceEnded }
            clock.note(frame)
            if isPaused?() == true {
                onFrame?(frame.luma, [])
                continue
            }
            let began = FrameTimestamp.now
            if let regionNow { region = regionNow() }
            let part = try part(of: frame.luma)
            let barcodes = reader.read(part, of: frame.luma, symbologies: symbologies)
            let done = FrameTimestamp.now
            onDoubts?(reader.doubtful(in: part))
            onFrame?(frame.luma, barcodes)
            if region != .whole, part != toldRegion {
                toldRegion = part
                guard try receive(.region(part, frame.luma.size)) else { return .satisfied }
            }
            if region == .following { follower.note(barcodes, in: frame.luma.size, at: clock.now) }
            let verdict = policy.judge(barcodes, at: clock.now)
            if let several = verdict.several {
                guard try receive(.several(several)) else { return .satisfied }
            }
            for barcode in verdict.scans {
                let decodeTime = done.since(began)
                let read = LiveRead(
                    barcode: barcode, frame: frame.sequence, decodeTime: decodeTime,
                    // Some drivers' timestamps are in the future; decoding came after the exposure in any case.
                    age: clock.isSimulated ? decodeTime : max(decodeTime, FrameTimestamp.now.since(frame.timestamp)))
                guard try receive(.read(read)) else { return .satisfied }
            }
        }
    }

    private func part(of image: LumaImage) throws(Failure) -> PixelRectangle {
        switch region {
        case .whole: return PixelRectangle(image.size)
        case .following:
            let part = follower.region ?? PixelRectangle(image.size)
            return part.fits(in: image.size) ? part : PixelRectangle(image.size)
        case .fixed(let region):
            guard let part = region.rectangle(in: image.size) else {
                throw .region(RegionError(region: region, size: image.size))
            }
            return part
        }
    }
}

extension [Barcode] {
    /// From the top, then from the left, by the codes' centres. Codes without a place come last.
    package var inReadingOrder: [Barcode] {
        sorted { left, right in
            guard let a = left.corners?.center else { return false }
            guard let b = right.corners?.center else { return true }
            return a.y != b.y ? a.y < b.y : a.x < b.x
        }
    }
}
