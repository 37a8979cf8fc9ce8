// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

/// Possible causes in the light, in causal order.
enum LightSuspects {
    static func find(_ evidence: PictureEvidence) -> [Suspect] {
        guard let figures = evidence.figures else { return [] }
        if let covered = covered(evidence, figures) {
            // A setting explains an even picture as well as a cover does, and is looked at first: it can be undone here.
            let settings = evidence.settings?.isPrivate == true ? [] : settings(evidence, figures, isWrong: true, isBlank: true)
            guard settings.contains(where: { $0.strength == .clear }) else { return [covered] }
            var last = covered
            last.strength = .possible
            return settings + [last]
        }
        let amount = [
            dark(evidence, figures), GlowingGround.find(evidence) ?? clipped(evidence, figures),
        ].compactMap { $0 }
        return settings(evidence, figures, isWrong: !amount.isEmpty) + amount
            + [
                backlit(evidence, figures), FlickerSuspect.find(evidence), MotionSuspect.find(evidence),
                noise(evidence, figures),
            ].compactMap { $0 }
    }

    /// What somebody set, or left behind.
    private static func settings(
        _ evidence: PictureEvidence, _ figures: FrameFigures, isWrong: Bool, isBlank: Bool = false
    ) -> [Suspect] {
        [
            ExposureSuspects.manual(evidence, figures, isWrong: isWrong),
            ExposureSuspects.altered(evidence, figures, isWrong: isWrong, isBlank: isBlank),
        ].compactMap { $0 }
    }

    private static func line(
        _ what: String, _ value: String, _ threshold: String, source: String = PictureThresholds.source
    ) -> EvidenceLine { EvidenceLine(what, value, threshold: threshold, source: source) }

    // MARK: Too little

    private static func covered(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        let open = [
            Fix("Open the shutter or remove the cover; some laptops have a key with a camera on it"),
            Fix(
                "If that key does nothing under Linux, a shutter that the firmware moves can be opened from Windows, or with a driver for the laptop's special keys"
            ),
        ]
        if evidence.settings?.isPrivate == true, !showsScene(evidence, figures) {
            return Suspect(
                .light, .lightCovered, .clear, "The camera's privacy shutter is closed.",
                evidence: [EvidenceLine("control privacy", "on")], effect: "Every picture is blank.", fixes: open,
                confidence: .certain)
        }
        // A black photograph may simply be dark: only a camera can be found covered.
        let structure = evidence.temporal?.structure ?? figures.structure
        guard evidence.isLive, structure < PictureThresholds.coveredStructure else { return nil }
        let isBlack = figures.mean < PictureThresholds.coveredMean
        let isWhite =
            figures.mean >= PictureThresholds.litCoverMean
            && figures.standardDeviation <= PictureThresholds.litCoverDeviation
        guard isBlack || isWhite else { return nil }
        let lines = [
            EvidenceLine("mean luma", "\(figures.mean.text()) of 255"),
            line(
                "brightness differences between blocks", structure.text(2),
                "at least \(PictureThresholds.coveredStructure.text())"),
        ]
        // Few covers are as light as that at every place.
        if figures.mean >= PictureThresholds.fullRange { return white(lines, open[0], evidence) }
        return Suspect(
            .light, .lightCovered, .clear,
            isBlack
                ? "The lens is covered: the picture is evenly black."
                : "The lens is covered, or too close to something lit by its own lamp: the picture is evenly white.",
            evidence: lines, effect: "Nothing is visible.", fixes: open)
    }

