// SPDX-License-Identifier: Apache-2.0

internal import CameraControls

/// Judges what happened while a camera was watched for a minute: a lens that does not rest, light that pumps, a stream that
/// breaks off. All are warnings: most of the time a scan reads.
enum WatchJudge {
    static func findings(_ snapshot: Snapshot) -> [Finding] {
        guard let watch = snapshot.watch?.value else { return [] }
        let settings = snapshot.stream.value?.settings
        let camera = StreamSubject(snapshot).camera
        // A few seconds show no habit.
        let isLong = watch.seconds >= 5
        return [
            broken(watch, snapshot), isLong ? focus(watch, settings, camera) : nil,
            // What a capture device or a virtual camera shows becomes bright and dark by itself.
            isLong && StreamSubject(snapshot).seesThroughLens ? pumping(watch, settings, camera) : nil,
        ].compactMap(\.self)
    }

    // MARK: Focus

    /// The values of the pairs; evidence from elsewhere may hold anything.
    private static func values(_ pairs: [[Double]]) -> [Double] {
        pairs.compactMap { $0.count == 2 && abs($0[1]) < 1e9 ? $0[1] : nil }
    }

    /// How many times a value was away from its usual value, the median of all readings, by more than `least`.
    static func excursions(_ values: [Double], least: Double) -> Int {
        guard values.count >= 8 else { return 0 }
        let usual = values.sorted()[values.count / 2]
        var (count, isOut) = (0, false)
        for value in values {
            let isFar = abs(value - usual) > least
            if isFar, !isOut { count += 1 }
            isOut = isFar
        }
        return count
    }

    private static func focus(_ watch: WatchRecord, _ settings: CameraSettings?, _ camera: String) -> Finding? {
        guard settings?.isFocusAutomatic != false else { return nil }
        // At the beginning it may still be settling.
        let positions = values(watch.focus.filter { $0.first ?? 0 >= 2 })
        let sharpness = values(watch.sharpness)
        let span = Double(settings?.focusMaximum ?? 250) - Double(settings?.focusMinimum ?? 0)
        let moves = excursions(positions, least: max(2, 0.04 * span))
        // Without a readable lens position only sharpness tells, and something that moves in the picture changes it, too.
        guard moves >= 2 else { return nil }
        let best = bestPosition(watch) ?? Int(positions.sorted()[positions.count / 2])
        return Finding(
            .focusHunting, .warn,
            "the automatic focus moved \(moves) times in \(Words.number(watch.seconds, decimals: 0)) seconds",
            confidence: .likely,
            evidence: [
                EvidenceLine("focus_absolute over the time", Sparkline.draw(positions)),
                EvidenceLine("sharpness over the time", Sparkline.draw(sharpness)),
            ],
            effect:
                "while it searches, the picture is blurred and no code is read (if something moved in front of the camera, that is why)",
            fixes: CameraFix.set(
                "Switch off the automatic focus, and keep the position in which the picture was sharpest",
                [("focus_automatic_continuous", 0, 1), ("focus_absolute", best, nil)], settings, camera: camera)
                + [
                    Fix(
                        "Or let a calibration find the best position for the distance of your codes",
                        commands: ["candela calibrate \(Words.shell(camera))"], isRunnable: false)
                ])
    }

    /// The position at the sharpest moments.
    private static func bestPosition(_ watch: WatchRecord) -> Int? {
        var sums: [Int: (sum: Double, count: Double)] = [:]
        for (position, sharp) in zip(watch.focus, watch.sharpness) where position.count == 2 && sharp.count == 2 {
            guard abs(sharp[1]) < 1e9, let position = Int(exactly: position[1].rounded()) else { continue }
            let old = sums[position] ?? (0, 0)
            sums[position] = (old.sum + sharp[1], old.count + 1)
        }
        // A single moment may be chance.
        return sums.filter { $0.value.count >= 3 }.max {
            $0.value.sum / $0.value.count < $1.value.sum / $1.value.count
        }?.key
    }

    // MARK: Light

    private static func pumping(_ watch: WatchRecord, _ settings: CameraSettings?, _ camera: String) -> Finding? {
        let values = values(watch.brightness ?? [])
        guard settings?.isExposureManual != true, FocusSuspects.reversals(values, least: 25) >= 4 else { return nil }
        return Finding(
            .lightPumping, .warn, "the automatic exposure does not settle: the picture turns bright and dark again",
            confidence: .likely, evidence: [EvidenceLine("mean luma over the time", Sparkline.draw(values))],
            effect: "codes are read only in between",
            fixes: [
                Fix(
                    "Find a fixed exposure for this light", commands: ["candela calibrate \(Words.shell(camera))"],
                    isRunnable: false),
                Fix("Remove lamps and shiny things that move in and out of the picture"),
            ])
    }

    // MARK: The stream

    private static func broken(_ watch: WatchRecord, _ snapshot: Snapshot) -> Finding? {
        guard let first = watch.interruptions?.first else { return nil }
        return Finding(
            .deviceDropped, .warn,
            "\(snapshot.chosen?.title ?? snapshot.subject.name) stopped after \(Words.number(first.time, decimals: 0)) seconds",
            confidence: .certain,
            evidence: (watch.interruptions ?? []).prefix(3).map {
                EvidenceLine("after \(Words.number($0.time)) s", $0.message)
            },
            effect: "a scan stops there, and waits for the camera to come back",
            fixes: DriverJudge.replug(StreamSubject(snapshot)))
    }
}

/// A row of bars, one character for each sample.
enum Sparkline {
    private static let bars = Array("▁▂▃▄▅▆▇█")

    /// At most 60 characters; each is the mean of its samples, from the least to the greatest value.
    static func draw(_ values: [Double]) -> String {
        let values = values.filter { abs($0) < 1e9 }
        guard let low = values.min(), let high = values.max() else { return "no samples" }
        let count = min(60, values.count)
        let text = (0..<count).map { index in
            let part = values[(index * values.count / count)..<((index + 1) * values.count / count)]
            // The value farthest from the first one: a short excursion must not vanish in the mean.
            let value = part.max { abs($0 - values[0]) < abs($1 - values[0]) } ?? low
            let level = high > low ? (value - low) / (high - low) : 0
            return bars[min(bars.count - 1, max(0, Int(level * Double(bars.count))))]
        }
        return String(text) + " \(Words.number(low, decimals: 0)) to \(Words.number(high, decimals: 0))"
    }
}
