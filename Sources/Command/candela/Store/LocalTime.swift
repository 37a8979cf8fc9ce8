// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import Output

/// Times in the machine's time zone, as people read and write them.
enum LocalTime {
    /// `2026-11-21 14:03:09`.
    static func text(_ time: WallTime) -> String {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        let date = unsafe [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday]
        let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
        return date.map { padded($0) }.joined(separator: "-") + " " + clock.map { padded($0) }.joined(separator: ":")
    }

    private static func padded(_ number: CInt) -> String { (number < 10 ? "0" : "") + String(number) }

    /// Midnight at the start of the day that is `days` days before `time`.
    static func midnight(daysBefore days: CInt, _ time: WallTime) -> WallTime {
        var seconds = time_t(time.milliseconds / 1000)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        unsafe parts.tm_mday -= days
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (0, 0, 0, -1)
        return WallTime(milliseconds: Int64(unsafe mktime(&parts)) * 1000)
    }

    /// A date and time of day in this time zone, or in UTC; `nil` if the day does not exist.
    static func moment(_ date: [CInt], _ clock: [CInt], isUTC: Bool) -> WallTime? {
        var parts = unsafe tm()
        unsafe (parts.tm_year, parts.tm_mon, parts.tm_mday) = (date[0] - 1900, date[1] - 1, date[2])
        unsafe (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (clock[0], clock[1], clock[2], -1)
        let seconds = unsafe isUTC ? timegm(&parts) : mktime(&parts)
        // mktime(3) turns the 31st of a shorter month into the first of the next.
        guard unsafe parts.tm_mon == date[1] - 1, unsafe parts.tm_mday == date[2] else { return nil }
        return WallTime(milliseconds: Int64(seconds) * 1000)
    }
}

/// A moment on the command line: a day, a day and a time, a time today, `today`, `yesterday`, or a time ago (`2h`).
struct Moment: ExpressibleByArgument {
    private enum Kind {
        case at(WallTime)
        case ago(Duration)
    }

    private let kind: Kind

    var time: WallTime {
        switch kind {
        case .at(let time): time
        case .ago(let span): WallTime(milliseconds: WallTime.now.milliseconds - span.components.seconds * 1000)
        }
    }

    init?(argument: String) {
        let now = WallTime.now
        switch argument.lowercased() {
        case "today": kind = .at(LocalTime.midnight(daysBefore: 0, now))
        case "yesterday": kind = .at(LocalTime.midnight(daysBefore: 1, now))
        case "now": kind = .at(now)
        default:
            if let span = TimeSpan(argument: argument) {
                kind = .ago(span.duration)
            } else if let moment = Self.parse(argument, now: now) {
                kind = .at(moment)
            } else {
                return nil
            }
        }
    }

    /// Parses RFC 3339. Also accepted: a space for the T, no seconds, and no zone (then this machine's).
    private static func parse(_ text: String, now: WallTime) -> WallTime? {
        var rest = text[...]
        let isUTC = rest.hasSuffix("Z")
        if isUTC { rest.removeLast() }
        let parts = rest.split(whereSeparator: { $0 == "T" || $0 == " " })
        func numbers(_ text: Substring, _ separator: Character, _ widths: [Int]) -> [CInt]? {
            let pieces = text.split(separator: separator, omittingEmptySubsequences: false)
            guard pieces.count <= widths.count else { return nil }
            var values: [CInt] = []
            for (piece, width) in zip(pieces, widths) {
                guard piece.count == width, piece.allSatisfy({ $0.isASCII && $0.isNumber }), let value = CInt(piece)
                else { return nil }
                values.append(value)
            }
            return values
        }
        func clock(_ text: Substring) -> [CInt]? {
            // Fractions of a second are ignored.
            let whole = text.prefix { $0 != "." }
            guard let values = numbers(whole, ":", [2, 2, 2]), values.count >= 2, values[0] < 24, values[1] < 60,
                values.count == 2 || values[2] < 61
            else { return nil }
            return values + (values.count == 2 ? [0] : [])
        }
        switch parts.count {
        case 1 where parts[0].contains(":") && !isUTC:
            guard let time = clock(parts[0]) else { return nil }
            let today = LocalTime.text(now).prefix(10).split(separator: "-").compactMap { CInt($0) }
            return LocalTime.moment(today, time, isUTC: false)
        case 1, 2:
            guard let date = numbers(parts[0], "-", [4, 2, 2]), date.count == 3 else { return nil }
            let time = parts.count == 2 ? clock(parts[1]) : [0, 0, 0]
            return time.flatMap { LocalTime.moment(date, $0, isUTC: isUTC) }
        default: return nil
        }
    }
}
