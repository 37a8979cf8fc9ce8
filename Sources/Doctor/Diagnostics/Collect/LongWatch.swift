// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import FrameMetrics
internal import Frames
internal import Scanning

/// Watches a stream for a minute or so, four times a second, for what happens only now and then.
struct LongWatch {
    private static let pause = 0.25

    let source: any FrameSource
    let settings: SettingsReader?
    let seconds: Double

    /// Blocks for the whole time, or until the stream ends or is stopped.
    func run() -> WatchRecord {
        var record = WatchRecord(seconds: 0)
        var (brightness, interruptions): ([[Double]], [WatchRecord.Interruption]) = ([], [])
        var clock = StreamClock()
        var start: FrameTimestamp?
        var next = 0.0
        let before = source.statistics.dropped
        while record.seconds < seconds {
            let frame: Frame?
            do throws(FrameSourceError) {
                frame = try source.nextFrame(timeout: .seconds(5))
            } catch {
                interruptions.append(.init(time: record.seconds, message: error.description))
                break
            }
            guard let frame else { break }
            clock.note(frame)
            let began = start ?? clock.now
            start = began
            record.seconds = clock.now.since(began).milliseconds / 1000
            guard record.seconds >= next, !frame.isCorrupt else { continue }
            next = record.seconds + Self.pause
            if let focus = settings?.focus() { record.focus.append([record.seconds, Double(focus)]) }
            record.sharpness.append([record.seconds, frame.luma.tenengrad()])
            brightness.append([record.seconds, frame.luma.sparseMean])
        }
        record.drops = source.statistics.dropped - before
        record.brightness = brightness
        record.interruptions = interruptions
        return record
    }
}
