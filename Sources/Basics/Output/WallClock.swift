// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A time of the wall clock, for reports.
package struct WallTime: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package static var now: Self {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Self(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// RFC 3339 in UTC with milliseconds: `2026-11-21T03:00:00.123Z`.
    package var text: String {
        var seconds = time_t(milliseconds.quotientFloored(by: 1000))
        var parts = unsafe tm()
        unsafe gmtime_r(&seconds, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let time = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        let fraction = padded(milliseconds - Int64(seconds) * 1000, 3)
        return padded(date[0], 4) + date.dropFirst().map { "-" + padded($0, 2) }.joined()
            + "T" + time.map { padded($0, 2) }.joined(separator: ":") + ".\(fraction)Z"
    }

    private func padded(_ value: some BinaryInteger, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int64 {
    fileprivate func quotientFloored(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
