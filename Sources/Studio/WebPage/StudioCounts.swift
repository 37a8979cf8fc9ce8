// SPDX-License-Identifier: Apache-2.0

/// Counters of a studio since its start, for monitoring.
package struct StudioCounts: Hashable, Sendable {
    /// A histogram of durations as in Prometheus: each bucket counts all durations up to its bound.
    package struct Histogram: Hashable, Sendable {
        /// Upper bounds, seconds, ascending.
        package static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
        /// One count for each bound, and one for longer durations.
        package private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
        package private(set) var sum = 0.0

        package init() {}

        package mutating func add(seconds: Double) {
            guard seconds.isFinite else { return }
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            sum += seconds
        }

        package var count: Int { counts.reduce(0, +) }
    }

    package var isLive = false
    package var scans = 0
    package var framesRead = 0
    package var framesCaptured = 0
    package var framesDropped = 0
    package var framesSuperseded = 0
    package var framesCorrupt = 0
    package var picturesSent = 0
    package var clients = 0
    package var cameraLosses = 0
    /// From the last measurements, 0 to 255; `nil` if there are none.
    package var meanLuma: Double?
    package var decode = Histogram()
    /// From the frame's timestamp to the scan.
    package var age = Histogram()

    package init() {}
}

extension StudioCounts {
    /// In the Prometheus text format, version 0.0.4.
    package var prometheus: String {
        var text = ""
        func add(_ name: String, _ type: String, _ help: String, _ value: String) {
            text += "# HELP candela_\(name) \(help)\n# TYPE candela_\(name) \(type)\ncandela_\(name) \(value)\n"
        }
        func count(_ name: String, _ help: String, _ value: Int) { add(name, "counter", help, "\(value)") }
        add("up", "gauge", "Whether the camera delivers pictures.", isLive ? "1" : "0")
        count("scans_total", "Codes scanned.", scans)
        count("frames_read_total", "Frames searched for codes.", framesRead)
        count("frames_captured_total", "Frames captured from the camera.", framesCaptured)
        count("frames_dropped_total", "Frames the driver dropped.", framesDropped)
        count("frames_superseded_total", "Frames skipped in favour of newer ones.", framesSuperseded)
        count("frames_corrupt_total", "Corrupt frames.", framesCorrupt)
        count("camera_losses_total", "Times the camera was disconnected or failed.", cameraLosses)
        count("pictures_total", "Live pictures made for browsers.", picturesSent)
        add("clients", "gauge", "Connected pages.", "\(clients)")
        if let meanLuma { add("brightness_mean_luma", "gauge", "Mean luma of the picture, 0 to 255.", "\(meanLuma)") }
        addHistogram("decode_seconds", decode, "Time to search a frame for codes.", to: &text)
        addHistogram("scan_age_seconds", age, "Time from a frame's timestamp to its scan.", to: &text)
        return text
    }

    private func addHistogram(_ name: String, _ histogram: Histogram, _ help: String, to text: inout String) {
        text += "# HELP candela_\(name) \(help)\n# TYPE candela_\(name) histogram\n"
        var sum = 0
        for (bound, count) in zip(Histogram.bounds, histogram.counts) {
            sum += count
            text += "candela_\(name)_bucket{le=\"\(bound)\"} \(sum)\n"
        }
        text += "candela_\(name)_bucket{le=\"+Inf\"} \(histogram.count)\n"
        text += "candela_\(name)_sum \(histogram.sum)\ncandela_\(name)_count \(histogram.count)\n"
    }
}
