// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import Frames
internal import Output
internal import Synchronization
internal import WebPage

/// The progress and the result of a calibration.
struct CalibrationStand: Sendable {
    enum Phase: String, Sendable {
        case running, done, failed, cancelled
    }

    /// What happened to the found settings.
    enum Use: String, Sendable {
        /// Found, but not applied.
        case open
        /// Applied until the studio exits.
        case applied
        /// Saved as a profile and left in the camera.
        case kept
    }

    /// The calibration's number in this studio, so that the page never shows pictures of another one.
    var number: Int
    var phase = Phase.running
    var progress: JSONValue = .null
    /// Why it failed: a sentence.
    var message: String?
    var words: JSONValue = .null
    var report: JSONValue = .null
    var use = Use.open
    /// The profile that the result was saved as.
    var name: String?
    /// JPEGs with the previous settings and with the found ones.
    var before: [UInt8]?
    var after: [UInt8]?
    /// The settings found.
    var found: StandingSettings?
    /// The standing settings before the calibration.
    var previous: StandingSettings?
    /// Cancels the calibration.
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

/// Cancels a calibration from another thread.
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
    /// The sentences and table rows that the page shows.
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
