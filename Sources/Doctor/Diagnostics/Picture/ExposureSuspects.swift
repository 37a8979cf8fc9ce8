// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Causes in the exposure settings, and fixes that change them.
enum ExposureSuspects {
    private static let sensibleMeans = 60.0...190.0

    /// Manual exposure that does not suit the light.
    static func manual(_ evidence: PictureEvidence, _ figures: FrameFigures, isWrong: Bool) -> Suspect? {
        guard let settings = evidence.settings, settings.isExposureManual == true,
            !sensibleMeans.contains(figures.mean)
        else { return nil }
        let old = settings.exposureMode
        // If the longest exposure is still too dark, the mode is not the cause.
        let isAtEnd =
            figures.mean < 60 && settings.exposureTime.map { $0 >= settings.exposureTimeMaximum ?? .max } == true
        return Suspect(
            .light, .lightManualExposure, isWrong && !isAtEnd ? .clear : .possible,
            "The exposure is set manually and does not suit this light: the picture is too "
                + (figures.mean < 60 ? "dark." : "bright."),
            evidence: [
                EvidenceLine("auto_exposure", "\(old ?? 1)", threshold: "0 or 3 for automatic"),
                EvidenceLine(
                    "mean luma", "\(figures.mean.text(0)) of 255", threshold: "60 to 190",
                    source: "the range of automatic exposure"),
            ] + (settings.exposureSeconds.map { [EvidenceLine("exposure time", "\((1000 * $0).text()) ms")] } ?? []),
            effect: "The camera does not adapt to the light; another program may have left it in this mode.",
            fixes: [
                CameraFix.set("Set the exposure to automatic", [("auto_exposure", 3, old)], evidence)
            ], limitsReadable: true, confidence: .likely)
    }

    /// Settings for more light.
    static func more(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else { return [] }
        if settings.isExposureManual == true {
            return [
                CameraFix.set(
                    "Set the exposure to automatic", [("auto_exposure", 3, settings.exposureMode)], evidence)
            ]
        }
        if settings.mayLowerFrameRate == false {
            return [
                CameraFix.set(
                    "Allow exposures longer than a frame", [("exposure_dynamic_framerate", 1, 0)], evidence)
            ]
        }
        return []
    }

    /// Settings for less light.
    static func less(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else { return [] }
        if settings.isExposureManual == true { return more(evidence) }
        if let compensation = settings.backlightCompensation, compensation > 0 {
            return [
                CameraFix.set(
                    "Switch off backlight compensation", [("backlight_compensation", 0, compensation)], evidence)
            ]
        }
        return []
    }

    /// Settings that favour a dark symbol in front of a bright background.
    static func backlight(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings, let most = settings.backlightCompensationMaximum, most > 0,
            let now = settings.backlightCompensation, now < most
        else { return [] }
        return [
            CameraFix.set("Switch on backlight compensation", [("backlight_compensation", most, now)], evidence)
        ]
    }

    /// A manual exposure of at most `seconds`; empty if the present one is not longer.
    static func shorter(_ evidence: PictureEvidence, than seconds: Double) -> [Fix] {
        guard let settings = evidence.settings, let now = settings.exposureTime, let mode = settings.exposureMode else {
            return []
        }
        let wanted = max(1, Int(seconds * 1e4))
        guard wanted < now else { return [] }
        return [
            CameraFix.set(
                "Reduce the exposure to \((Double(wanted) / 10).text()) ms, and add light",
                [("auto_exposure", 1, mode), ("exposure_time_absolute", wanted, now)], evidence)
        ]
    }
}
