// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Bands of a light that swings faster than the frames come.
enum FlickerSuspect {
    enum Source: Equatable {
        /// A lamp on the mains of so many hertz, which swings twice as fast.
        case mains(Int)
        /// A screen or a dimmed lamp.
        case other
        /// Bands that would fit both mains frequencies.
        case unsure
    }

    static func find(_ evidence: PictureEvidence) -> Suspect? {
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
            "The light flickers: bands of \((100 * banding.amplitude).text(0)) % run over the picture, from \(lamp).",
            evidence: [
                EvidenceLine(
                    "swing of the rows' brightness", "±\((100 * banding.amplitude).text()) %",
                    threshold: "at most \((100 * PictureThresholds.flicker).text(0)) %",
                    source: PictureThresholds.source),
                EvidenceLine("bands in a frame", banding.bandsPerFrame.text()),
                EvidenceLine("they move on, each frame, by", "\(banding.advance.text(2)) of a band"),
            ], effect: "Every frame has dark bands in which nothing is read.", fixes: fixes(source, evidence),
            limitsReadable: true)
    }

    /// Which light makes bands that move on so far from frame to frame: a light of F swings a second moves on by the
    /// fraction of F × the frame's time.
    ///
    /// The rolling shutter's time, which is not known, lies between a seventh of a frame's time and all of it, so the
    /// number of bands tells the frequency only roughly.
    static func source(of banding: Banding, interval: Double) -> Source {
        func fits(_ hertz: Double) -> Bool {
            let swings = 2 * hertz * interval
            let distance = abs(banding.advance - (swings - swings.rounded(.down)))
            guard min(distance, 1 - distance) < 0.07 else { return false }
            // Bands a frame = swings a second × readout time.
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
            return [Fix("Make the screen brighter, which makes it flicker less, or expose for longer")]
        }
        let value = hertz == 50 ? 1 : 2
        guard let settings = evidence.settings, let old = settings.powerLineFrequency else {
            return [Fix("Expose for a multiple of \(hertz == 50 ? "10" : "8.33") ms")]
        }
        if old != value {
            return [
                CameraFix.set(
                    "Tell the camera that the mains have \(hertz) Hz", [("power_line_frequency", value, old)], evidence)
            ]
        }
        // It knows, and flickers all the same: it is too bright for a whole swing, or the exposure is set by hand.
        var fixes: [Fix] = []
        if settings.isExposureManual == true, let now = settings.exposureTime {
            let swing = hertz == 50 ? 100.0 : 83.33
            let steady = Int((max(1, (Double(now) / swing).rounded()) * swing).rounded())
            if steady != now {
                fixes.append(
                    CameraFix.set(
                        "Expose for whole swings of the light", [("exposure_time_absolute", steady, now)], evidence))
            }
        }
        return fixes + [Fix("Take light away, so that the camera exposes for a whole swing of it or longer")]
    }
}
