// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import CameraControls
package import Frames
internal import Glibc

/// Finds the settings with which the code in view reads most reliably and fastest in this light. It is a thin shell around
/// the decisions of `EffectDetector`, `ResponseModel`, `FlickerFinder`, `FocusSearch` and `SearchPlan`.
///
/// It changes controls and leaves them at the best setting. The caller restores them if they are not kept or if it throws:
/// pass a surface that remembers.
///
/// Time is camera time, from the frames' timestamps; it waits only for frames. It runs on the caller's thread. To stop it
/// from another thread, stop the source.
package final class Calibrator {
    let watch: FrameWatch
    let streams: (any StreamSwitching)?
    let desk: ControlDesk
    let request: CalibrationRequest
    private let progress: (CalibrationProgress) -> Void
    var report = CalibrationReport()
    /// The signatures of the last frames, to compare a change with.
    private var recent: [Signature] = []
    private var knownMoves = 0
    /// Whether the picture moves: frames then differ by more than noise.
    var isMoving = false
    /// Whether sharpness is set below its default.
    var isSmoothed = false
    /// The measured number of frames until a change shows.
    private(set) var latency: Int?
    /// Whether the exposure time can be set and the camera follows it.
    var hasExposure: Bool
    var hasGain: Bool
    /// The linear value of the paper divided by the mean around the code; 0 if not yet measured.
    var whiteRatio = 0.0
    /// Whether exposure is limited for a moving code.
    var isHurried = false
    /// The best setting; `nil` if automatic exposure is best.
    var bestSetting: CameraSetting?
    /// The figures of the best setting so far; `nil` before the first.
    var bestSoFar: ProbeResult?
    /// The mode of the current stream; `nil` for the first stream.
    var shown: StreamMode?
    /// The mode in which the settings were found.
    var calibrated: StreamMode?
    /// Streams started after the first.
    var openings = 0
    /// The narrowest module width measured with enough contrast, pixels.
    private var narrowestModule: Double?
    /// Whether the torch was switched on before the light was measured, and stays on.
    var isTorchLit = false
    /// Whether the torch may be switched on before the light is measured; false after a search with it failed.
    var mayLightTorch = true

    /// - Parameters:
    ///   - source: the camera's running stream, from its first frame.
    ///   - controls: the controls of the same camera.
    ///   - reader: the reader that will be used for scanning.
    ///   - streams: the modes of the same camera, if the calibration may choose one; it streams `source` now.
    ///   - stopwatch: the clock that times reading.
    ///   - progress: called on the caller's thread.
    /// - Throws: if the camera does not list its controls.
    package init(
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

    /// Runs the whole calibration.
    package func run() throws(CalibrationError) -> CalibrationReport {
        report.remarks = desk.abilities.gaps
        say(.warmUp, 0)
        try warmUp()
        say(.before, 0.05)
        report.before = try look(frames: request.verification, hopeless: StoppingRule.round)
        report.probes += 1
        if !watch.isPlaceRead { try watch.guessPlace() }
        let facts = try measureLight()
        if facts == nil { try findFlickerAsItIs() }
        report.light = facts.map { ($0.response, $0.interval) }
        try focus(facts)
        if !watch.isPlaceRead { try watch.guessPlace() }
        try search(facts)
        try searchWithoutTorch()
        try compareStreams(facts)
        try findDarkest(facts)
        try finish()
        return report
    }

    /// Camera time so far, seconds, also after an early end.
    package var cameraTime: Double { watch.cameraTime }

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
    /// Waits until light and sharpness are stable: automatic exposure and focus have settled.
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
            // An autofocus loop pauses between steps, so ten stable frames are needed.
            if calm >= 10, count >= 10 { return }
        }
        // Noise on black is never stable.
        guard !isBlack else { return }
        report.remarks.append("the picture did not settle: something moves, or the autofocus is hunting")
    }

    /// Forgets the module width, before a stream with other pixels.
    func forgetModules() { narrowestModule = nil }

    func remember(_ signature: Signature) {
        if knownMoves != watch.moves { recent = [] }
        knownMoves = watch.moves
        recent.append(signature)
        if recent.count > 6 { recent.removeFirst() }
    }

    /// Makes a change and takes frames until it shows and is stable; returns whether it was seen.
    ///
    /// - Parameters:
    ///   - expected: the expected change of the light, stops; `nil` if it is not known.
    ///   - change: sets the controls; called once the state before is known.
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

    /// Reads frames with the current settings.
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
        // Smoothing removes grain sooner than noise, and black has no grain: only unsmoothed, bright pictures show motion.
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

    /// Applies a setting, waits until it shows, and reads frames.
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
