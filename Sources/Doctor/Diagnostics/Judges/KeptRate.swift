// SPDX-License-Identifier: Apache-2.0

/// Judges a camera that sends another rate than it has agreed to.
enum KeptRate {
    /// Far fewer pictures than agreed, whole and compressed, with an exposure that is short enough for all of them: the camera has kept the
    /// rate of an earlier program, whatever it says.
    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, subject.node?.nodeClass == "capture", subject.node?.bus == "usb", subject.node?.usbSpeed ?? 0 >= 480,
            !subject.isGrabber, subject.link == nil,
            stream.format?.isCompressed == true, stream.captured >= 8, stream.dropped == 0, stream.corrupt == 0, !stream.isMachineBusy,
            let rate = stream.measuredRate, let promised = stream.format?.framesPerSecond, promised <= 10_000, rate < 0.5 * promised,
            let settings = stream.settings, let exposure = settings.exposureSeconds, exposure < 0.5 / promised,
            // In automatic mode the value is often stale.
            settings.isExposureManual == true
        else { return nil }
        let place = Words.shell(subject.node?.place ?? "/dev/video0")
        let words = Words.number(promised, decimals: 0)
        return Finding(
            .streamLowRate, .warn,
            "\(subject.name) sends \(Words.number(rate)) frames per second in place of the \(words) that it agreed to, and neither its exposure nor the bus is the reason: some cameras keep the rate that an earlier program has set",
            confidence: .likely,
            evidence: [
                EvidenceLine("rate", "\(Words.number(rate)) fps", threshold: "\(Words.number(promised)) fps promised"),
                EvidenceLine("exposure time", "\(Words.number(exposure * 1000)) ms", threshold: "\(Words.number(1000 / promised)) ms, one frame"),
            ], effect: "codes are detected late, and moving codes rarely",
            fixes: [
                Fix(
                    "Set another rate and then this one again, while no program captures",
                    commands: ["v4l2-ctl -d \(place) --set-parm=\(promised > 30 ? 30 : promised > 12 ? 10 : 30)", "v4l2-ctl -d \(place) --set-parm=\(words)"], isRunnable: false)
            ] + DriverJudge.replug(subject) + [Fix("If it comes back: let no program set a low rate first, and look for newer firmware of the camera")])
    }
}