    /// Whether light from outside makes the picture, whatever the camera says of its shutter: some firmware reports it as closed at all times.
    /// A camera that draws a sign in place of the picture sends one that has no noise.
    private static func showsScene(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Bool {
        guard evidence.isLive, figures.mean >= PictureThresholds.coveredMean else { return false }
        let structure = evidence.temporal?.structure ?? figures.structure
        return structure >= sceneStructure && evidence.temporal?.noise ?? figures.noise > 0.05
    }

    /// Parts of a covered lens's picture differ by less than one, and those of a lit scene by far more than this. Not fitted.
    private static let sceneStructure = 10.0

    /// The highest value everywhere: either light without any measure, or no data.
    private static func white(_ lines: [EvidenceLine], _ open: Fix, _ evidence: PictureEvidence) -> Suspect {
        Suspect(
            .light, .lightClipped, .clear,
            "The picture is white all over, and nearly every pixel has the highest value: the data of the sensor do not arrive, light and exposure are beyond all measure, or a closed shutter is lit by the camera's own lamp.",
            evidence: lines, effect: "Nothing is visible.",
            fixes: [
                Fix(
                    "Cover the lens with your hand. If the picture stays white, light is not the cause: the sensor's cable is loose, or the sensor is broken. Push the camera's flat cable into its connector again and close the latch, or unplug a USB camera and plug it in again"
                )
            ] + ExposureSuspects.less(evidence) + [Fix("If it gets dark then: turn the camera away from the sun or the lamp")] + [open])
    }

    private static func dark(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        let isFaint = Double(figures.range) > 0.4 * Double(figures.p99) || figures.mean < 20
        let isDark = figures.p99 < PictureThresholds.darkHighlight && isFaint
        // Something bright, such as a window, may be all that is not dark.
        let isDarkHere =
            figures.mean < 20
            && evidence.best.map { $0.figures.light < Double(PictureThresholds.darkHighlight) && $0.figures.contrast < PictureThresholds.contrast }
                == true
        let isDim =
            figures.p99 < PictureThresholds.dimHighlight && figures.linearMean < PictureThresholds.dimLinearMean
        guard isDark || isDim || isDarkHere else { return nil }
        let needed = figures.linearMean > 1e-4 ? 0.16 / figures.linearMean : nil
        let times = needed.map { $0 < 1000 ? "it needs \($0.text(0)) times the light" : "there is hardly any light" }
        return Suspect(
            .light, .lightDark, isDark || isDarkHere ? .clear : .possible,
            "The picture is too dark" + (times.map { ": " + $0 } ?? ": it is black") + ".",
            evidence: [
                isDarkHere
                    ? line(
                        "lightest part of the symbol", "\(evidence.best?.figures.light.text(0) ?? "0") of 255",
                        "at least \(PictureThresholds.darkHighlight)")
                    : line(
                        "99th percentile of luma", "\(figures.p99) of 255", "at least \(PictureThresholds.darkHighlight)"),
                EvidenceLine(
                    "mean light", figures.linearMean.text(4), threshold: "cameras aim at 0.16",
                    source: "libcamera AGC"),
            ], effect: "Bars cannot be distinguished from the paper.",
            fixes: isWithoutExposure(evidence)
                ? ExposureSuspects.more(evidence) + [Fix("Or add a lamp where the picture comes from")]
                : [Fix("Bring more light: a lamp, or the camera's torch")] + ExposureSuspects.more(evidence) + ExposureSuspects.stuck(evidence),
            // A reader that still sees something there is at its limit, and noise is only a sign of the dark.
            limitsReadable: isDark)
    }

    /// Whether the device has settings, and none of an exposure: a grabber, or a camera that leaves it to nobody.
    private static func isWithoutExposure(_ evidence: PictureEvidence) -> Bool {
        guard let settings = evidence.settings, let limits = settings.limits else { return false }
        return settings.exposureMode == nil && settings.exposure == nil && settings.exposureTime == nil
            && limits.contains { $0.control == "brightness" || $0.control == "contrast" }
    }

    // MARK: Too much

    private static func clipped(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        let contrast = evidence.best?.figures.contrast ?? 0
        // Its light parts are at the end of the scale, and light has spilled over the dark ones, as over all that is dark.
        let isPale =
            evidence.best.map {
                $0.figures.light >= 250 && $0.figures.dark >= GlowingGround.raised && $0.figures.modulation < 0.5
            } == true && !evidence.isDrawn && Double(figures.p5) >= GlowingGround.raised && !evidence.isOverexposed
        guard figures.clippedShare > PictureThresholds.clippedShare,
            figures.p5 > PictureThresholds.burntShadow && contrast < PictureThresholds.weakContrast || isPale || evidence.isWashedOut
        else { return raised(evidence, figures) }
        return Suspect(
            .light, .lightClipped, !evidence.isWashedOut && (isPale || GlareSuspect.hasBump(evidence)) ? .possible : .clear,
            "The picture is overexposed: \((100 * figures.clippedShare).text(0)) % of it is pure white.",
            evidence: [
                line(
                    "pixels at 250 or more", "\((100 * figures.clippedShare).text(0)) %",
                    "at most \((100 * PictureThresholds.clippedShare).text(0)) % with so few dark pixels"),
                evidence.isWashedOut
                ? line("mean luma", "\(figures.mean.text(0)) of 255", "at most \(PictureThresholds.washedOut.text(0))")
                : line(
                    "5th percentile of luma", "\(figures.p5)",
                    "at most \(isPale ? Int(GlowingGround.raised) : PictureThresholds.burntShadow)"),
            ], effect: "Bars are as white as the paper.",
            fixes: ExposureSuspects.less(evidence) + (evidence.isWashedOut && evidence.width > 1280 ? [smallerMode] : []) + [lessLight])
    }

    private static let lessLight = Fix(
        "Reduce the light on the scene, turn the camera away from the window or lamp, or put a grey filter in front of the lens")

    /// Bars that stand out from the paper, but are raised or thinner, because this is beyond the end of the scale.
    private static func raised(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        let hasEatenBars = evidence.hasEatenBars
        guard let symbol = evidence.best?.figures, hasEatenBars || evidence.isOverexposed else { return nil }
        let most = hasEatenBars ? PictureEvidence.eatenShare : PictureThresholds.clippedShare
        return Suspect(
            .light, .lightClipped, hasEatenBars ? .clear : .possible,
            "The picture is overexposed: \((100 * figures.clippedShare).text(0)) % of it is pure white, and light has run over the bars.",
            evidence: [
                EvidenceLine(
                    "pixels at 250 or more", "\((100 * figures.clippedShare).text(0)) %",
                    threshold: "at most \((100 * most).text(0)) % with such bars"),
                EvidenceLine("1st percentile of luma", "\(figures.p1) of 255", threshold: "near 0"),
                EvidenceLine(
                    "dark and light parts of the symbol", "\(symbol.dark.text(0)) and \(symbol.light.text(0)) of 255",
                    threshold: "dark near 0, light below 250"),
            ], effect: "Bars become thin and pale, and narrow ones disappear.",
            fixes: ExposureSuspects.less(evidence) + [lessLight]
                + (evidence.isLive
                    ? [] : [Fix("Take it again with a lower exposure (exposure compensation below 0), and without a flash or torch")]))
    }

    /// Source: the driver's parameters max_video_width and max_video_height, above which it captures in the mode for stills.
    private static let smallerMode = Fix(
        "Try a smaller picture, such as 1280x720: some drivers regulate the exposure only in their mode for video, as that of the Raspberry Pi's camera (bcm2835-v4l2) does up to max_video_width and max_video_height",
        commands: ["candela measure CAMERA --size 1280x720"], isRunnable: false)

    private static func backlit(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        guard let symbol = evidence.best?.figures, figures.clippedShare > 0.05,
            symbol.light < 0.45 * Double(figures.p99)
        else { return nil }
        return Suspect(
            .light, .lightBacklit,
            symbol.contrast < PictureThresholds.weakContrast && GlareSuspect.strength(evidence) != .clear
                ? .clear : .possible,
            "The light comes from behind: the symbol is dark in front of a bright background.",
            evidence: [
                line(
                    "lightest part of the symbol", "\(symbol.light.text(0)) of 255",
                    "at least 45 % of \(figures.p99), the picture's 99th percentile"),
                line("pixels at 250 or more", "\((100 * figures.clippedShare).text(0)) %", "at most 5 %"),
            ], effect: "The exposure follows the background, and the symbol is underexposed.",
            fixes: ExposureSuspects.backlight(evidence) + [Fix("Turn round so that the light falls on the symbol")])
    }

    // MARK: Noise

    private static func noise(_ evidence: PictureEvidence, _ figures: FrameFigures) -> Suspect? {
        let noise = evidence.noise
        let contrast = evidence.contrast
        let isStrong = noise > PictureThresholds.noise
        guard noise > PictureThresholds.faintNoise, contrast / noise < PictureThresholds.weakContrastToNoise else {
            return nil
        }
        return Suspect(
            .light, .lightNoise,
            isStrong && contrast / noise < PictureThresholds.contrastToNoise && !GlareSuspect.hasBump(evidence)
                ? .clear : .possible,
            "Noise hides the bars: their contrast is only \((contrast / noise).text()) times the noise deviation.",
            evidence: [
                line("noise deviation", "\(noise.text()) of 255", "at most \(PictureThresholds.noise.text(0))"),
                line(
                    "contrast ÷ noise", (contrast / noise).text(),
                    "at least \(PictureThresholds.contrastToNoise.text(0))"),
            ], effect: "Narrow bars break up.",
            // No camera's noise is that strong.
            fixes: (noise > 60 && !evidence.isLive
                ? [] : [Fix("Add light, so that the camera needs less gain")] + ExposureSuspects.more(evidence))
                + (evidence.isLive
                ? []
                : [
                    Fix(
                        "If it is a scan, a fax or a print of dots (dithered): scan it in grey, or make the picture smaller or softer before reading",
                        commands: ["convert PICTURE -blur 0x2 soft.png"], isRunnable: false)
                ]),
            limitsReadable: contrast / noise < PictureThresholds.contrastToNoise / 2)
    }
}
