// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Glibc

/// Cameras that obey only some exposure times. Microsoft's LifeCams take any, read back what was written, and expose longest
/// unless it is 1 s divided by a power of two.
extension Calibrator {
    /// Tries a time between two that work. Returns false if the camera obeys neither it nor a known grid.
    ///
    /// - Parameters:
    ///   - times: two exposure times that the camera follows.
    ///   - level: the expected level of an exposure time at the present gain; `nil` if it cannot be told.
    func learnGrid(
        _ times: (Int64, Int64), range: ControlRange, level: (Int64) -> Double?
    ) throws(CalibrationError) -> Bool {
        guard range.obeyed.isEmpty else { return true }
        let longest = max(times.0, times.1)
        // Far from halves and quarters, on which a grid would lie.
        let between = range.nearest(Double(longest) * 0.35)
        guard ![times.0, times.1].contains(between), between > 8, let expected = level(between), expected > 0.004,
            expected < 0.5
        else { return true }
        guard try !obeys(between, expected) else { return true }
        let grid = CameraQuirks.halvedSeconds.filter { $0 >= range.minimum && $0 <= range.maximum }
        let half = range.nearest(Double(longest) / 2)
        if grid.contains(times.0), grid.contains(times.1),
            let middle = grid.last(where: { $0 < longest && $0 > longest / 3 }),
            let expected = level(middle), try obeys(middle, expected)
        {
            desk.restrictExposure(to: grid)
            desk.note("the camera obeys only exposure times of 1 s divided by powers of two; only these are used")
            return true
        }
        desk.note(
            "the camera accepts exposure times but does not follow them (\(between) is lighter than \(half) should be): "
                + "exposure stays automatic")
        return false
    }

    /// Whether the picture at an exposure time is no more than a stop lighter than expected.
    private func obeys(_ time: Int64, _ expected: Double) throws(CalibrationError) -> Bool {
        let look = try waitForEffect { () throws(CalibrationError) in try desk.set(.exposureTimeAbsolute, time) }.last
        report.probes += 1
        return look.level < 2 * expected && look.clipped < 0.5
    }
}
