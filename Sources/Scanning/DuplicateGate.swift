// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames

/// Lets the same code through at most once in an interval, so that a code held before a camera is one scan.
public struct DuplicateGate: Sendable {
    private struct Key: Hashable {
        var symbology: Symbology
        var bytes: [UInt8]
    }

    private let interval: Duration
    private var reported: [Key: FrameTimestamp] = [:]

    /// An interval of zero lets every read through.
    public init(interval: Duration) { self.interval = interval }

    /// How many codes it keeps in mind, for tests.
    package var remembered: Int { reported.count }

    /// Whether to report the code now; if so, its interval begins. `moment` must not go backwards.
    public mutating func accept(_ barcode: Barcode, at moment: FrameTimestamp) -> Bool {
        guard interval > .zero else { return true }
        let key = Key(symbology: barcode.symbology, bytes: barcode.bytes)
        if let last = reported[key], moment.since(last) < interval { return false }
        // Codes pass by all day: those whose interval is over need not be remembered.
        if reported.count >= 256 { reported = reported.filter { moment.since($0.value) < interval } }
        reported[key] = moment
        return true
    }
}
