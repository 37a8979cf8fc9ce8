// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Cameras
package import Frames
internal import Scanning
internal import Threads

/// Watches a stream for a while and records which frames arrive, when, and how long searching them takes.
package struct StreamWatch {
    /// Limits for waiting for the first frame, and for watching once the picture has settled.
    package struct Limits: Sendable {
        /// From failure cause 30: three intervals, at least 5 s for the first.
        package var first = Duration.seconds(5)
        package var next = Duration.seconds(2)
        package var watch = Duration.milliseconds(1800)
        /// Watching ends early after `most` frames, and continues beyond `watch` until there are `fewest`.
        package var most = 45
        package var fewest = 12
        package var longest = Duration.milliseconds(3000)
        /// The limit while every frame equals the one before: enough frames to detect a frozen picture.
        package var longestAlike = Duration.milliseconds(4500)
        /// How many consecutive frames are kept for the figures of the picture, from the first one on.
        package var kept = 12

        package init() {}
    }

    /// Frames whose brightness is recorded: two seconds of most cameras.
    private static let mostBrightness = 60

    private let source: any FrameSource
    private let settings: SettingsReader?
    private let reader: (any BarcodeReader)?
    private let symbologies: Set<Symbology>
    private let limits: Limits

    /// `reader` is used as in a live scan, to time the search; `nil` times nothing.
    package init(
        source: any FrameSource, settings: SettingsReader?, reader: (any BarcodeReader)?, symbologies: Set<Symbology>,
        limits: Limits = Limits()
    ) {
        self.source = source
        self.settings = settings
        self.reader = reader
        self.symbologies = symbologies
        self.limits = limits
    }

    /// Watches, adds the results to `record`, and returns the kept frames. Blocks up to the limits.
    package mutating func run(into record: inout StreamRecord, settles: Bool) -> [Frame] {
        var watch = Watching(limits: limits, reader: reader, symbologies: symbologies, settings: settings)
        let before = settings?.settable()
        let began = FrameTimestamp.now
        do throws(FrameSourceError) {
            var settling = SettlingFilter()
            var wait = limits.first
            while let frame = try watch.receive(source, wait) {
                if record.firstFrameMs == nil { record.firstFrameMs = FrameTimestamp.now.since(began).milliseconds }
                wait = limits.next
                let mean = frame.isCorrupt ? nil : frame.luma.sparseMean
                if let mean, watch.brightness.count < StreamWatch.mostBrightness { watch.brightness.append(mean) }
                if settles, !settling.isSettled {
                    guard settling.accept(mean: mean) else {
                        watch.note(frame)
                        continue
                    }
                }
                if try watch.take(frame) { break }
            }
            if !watch.isDone { record.ending = .init(kind: .ended, message: "the stream ended") }
        } catch {
            record.ending = .init(kind: .init(error.kind), message: error.description)
        }
        watch.finish(&record)
        let statistics = source.statistics
        record.captured = statistics.captured
        record.dropped = statistics.dropped
        record.corrupt = statistics.corrupt
        record.undecodable = statistics.undecodable
        record.superseded = statistics.superseded
        if let before, let after = settings?.settable() {
            record.disturbances = before.keys.sorted().compactMap { name in
                guard let old = before[name], let new = after[name], old != new else { return nil }
                return .init(control: name, before: old, after: new)
            }
        }
        if let settings {
            var (now, failure) = settings.read()
            now.focusReadings = watch.focusReadings
            record.settings = now
            record.settingsUnknown = failure
        }
        return watch.kept
    }
}

/// Counters that are updated with each frame.
private struct Watching {
    let limits: StreamWatch.Limits
    let reader: (any BarcodeReader)?
    let symbologies: Set<Symbology>
    let settings: SettingsReader?
    var kept: [Frame] = []
    var focusReadings: [Int] = []
    var brightness: [Double] = []
    var isDone = false
    private var clock = StreamClock()
    private var start: FrameTimestamp?
    private var frames = 0
    private var last: (sequence: Int, timestamp: FrameTimestamp)?
    private var lastHash: UInt64?
    private var run = 0
    private var intervals: [Double] = []
    private var decodes: [(clock: Double, processor: Double)] = []
    private var unpacking: [Double] = []
    private var waitBefore: Duration?
    private var nextFocus = FrameTimestamp(nanoseconds: 0)

    init(
        limits: StreamWatch.Limits, reader: (any BarcodeReader)?, symbologies: Set<Symbology>, settings: SettingsReader?
    ) {
        self.limits = limits
        self.reader = reader
        self.symbologies = symbologies
        self.settings = settings
    }

