// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import CameraControls
public import Frames
internal import Glibc

/// Finds the settings at which the code in view reads surest and quickest in this light: the thin shell around the
/// decisions of `EffectDetector`, `ResponseModel`, `FlickerFinder`, `FocusSearch` and `SearchPlan`.
///
/// It changes controls and leaves them at the best setting. Putting them back, when nobody wants to keep them or when it
/// throws, is the caller's: give it a surface that remembers.
///
/// Time is the camera's own, from its frames' timestamps; it waits for frames and for nothing else. Runs on the caller's
/// thread; stop it from another by stopping the source.
public final class Calibrator {
    let watch: FrameWatch
    let streams: (any StreamSwitching)?
    let desk: ControlDesk
    let request: CalibrationRequest
    private let progress: (CalibrationProgress) -> Void
    var report = CalibrationReport()
    /// The last frames' signatures, for what a change is held against.
    private var recent: [Signature] = []
    private var knownMoves = 0
    /// Whether things move in the picture: frames then differ by more than noise.
    var isMoving = false
    /// Whether the camera sharpens less than it was told to in the beginning.
    var isSmoothed = false
    /// Frames a change takes to show, as learned.
    private(set) var latency: Int?
    /// Whether exposure is ours to set, and does what it says.
    var hasExposure: Bool
    var hasGain: Bool
    /// The linear value of the paper over the mean around the code; 0 before it was seen.
    var whiteRatio = 0.0
    /// Whether a moving code cuts exposures short.
    var isHurried = false
    /// The setting that was best; `nil` where the camera's own exposure is.
    var bestSetting: CameraSetting?
    /// What it reads like; `nil` before anything was tried.
    var bestSoFar: ProbeResult?
    /// The mode that another stream was begun in; `nil` while it is the first.
    var shown: StreamMode?
    /// The mode in which the setting was found.
    var calibrated: StreamMode?
    /// Streams begun beside the first.
    var openings = 0
    /// The narrowest a module was measured with contrast enough, pixels.
    private var narrowestModule: Double?
    /// Whether the torch was turned on before the light was measured, and stays on.
    var isTorchLit = false
    /// Whether the torch may be lit before the light is measured; not when the light was measured with it in vain.
    var mayLightTorch = true

    /// - Parameters:
    ///   - source: running frames of the camera, from their very first.
    ///   - controls: of the same camera.
    ///   - reader: as it will be used for scanning.
    ///   - streams: of the same camera, where its format is left to the calibration; it streams `source` now.
    ///   - stopwatch: by which reading is timed.
    ///   - progress: called on the caller's thread.
    /// - Throws: when the camera does not list its controls.
    public init(
        source: any FrameSource, controls: any ControlSurface, reader: any BarcodeReader, request: CalibrationRequest,
        streams: (any StreamSwitching)? = nil, stopwatch: @escaping () -> FrameTimestamp = { .now },
        progress: @escaping (CalibrationProgress) -> Void = { _ in }
    ) throws(CalibrationError) {
        watch = FrameWatch(source: source, reader: reader, request: request, stopwatch: stopwatch)
        desk = try ControlDesk(controls, torch: request.torch)
        self.request = request
        self.streams = streams
        self.progress = progress
        hasExposure = desk.abilities.exposure != nil && desk.abilities.manualExposure != nil
        hasGain = desk.abilities.gain != nil
    }

    /// The whole calibration.
    public func run() throws(CalibrationError) -> CalibrationReport {
        report.remarks = desk.abilities.gaps
        say(.warmUp, 0)
        try warmUp()
        say(.before, 0.05)
        report.before = try look(frames: request.verification, hopeless: StoppingRule.round)
        report.probes += 1
        if !watch.isPlaceRead { try watch.guessPlace() }
        let facts = try measureLight()
        if facts == nil { try findFlickerAsItIs() }
        try focus(facts)
        if !watch.isPlaceRead { try watch.guessPlace() }
        try search(facts)
        try searchWithoutTorch()
        try compareStreams(facts)
        try finish()
        return report
    }

    /// Seconds of the camera's time so far, also when it ended early.
    public var cameraTime: Double { watch.cameraTime }

    func say(
        _ stage: CalibrationProgress.Stage, _ share: Double, _ detail: String = "", trying setting: CameraSetting? = nil
    ) {
        progress(
            CalibrationProgress(
                stage: stage, share: share, detail: detail, setting: setting,
                before: report.before.frames > 0 ? report.before : nil, best: bestSoFar))
    }

    var isOutOfPatience: Bool { watch.cameraTime > request.patience.milliseconds / 1000 }
}

// MARK: Frames

