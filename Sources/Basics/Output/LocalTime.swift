// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Times in the machine's time zone, as people read and write them.
package enum LocalTime {
    /// `2026-11-21 14:03:09`.
    package static func text(_ time: WallTime) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        return date.map { padded($0) }.joined(separator: "-") + " " + clock.map { padded($0) }.joined(separator: ":")
    }

    private static func padded(_ number: CInt) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Midnight at the start of the day that is `days` days before `time`.
    package static func midnight(daysBefore days: CInt, _ time: WallTime) -> WallTime {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        unsafe parts.tm_mday -= days
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
        return WallTime(milliseconds: Int64(unsafe mktime(&parts)) * 1000)
    }

    /// A date and time of day in this time zone, or in UTC; `nil` if the day does not exist.
    package static func moment(_ date: [CInt], _ clock: [CInt], isUTC: Bool) -> WallTime? {
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (clock[0], clock[1], clock[2], -1)
        let seconds = unsafe isUTC ? timegm(&parts) : mktime(&parts)
        // mktime(3) turns the 31st of a shorter month into the first of the next.
        guard unsafe parts.tm_mon == date[1] - 1, unsafe parts.tm_mday == date[2] else { return nil }
        return WallTime(milliseconds: Int64(seconds) * 1000)
    }
}
