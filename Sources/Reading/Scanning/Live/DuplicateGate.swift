// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Lets the same code through once in an interval, or once in each visit, so that a code held before a camera is one scan.
public struct DuplicateGate: Sendable {
    /// How long a code is not read before it counts as gone: a hand that shakes, or a reflection passing over it, makes
    /// gaps of a few tenths of a second.
    public static let absence = Duration.seconds(1)

    private let rule: RepeatRule
    /// With an interval, when a code was last let through; else when it was last seen.
    private var noted: [CodeKey: FrameTimestamp] = [:]

    public init(_ rule: RepeatRule) {
        if case .interval(let interval) = rule, interval <= .zero {
            self.rule = .everyRead
        } else {
            self.rule = rule
        }
    }

    /// How many codes it keeps in mind, for tests.
    package var remembered: Int { noted.count }

    /// Whether to report the code, which was read now. `moment` must not go backwards.
    public mutating func accept(_ barcode: Barcode, at moment: FrameTimestamp) -> Bool {
        let span: Duration
        switch rule {
        case .everyRead: return true
        case .interval(let interval): span = interval
        case .afterLeaving: span = Self.absence
        }
        let key = CodeKey(barcode)
        if let last = noted[key], moment.since(last) < span {
            if rule == .afterLeaving { noted[key] = moment }
            return false
        }
        // Codes pass by all day: those whose time is over need not be remembered.
        if noted.count >= 256 { noted = noted.filter { moment.since($0.value) < span } }
        noted[key] = moment
        return true
    }
}
