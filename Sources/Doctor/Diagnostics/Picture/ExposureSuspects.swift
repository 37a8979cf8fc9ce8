// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// What the exposure settings have to do with the light.
enum ExposureSuspects {
    private static let sensibleMeans = 60.0...190.0

    /// An exposure left in manual mode that does not suit the light.
    static func manual(_ evidence: PictureEvidence, _ figures: FrameFigures, isWrong: Bool) -> Suspect? {
        guard let settings = evidence.settings, settings.isExposureManual == true,
            !sensibleMeans.contains(figures.mean)
        else { return nil }
        let old = settings.exposureMode
        // Darkness that the longest exposure would not mend is no fault of the mode.
        let isAtEnd =
            figures.mean < 60 && settings.exposureTime.map { $0 >= settings.exposureTimeMaximum ?? .max } == true
        return Suspect(
            .light, .lightManualExposure, isWrong && !isAtEnd ? .clear : .possible,
            "The exposure is set by hand, and does not suit this light: the picture is too "
                + (figures.mean < 60 ? "dark." : "bright."),
            evidence: [
                EvidenceLine("auto_exposure", "\(old ?? 1)", threshold: "0 or 3 for automatic"),
                EvidenceLine(
                    "mean luma", "\(figures.mean.text(0)) of 255", threshold: "60 to 190",
                    source: "where automatic exposure would hold it"),
            ] + (settings.exposureSeconds.map { [EvidenceLine("exposure time", "\((1000 * $0).text()) ms")] } ?? []),
            effect: "The camera does not follow the light; another program may have left it so.",
            fixes: [
                CameraFix.set("Let the camera set the exposure", [("auto_exposure", 3, old)], evidence)
            ], limitsReadable: true, confidence: .likely)
    }

    /// Settings for more light.
    static func more(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else { return [] }
        if settings.isExposureManual == true {
            return [
                CameraFix.set(
                    "Let the camera set the exposure", [("auto_exposure", 3, settings.exposureMode)], evidence)
            ]
        }
        if settings.mayLowerFrameRate == false {
            return [
                CameraFix.set(
                    "Let the camera expose longer than a frame", [("exposure_dynamic_framerate", 1, 0)], evidence)
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
                    "Switch backlight compensation off", [("backlight_compensation", 0, compensation)], evidence)
            ]
        }
        return []
    }

    /// Settings that favour what is dark in front of a bright ground.
    static func backlight(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings, let most = settings.backlightCompensationMaximum, most > 0,
            let now = settings.backlightCompensation, now < most
        else { return [] }
        return [
            CameraFix.set("Switch backlight compensation on", [("backlight_compensation", most, now)], evidence)
        ]
    }

    /// A shorter exposure by hand: a share of the present one, and by so much more gain.
    static func shorter(_ evidence: PictureEvidence, than seconds: Double) -> [Fix] {
        guard let settings = evidence.settings, let now = settings.exposureTime, let mode = settings.exposureMode else {
            return []
        }
        let wanted = max(1, Int(seconds * 1e4))
        guard wanted < now else { return [] }
        return [
            CameraFix.set(
                "Expose for \((Double(wanted) / 10).text()) ms only, in more light",
                [("auto_exposure", 1, mode), ("exposure_time_absolute", wanted, now)], evidence)
        ]
    }
}
