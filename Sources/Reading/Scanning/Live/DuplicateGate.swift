// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames

/// Passes the same code once in an interval, or once a visit, so that a code held before a camera is one scan.
package struct DuplicateGate: Sendable {
    /// A code counts as gone after this time without a read. A shaking hand or a passing reflection makes gaps of a few
    /// tenths of a second.
    package static let absence = Duration.seconds(1)

    private let rule: RepeatRule
    /// With an interval, the time each code last passed; otherwise the time it was last seen.
    private var noted: [CodeKey: FrameTimestamp] = [:]

    package init(_ rule: RepeatRule) {
        if case .interval(let interval) = rule, interval <= .zero {
            self.rule = .everyRead
        } else {
            self.rule = rule
        }
    }

    /// The number of remembered codes, for tests.
    package var remembered: Int { noted.count }

    /// Whether to report the code, which was read now. If `moment` is before the last one, the camera's clock has started anew, as
    /// after a replug of some: then the interval begins anew, too.
    package mutating func accept(_ barcode: Barcode, at moment: FrameTimestamp) -> Bool {
        let span: Duration
        switch rule {
        case .everyRead: return true
        case .interval(let interval): span = interval
        case .afterLeaving: span = Self.absence
        }
        let key = CodeKey(barcode)
        if let last = noted[key], moment.since(last) < span {
            if rule == .afterLeaving || moment < last { noted[key] = moment }
            return false
        }
        // Codes arrive all day: forget those whose time has passed.
        if noted.count >= 256 { noted = noted.filter { moment.since($0.value) < span } }
        noted[key] = moment
        return true
    }
}
