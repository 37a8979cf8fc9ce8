// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Output

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
