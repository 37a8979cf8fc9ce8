// SPDX-License-Identifier: Apache-2.0

extension [Int64] {
    /// Of exposure times that a camera obeys, the one whose ratio to a time is the smallest; `nil` if there are none.
    package func nearest(byRatioTo time: Double) -> Int64? {
        func ratio(_ value: Int64) -> Double {
            let (a, b) = (Swift.max(1, Double(value)), Swift.max(1, time))
            return Swift.max(a, b) / Swift.min(a, b)
        }
        return self.min { ratio($0) < ratio($1) }
    }
}
