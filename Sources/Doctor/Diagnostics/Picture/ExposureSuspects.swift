// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// Causes in the exposure settings, and fixes that change them.
enum ExposureSuspects {
    private static let sensibleMeans = 60.0...190.0

    /// How far a setting is from its default, as a share of the way to the end of its range: below `trifle` nobody sees the difference, from
    /// `far` on it makes a picture too dark or too bright, and near the end a black picture of it. Not fitted.
    private static let (trifle, far, nearEnd) = (0.1, 0.25, 0.75)

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
            (evidence.profile.map { "The profile \($0), which is in force, sets an exposure that" }
                ?? "The exposure is set manually and")
                + " does not suit this light: the picture is too \(figures.mean < 60 ? "dark" : "bright").",
            evidence: [
                EvidenceLine("auto_exposure", "\(old ?? 1)", threshold: "\(settings.automatic) for automatic"),
                EvidenceLine(
                    "mean luma", "\(figures.mean.text(0)) of 255", threshold: "60 to 190",
                    source: "the range of automatic exposure"),
            ] + (settings.exposureSeconds.map { [EvidenceLine("exposure time", "\((1000 * $0).text()) ms")] } ?? []),
            effect: "The camera does not adapt to the light; another program may have left it in this mode.",
            fixes: automatic(settings, evidence), limitsReadable: true, confidence: .likely)
    }

    /// Automatic exposure, by the item that this camera's menu has for it.
    static func automatic(_ settings: CameraSettings, _ evidence: PictureEvidence) -> [Fix] {
        CameraFix.set(
            "Set the exposure to automatic", [("auto_exposure", settings.automatic, settings.exposureMode)], evidence,
            restoring: settings.exposureTime.map { [("exposure_time_absolute", $0)] } ?? [])
    }

    /// Settings other than the exposure that somebody or a profile left off their defaults, and that make the picture as
    /// wrong as it is.
    ///
    /// - Parameter isBlank: whether the picture has no structure at all, which a cover explains, and of the settings only one near its end.
    static func altered(_ evidence: PictureEvidence, _ figures: FrameFigures, isWrong: Bool, isBlank: Bool = false) -> Suspect? {
        guard isWrong, let settings = evidence.settings else { return nil }
        let isBright = figures.mean > 127
        // A contrast far off makes white whiter and black blacker; the others have a direction.
        let guilty = (settings.altered ?? []).filter { control in
            guard ["brightness", "contrast", "gamma", "gain", "backlight_compensation"].contains(control.control) else { return false }
            guard control.control == "contrast" || (control.value > control.standard) == isBright else { return false }
            return settings.departure(of: control) >= trifle
        }
        guard let most = guilty.map(settings.departure(of:)).max() else { return nil }
        let isFar = most >= (isBlank ? nearEnd : far)
        let names = guilty.map { "\($0.control)=\($0.value)" }
        return Suspect(
            .light, .lightSettings, isFar ? .clear : .possible,
            (evidence.profile.map { "The settings of the profile \($0), which is in force, do not suit this light: " }
                ?? "Settings that are not the camera's defaults make the picture too \(isBright ? "bright" : "dark"): ")
                + Words.list(names) + ".",
            evidence: guilty.map { EvidenceLine($0.control, "\($0.value)", threshold: "default \($0.standard)") } + [
                EvidenceLine(
                    "mean luma", "\(figures.mean.text(0)) of 255", threshold: "60 to 190",
                    source: "the range of automatic exposure")
            ],
            effect: "The camera stays so until somebody sets it back, in every program.",
            fixes: CameraFix.set(
                "Set them to the camera's defaults", guilty.map { ($0.control, $0.standard, $0.value) }, evidence)
                + [
                    Fix(
                        "Or find settings for this light",
                        commands: ["candela calibrate" + (evidence.camera.map { " " + Words.shell($0) } ?? "")],
                        isRunnable: false)
                ], limitsReadable: true)
    }

    /// Settings for more light.
    static func more(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else { return [] }
        if settings.isExposureManual == true {
            return automatic(settings, evidence)
        }
        if settings.exposureMode == nil, settings.exposure == nil, settings.exposureTime == nil {
            return raised(settings, evidence)
        }
        if settings.mayLowerFrameRate == false {
            return CameraFix.set(
                "Allow exposures longer than a frame", [("exposure_dynamic_framerate", 1, 0)], evidence)
        }
        return []
    }

    /// For a room that is bright: some cameras' automatic stays at what it once had, until they lose their supply.
    static func stuck(_ evidence: PictureEvidence) -> [Fix] {
        guard evidence.isLive, let settings = evidence.settings, settings.isExposureManual == false else { return [] }
        return [
            Fix(
                "If the room is bright and nothing covers the lens, the camera's automatic exposure may be stuck: unplug the camera and plug it in again, or switch the machine off and on"
            )
        ]
    }

    /// Grabbers and other devices without an exposure have brightness and contrast, which some drivers set far too low
    /// themselves. Source: usbtv since Linux 3.17, CroatianMeteorNetwork/RMS#1.
    private static func raised(_ settings: CameraSettings, _ evidence: PictureEvidence) -> [Fix] {
        let changes: [CameraFix.Change] = ["brightness", "contrast"].compactMap { name in
            guard let limit = settings.limits?.first(where: { $0.control == name }), limit.maximum > limit.minimum
            else {
                return nil
            }
            let altered = settings.altered?.first { $0.control == name }
            // Two thirds of the range: what a picture needs must be tried.
            let wanted = limit.minimum + (limit.maximum - limit.minimum) / 3 * 2
            return altered.map { $0.value >= wanted } == true ? nil : (name, wanted, altered?.value)
        }
        return CameraFix.set(
            "Raise \(Words.list(changes.map(\.name))): this device has no exposure to set, and some drivers set these too low by default; try values until the picture is right, and `candela info` shows the defaults",
            changes, evidence)
    }

    /// Settings for less light.
    static func less(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings else { return [] }
        if settings.isExposureManual == true { return more(evidence) }
        var fixes: [Fix] = []
        if let compensation = settings.backlightCompensation, compensation > 0 {
            fixes += CameraFix.set(
                "Switch off backlight compensation", [("backlight_compensation", 0, compensation)], evidence)
        }
        // The automatic exposure is at its end, or weighs a dark room against a bright window.
        if settings.exposureMode == nil { return fixes + plain(settings, evidence) }
        if let time = settings.exposureTime, let mode = settings.exposureMode {
            let manual = settings.manualExposure ?? 1
            // An automatic mode mostly reports the time that was last set by hand, which is rarely the least.
            let isShortest = time == settings.exposureTimeMinimum && (settings.gain ?? 0) <= (settings.gainMinimum ?? .max)
            if isShortest { return fixes }
            let short = min(max(settings.exposureTimeMinimum ?? 1, 10), settings.exposureTimeMaximum ?? 10)
            var changes: [(name: String, value: Int, old: Int?)] = [
                ("auto_exposure", manual, mode), ("exposure_time_absolute", short, time),
            ]
            if let gain = settings.gain, let least = settings.gainMinimum, gain > least {
                changes.append(("gain", least, gain))
            }
            fixes += CameraFix.set(
                "Set a short exposure by hand, without gain", changes, evidence, optional: ["gain"])
        }
        return fixes
    }

    /// Drivers without an automatic mode have an exposure in units of their own, and gain: a quarter of both is two stops
    /// each.
    private static func plain(_ settings: CameraSettings, _ evidence: PictureEvidence) -> [Fix] {
        var changes: [(name: String, value: Int, old: Int?)] = []
        if let exposure = settings.exposure, let least = settings.exposureMinimum, exposure > least {
            changes.append(("exposure", max(least, exposure / 4), exposure))
        }
        if let gain = settings.gain, let least = settings.gainMinimum, gain > least {
            changes.append(("gain", max(least, gain / 4), gain))
        }
        guard !changes.isEmpty else { return [] }
        return CameraFix.set(
            "Lower \(Words.list(changes.map(\.name))), which this camera does not control by itself", changes, evidence,
            optional: ["gain"])
    }

    /// Settings that favour a dark symbol in front of a bright background.
    static func backlight(_ evidence: PictureEvidence) -> [Fix] {
        guard let settings = evidence.settings, let most = settings.backlightCompensationMaximum, most > 0,
            let now = settings.backlightCompensation, now < most
        else { return [] }
        return CameraFix.set("Switch on backlight compensation", [("backlight_compensation", most, now)], evidence)
    }

    /// A manual exposure of at most `seconds`; empty if the present one is not longer.
    static func shorter(_ evidence: PictureEvidence, than seconds: Double) -> [Fix] {
        guard let settings = evidence.settings, let now = settings.exposureTime, let mode = settings.exposureMode else {
            return []
        }
        guard seconds.isFinite else { return [] }
        guard let wanted = settings.fitting("exposure_time_absolute", max(1, Int(min(seconds * 1e4, 1e6)))),
            wanted < now
        else { return [] }
        return CameraFix.set(
            "Reduce the exposure to \((Double(wanted) / 10).text()) ms, and add light",
            [("auto_exposure", settings.manualExposure ?? 1, mode), ("exposure_time_absolute", wanted, now)], evidence)
    }
}

extension CameraSettings {
    /// The value of `auto_exposure` that means automatic; that of most webcams if the menu is unknown.
    var automatic: Int { automaticExposure ?? 3 }

    /// How far a control is from its default: 0 there, 1 at the end of its range in that direction. 1 if the range is unknown, as in older
    /// evidence.
    func departure(of control: Altered) -> Double {
        guard let limit = limits?.first(where: { $0.control == control.control }) else { return 1 }
        let end = Double(control.value > control.standard ? limit.maximum : limit.minimum)
        let way = abs(end - Double(control.standard))
        guard way > 0 else { return 1 }
        return min(abs(Double(control.value) - Double(control.standard)) / way, 1)
    }
}
