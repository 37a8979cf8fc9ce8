// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The illuminance on the table over time: parts, one after another, each from one illuminance to another in equal stops
/// per second, as at dusk.
package struct LightCourse: Hashable, Sendable {
    package struct Part: Hashable, Sendable {
        /// Lux.
        package var first: Double
        package var last: Double
        /// Seconds, more than 0.
        package var duration: Double

        package init(from first: Double, to last: Double, in duration: Double) {
            (self.first, self.last, self.duration) = (first, last, duration)
        }
    }

    /// At least one.
    package var parts: [Part]
    /// Whether it starts again after the last part; otherwise its last illuminance stays.
    package var isRepeated = false

    package init(_ parts: [Part], isRepeated: Bool = false) {
        precondition(!parts.isEmpty, "a course of light has at least one part")
        self.parts = parts
        self.isRepeated = isRepeated
    }

    package var peak: Double { parts.reduce(0) { max($0, $1.first, $1.last) } }
    package var duration: Double { parts.reduce(0) { $0 + $1.duration } }

    /// Lux at a time, in seconds from the start of the simulation.
    package func lux(at time: Double) -> Double {
        var rest = max(0, time)
        if isRepeated { rest = rest.truncatingRemainder(dividingBy: duration) }
        for part in parts {
            if rest < part.duration {
                let share = rest / part.duration
                // From or to darkness there are no stops: light then changes evenly.
                guard part.first > 0, part.last > 0 else { return part.first + (part.last - part.first) * share }
                return part.first == part.last ? part.first : part.first * pow(part.last / part.first, share)
            }
            rest -= part.duration
        }
        return parts[parts.count - 1].last
    }

    /// Parses `500@3s,500..5@1min,repeat`: parts separated by commas; `repeat` at the end.
    ///
    /// - Returns: `nil` if the text is not a course.
    init?(_ text: String, range: ClosedRange<Double>) {
        var words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let isRepeated = words.last == "repeat"
        if isRepeated { words.removeLast() }
        guard (1...1000).contains(words.count) else { return nil }
        var parts: [Part] = []
        for word in words {
            let halves = word.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
            guard halves.count == 2, let duration = SceneSpan.seconds(halves[1]), duration > 0 else { return nil }
            var ends: [Double] = []
            if let dots = halves[0].firstRange(of: "..") {
                ends = [halves[0][..<dots.lowerBound], halves[0][dots.upperBound...]].compactMap { Double($0) }
                guard ends.count == 2 else { return nil }
            } else {
                guard let value = Double(halves[0]) else { return nil }
                ends = [value, value]
            }
            guard ends.allSatisfy(range.contains) else { return nil }
            parts.append(Part(from: ends[0], to: ends[1], in: duration))
        }
        self.init(parts, isRepeated: isRepeated)
    }
}

/// Times in scene specifications.
enum SceneSpan {
    /// `90`, `90s`, `250ms`, `2min` or `1h`, in seconds; `nil` if it is none, or more than a year.
    static func seconds(_ text: String) -> Double? {
        let units: [(suffix: String, seconds: Double)] = [("ms", 1e-3), ("min", 60), ("h", 3600), ("s", 1)]
        let unit = units.first { text.hasSuffix($0.suffix) }
        guard let number = Double(text.dropLast(unit?.suffix.count ?? 0)) else { return nil }
        let seconds = number * (unit?.seconds ?? 1)
        return (0...31_536_000).contains(seconds) ? seconds : nil
    }
}
