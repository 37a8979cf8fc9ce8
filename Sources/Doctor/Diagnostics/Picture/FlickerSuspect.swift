// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Bands caused by light that flickers faster than the frame rate.
enum FlickerSuspect {
    enum Source: Equatable {
        /// A lamp on mains of this frequency in hertz; it flickers twice as fast.
        case mains(Int)
        /// A screen or a dimmed lamp.
        case other
        /// Bands that fit both mains frequencies.
        case unsure
    }

    static func find(_ evidence: PictureEvidence) -> Suspect? {
        if let bands = evidence.bands { return still(bands) }
        guard let temporal = evidence.temporal, let banding = temporal.banding,
            banding.amplitude >= PictureThresholds.flicker, banding.steadiness >= PictureThresholds.flickerSteadiness
        else { return nil }
        let source = source(of: banding, interval: temporal.interval)
        let lamp =
            switch source {
            case .mains(let hertz): "a lamp on \(hertz) Hz mains"
            case .other: "a screen or a dimmed lamp"
            case .unsure: "a lamp or a screen"
            }
        return Suspect(
            .light, .lightFlicker, banding.amplitude >= PictureThresholds.strongFlicker ? .clear : .possible,
            "The light flickers: bands of \((100 * banding.amplitude).text(0)) % move across the picture, caused by \(lamp).",
            evidence: [
                EvidenceLine(
                    "brightness variation of the rows", "±\((100 * banding.amplitude).text()) %",
                    threshold: "at most \((100 * PictureThresholds.flicker).text(0)) %",
                    source: PictureThresholds.source),
                EvidenceLine("bands per frame", banding.bandsPerFrame.text()),
                EvidenceLine("movement per frame", "\(banding.advance.text(2)) of a band"),
            ], effect: "Every frame has dark bands in which no code can be read.", fixes: fixes(source, evidence),
            limitsReadable: true)
    }

    /// The same in a single picture, in which nothing moves: something striped could look so, too.
    private static func still(_ bands: StillBands) -> Suspect {
        Suspect(
            .light, .lightFlicker, .possible,
            "Dark bands lie across the whole picture (\(bands.count), ±\((100 * bands.amplitude).text(0)) %), at even distances, as from light that flickers: LEDs that are dimmed by switching on and off (PWM), or a screen; unless what is in the picture is striped itself.",
            evidence: [
                EvidenceLine(
                    "brightness of the rows, equal at the left, in the middle and at the right", "\(bands.count) bands, ±\((100 * bands.amplitude).text(0)) %",
                    threshold: "below ±\((100 * StillBands.leastAmplitude).text(0)) %")
            ], effect: "The rows of a picture are exposed one after the other; in the dark ones no code can be read.",
            fixes: [
                Fix("Use a longer exposure, as of several periods of the light: then each row gets as much"),
                Fix("Set the lamp to full brightness, or use another one: LED strips and cheap lamps switch their light a few hundred times a second to dim it"),
                Fix("Or light the code by daylight, or by a lamp without a dimmer"),
            ], limitsReadable: true)
    }

    /// The light whose bands move this far from frame to frame: light of F periods per second moves by the fractional
    /// part of F × the frame interval.
    ///
    /// The readout time of the rolling shutter is unknown: between a seventh of the frame interval and all of it. The
    /// number of bands therefore gives the frequency only roughly.
    static func source(of banding: Banding, interval: Double) -> Source {
        func fits(_ hertz: Double) -> Bool {
            let swings = 2 * hertz * interval
            let distance = abs(banding.advance - (swings - swings.rounded(.down)))
            guard min(distance, 1 - distance) < 0.07 else { return false }
            // Bands per frame = periods per second × readout time.
            let readout = banding.bandsPerFrame / (2 * hertz)
            return readout > interval / 7 && readout < interval * 1.1
        }
        switch (fits(50), fits(60)) {
        case (true, false): return .mains(50)
        case (false, true): return .mains(60)
        case (true, true): return .unsure
        case (false, false): return .other
        }
    }

    private static func fixes(_ source: Source, _ evidence: PictureEvidence) -> [Fix] {
        guard case .mains(let hertz) = source else {
            return [Fix("Make the screen brighter, which reduces its flicker, or use a longer exposure")]
        }
        let value = hertz == 50 ? 1 : 2
        guard let settings = evidence.settings, let old = settings.powerLineFrequency,
            settings.fitting("power_line_frequency", value) != nil
        else {
            let rate = hertz == 50 ? 25 : 30
            let camera = evidence.camera.map { " " + Words.shell($0) } ?? ""
            return [
                Fix("Set the exposure to a multiple of \(hertz == 50 ? "10" : "8.33") ms"),
                Fix(
                    "Or use another lamp, or the full brightness of this one: many LED lamps flicker only when they are dimmed"
                ),
                Fix(
                    "Or ask for \(rate) frames per second: then the bands stand still, and what lies between them is read in every frame",
                    commands: evidence.isLive ? ["candela scan\(camera) --fps \(rate)"] : []),
                Fix(
                    "If the frames come from rpicam-vid, let it avoid the lamp's periods",
                    commands: ["rpicam-vid --flicker-period \(hertz == 50 ? "10000" : "8333")us …"], isRunnable: false),
            ]
        }
        if old != value {
            return CameraFix.set(
                "Set the camera to \(hertz) Hz mains", [("power_line_frequency", value, old)], evidence)
        }
        // Set already, but it still flickers: it is too bright for a whole period, or the exposure is manual.
        var fixes: [Fix] = []
        if settings.isExposureManual == true, let now = settings.exposureTime {
            let swing = hertz == 50 ? 100.0 : 83.33
            let steady = Int((max(1, (Double(now) / swing).rounded()) * swing).rounded())
            if steady != now {
                fixes += CameraFix.set(
                    "Set the exposure to whole periods of the light", [("exposure_time_absolute", steady, now)],
                    evidence)
            }
        }
        return fixes + [Fix("Reduce the light, so that the camera exposes for at least one whole period")]
    }
}