extension Calibrator {
    /// Waits until light and sharpness stand still: automatic exposure and focus have found their places.
    func warmUp() throws(CalibrationError) {
        var calm = 0
        var isBlack = false
        for count in 1...45 {
            let look = try watch.next(reads: false)
            let signature = look.signature
            if let last = recent.last,
                abs(log2(signature.light / max(1e-9, last.light))) < 0.04,
                abs(log2(signature.sharpness / max(1e-9, last.sharpness))) < 0.15
            {
                calm += 1
            } else {
                calm = 0
            }
            remember(signature)
            isBlack = look.mean < 12
            // A focus loop rests between two steps: ten calm frames, and never before the tenth.
            if calm >= 10, count >= 10 { return }
        }
        // Noise on black never rests.
        guard !isBlack else { return }
        report.remarks.append("the picture did not come to rest: something moves, or the camera's focus hunts")
    }

    /// Before a stream of other pixels.
    func forgetModules() { narrowestModule = nil }

    func remember(_ signature: Signature) {
        if knownMoves != watch.moves { recent = [] }
        knownMoves = watch.moves
        recent.append(signature)
        if recent.count > 6 { recent.removeFirst() }
    }

    /// Takes frames until the change just made shows and stands still; returns whether it was seen.
    ///
    /// - Parameters:
    ///   - expected: stops the light should change by, where that is known.
    ///   - change: sets the controls; called after what there was before is known.
    @discardableResult
    func waitForEffect(
        expecting expected: Double? = nil, of change: () throws(CalibrationError) -> Void
    ) throws(CalibrationError) -> (seen: Bool, last: FrameLook) {
        if recent.isEmpty || knownMoves != watch.moves {
            recent = []
            remember(try watch.next(reads: false).signature)
        }
        var detector = EffectDetector(before: recent, latency: latency, expected: expected)
        try change()
        while true {
            let look = try watch.next(reads: false)
            let verdict = detector.take(look.signature)
            remember(look.signature)
            switch verdict {
            case .waiting: continue
            case .settled:
                if let first = detector.firstChange, expected != nil { latency = min(8, max(latency ?? 0, first)) }
                recent = [look.signature]
                return (true, look)
            case .gaveUp(let hasChanged):
                return (hasChanged, look)
            }
        }
    }

    /// Reads frames with the settings as they are.
    func look(
        frames limit: Int, toBeat: Double? = nil, hopeless: Int = StoppingRule.hopeless
    ) throws(CalibrationError) -> ProbeResult {
        var result = ProbeResult()
        var looks: [FrameLook] = []
        let rule = StoppingRule(limit: limit, hopeless: hopeless, toBeat: toBeat)
        repeat {
            let look = try watch.next(reads: true)
            remember(look.signature)
            looks.append(look)
            result.frames += 1
            if look.isRead { result.reads += 1 }
            if let time = look.decodeTime { result.decodeTimes.append(time * 1000) }
        } while !rule.isEnough(frames: result.frames, reads: result.reads)
        result.decodeTimes.sort()
        func median(_ values: [Double]) -> Double? {
            let sorted = values.sorted()
            return sorted.isEmpty ? nil : sorted[sorted.count / 2]
        }
        let apart = zip(looks, looks.dropFirst()).map { $1.time - $0.time }
        result.frameDuration = (median(apart) ?? watch.durations.last ?? 0) * 1000
        result.mean = median(looks.map(\.mean)) ?? 0
        result.dark = median(looks.map(\.dark)) ?? 0
        result.light = median(looks.map(\.light)) ?? 0
        result.clipped = median(looks.map(\.clipped)) ?? 0
        result.level = median(looks.map(\.level)) ?? 0
        let (noise, grain) = (median(looks.compactMap(\.noise)), median(looks.map(\.grain)))
        // Smoothing takes grain away sooner than noise: only a picture as the camera makes it tells.
        // Nor does a dark one, where black has lost its grain.
        if !isSmoothed, let noise, let grain, noise > 2.2 * grain, noise > 2, result.mean > 60 { isMoving = true }
        result.noise = isMoving ? min(grain ?? 0, noise ?? .infinity) : noise
        result.temporalNoise = noise
        result.grain = grain
        result.edgeWidth = median(looks.compactMap(\.edgeWidth))
        result.modulePixels = median(looks.compactMap(\.modulePixels))
        if let module = result.modulePixels, result.contrastToNoise ?? 0 > SearchPlan.neededContrast {
            narrowestModule = min(module, narrowestModule ?? module)
        }
        result.narrowestModule = narrowestModule
        result.delivery = looks.compactMap(\.delivery).min().map { $0 * 1000 }
        result.sharpness = median(looks.map(\.sharpness)) ?? 0
        return result
    }

    /// Sets, waits until it shows, and reads frames.
    func probe(
        _ setting: CameraSetting, frames: Int, toBeat: Double? = nil, expecting expected: Double? = nil,
        hopeless: Int = StoppingRule.hopeless
    ) throws(CalibrationError) -> ProbeResult {
        let effect = try waitForEffect(expecting: expected) { () throws(CalibrationError) in try desk.apply(setting) }
        isSmoothed = setting.sharpness.map { $0 < desk.abilities.sharpness?.defaultValue ?? .min } ?? false
        var result = try look(frames: frames, toBeat: toBeat, hopeless: hopeless)
        result.tookEffect = effect.seen
        report.probes += 1
        return result
    }
}