    /// Waits for the next frame. Its pixels are unpacked on this thread.
    mutating func receive(_ source: any FrameSource, _ timeout: Duration) throws(FrameSourceError) -> Frame? {
        let before = ProcessorClock.ofThisThread
        let frame = try source.nextFrame(timeout: timeout)
        unpacking.append((ProcessorClock.ofThisThread - before).milliseconds)
        return frame
    }

    /// Compares a frame with the one before; also before the picture has settled, as a frozen picture settles at once.
    mutating func note(_ frame: Frame) {
        let hash = frame.luma.fingerprint
        run = hash == lastHash ? run + 1 : 1
        lastHash = hash
    }

    /// Returns whether enough has been seen.
    mutating func take(_ frame: Frame) throws(FrameSourceError) -> Bool {
        clock.note(frame)
        let now = clock.now
        let start = self.start ?? now
        if self.start == nil { waitBefore = ProcessorClock.waitOfThisThread }
        self.start = start
        frames += 1
        note(frame)
        if let last, frame.sequence > last.sequence {
            let steps = Double(frame.sequence - last.sequence)
            intervals.append(frame.timestamp.since(last.timestamp).milliseconds / steps)
        }
        last = (frame.sequence, frame.timestamp)
        if kept.count < limits.kept {
            kept.append(
                Frame(
                    luma: frame.luma.copy(), sequence: frame.sequence, timestamp: frame.timestamp,
                    isCorrupt: frame.isCorrupt))
        } else if let reader {
            // Only now: a search longer than a frame would leave gaps between the kept frames.
            time(reader, frame)
        }
        if let settings, now >= nextFocus {
            if let focus = settings.focus() { focusReadings.append(focus) }
            nextFocus = now + .milliseconds(150)
        }
        let elapsed = clock.now.since(start)
        let isUndecided = frames > 2 && run >= frames && run < StreamQuality.frozenFrames
        isDone =
            frames >= limits.most || elapsed >= (isUndecided ? limits.longestAlike : limits.longest)
            || (elapsed >= limits.watch && frames >= limits.fewest)
        return isDone
    }

    private mutating func time(_ reader: any BarcodeReader, _ frame: Frame) {
        let reading = TimedReading(reader, frame.luma, symbologies)
        decodes.append((reading.clock, reading.processor))
    }

    mutating func finish(_ record: inout StreamRecord) {
        // A slow camera gave too few frames to time the reader, so the last kept frame is used.
        if decodes.isEmpty, let frame = kept.last, let reader {
            for _ in 0..<2 {
                time(reader, frame)
            }
        }
        record.frames = frames
        record.watchedMs = start.map { clock.now.since($0).milliseconds } ?? 0
        record.intervalsMs = intervals
        record.brightness = brightness.isEmpty ? nil : brightness.map { ($0 * 10).rounded() / 10 }
        // The last run: a camera may repeat a frame while it starts.
        record.identicalRun = run
        record.decodeMs = decodes.map(\.clock)
        record.decodeProcessorMs = decodes.isEmpty ? nil : decodes.map(\.processor)
        // A simulated camera draws its frames here, which is no unpacking.
        if record.format?.isCompressed == true { record.unpackProcessorMs = unpacking }
        if !clock.isSimulated, let before = waitBefore, let wait = ProcessorClock.waitOfThisThread {
            record.waitedMs = (wait - before).milliseconds
        }
    }
}

extension StreamRecord.Ending.Kind {
    init(_ kind: FrameSourceError.Kind) {
        self =
            switch kind {
            case .noFrame: .noFrame
            case .gone: .gone
            case .busy: .busy
            case .malformed: .malformed
            case .failed: .failed
            }
    }
}

extension LumaImage {
    /// FNV-1a over whole words of the rows. It is sufficient to distinguish frames: each has the noise of a live sensor.
    var fingerprint: UInt64 {
        withSpan { pixels in
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            for y in 0..<height {
                let row = y &* rowStride
                var x = 0
                while x &+ 8 <= width {
                    var word: UInt64 = 0
                    for k in 0..<8 { word |= UInt64(pixels[row &+ x &+ k]) << UInt64(8 &* k) }
                    hash = (hash ^ word) &* 0x100_0000_01b3
                    x &+= 8
                }
                while x < width {
                    hash = (hash ^ UInt64(pixels[row &+ x])) &* 0x100_0000_01b3
                    x &+= 1
                }
            }
            return hash
        }
    }
}
