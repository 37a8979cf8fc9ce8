// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import Frames
internal import Output
internal import Synchronization
internal import WebPage

/// How far a calibration is, and what has become of it.
struct CalibrationStand: Sendable {
    enum Phase: String, Sendable {
        case running, done, failed, cancelled
    }

    /// What the found settings are.
    enum Use: String, Sendable {
        /// Found, and put back.
        case open
        /// In the camera, until the studio ends.
        case applied
        /// A profile, and in the camera to stay.
        case kept
    }

    /// Counts the studio's calibrations: pictures of another one are not shown for this one's.
    var number: Int
    var phase = Phase.running
    var progress: JSONValue = .null
    /// Why it failed: a sentence.
    var message: String?
    var words: JSONValue = .null
    var report: JSONValue = .null
    var use = Use.open
    /// The profile it was kept as.
    var name: String?
    /// Pictures as the camera had it, and with what was found: JPEG.
    var before: [UInt8]?
    var after: [UInt8]?
    /// What was found.
    var found: StandingSettings?
    /// What stood before it.
    var previous: StandingSettings?
    /// Ends it.
    var watcher: StudioWatcher?

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("number", .integer(number)), .init("phase", .string(phase.rawValue)), .init("progress", progress),
            .init("has_before", .bool(before != nil)), .init("has_after", .bool(after != nil)),
            .init("use", .string(use.rawValue)),
        ]
        if let message { members.append(.init("message", .string(message))) }
        if let name { members.append(.init("profile", .string(name))) }
        if phase == .done { members += [.init("words", words), .init("report", report)] }
        return .object(members)
    }
}

/// Ends a calibration from another thread.
final class StudioWatcher: CalibrationWatcher {
    private struct State {
        weak var source: (any FrameSource)?
        var isStopped = false
    }

    private let state = Mutex(State())

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func began(_ source: any FrameSource) {
        let isLate = state.withLock { state in
            state.source = source
            return state.isStopped
        }
        if isLate { source.stop() }
    }

    func stop() {
        let source = state.withLock { state in
            state.isStopped = true
            return state.source
        }
        source?.stop()
    }
}

extension CalibrationProgress {
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("stage", .string(stage.rawValue)), .init("share", .number(min(1, max(0, share)), decimals: 3)),
            .init("detail", .string(detail)),
        ]
        if let setting {
            members.append(
                .init(
                    "setting",
                    [
                        "exposure_ms": setting.exposureTime.map { .number($0 * 1000, decimals: 1) } ?? .null,
                        "gain": setting.gain.map { .integer($0) } ?? .null,
                        "torch": setting.torch.map { .integer($0) } ?? .null,
                    ]))
        }
        members += [
            .init("before", before.map { CalibrationWords.figures($0) } ?? .null),
            .init("best", best.map { CalibrationWords.figures($0) } ?? .null),
        ]
        return .object(members)
    }
}

extension CalibrationWords {
    /// Sentences and rows, as the page shows them.
    func page(_ report: CalibrationReport) -> JSONValue {
        [
            "code": code.map { ["symbology": .string($0.symbology.rawValue), "text": .string($0.text)] } ?? .null,
            "findings": .array(findings.map { .string($0) }),
            "table": .array(
                table.map { row in
                    ["name": .string(row.name), "before": .string(row.before), "after": .string(row.after)]
                }),
            "settings": .array(settings.map { .string($0) }),
            "limits": .array(report.limits.map { .string($0.sentence) }),
            "remarks": .array(report.remarks.map { .string($0) }), "effort": .string(effort),
        ]
    }
}
