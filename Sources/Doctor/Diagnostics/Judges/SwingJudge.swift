// SPDX-License-Identifier: Apache-2.0

/// Judges pictures that are bright and dark by turns within the few seconds of an examination: an exposure that does not come to rest.
enum SwingJudge {
    /// Not fitted: twice dark and twice bright. Fewer is an exposure that settles, or somebody who passes.
    private static let turns = 3
    /// Not fitted: what turns round more often in a second is light that flickers, or a rate that beats against it.
    private static let mostTurnsPerSecond = 4.0

    static func find(_ stream: StreamRecord?, _ snapshot: Snapshot) -> Finding? {
        let subject = StreamSubject(snapshot)
        guard let stream, [.camera, .libcamera, .network].contains(subject.kind), let means = SettlingJudge.course(stream, subject),
            let rate = stream.measuredRate, (0.1...1000).contains(rate)
        else { return nil }
        let median = means.sorted()[means.count / 2]
        let least = max(SettlingJudge.range, SettlingJudge.share * median)
        let count = FocusSuspects.reversals(means, least: least)
        guard count >= turns, Double(count) <= mostTurnsPerSecond * Double(means.count) / rate else { return nil }
        return Finding(
            .lightPumping, .warn,
            "the brightness of the pictures swings: they become bright and dark again and again, from \(Words.number(means.min() ?? 0, decimals: 0)) to \(Words.number(means.max() ?? 0, decimals: 0)) of 255 in their mean: the automatic exposure does not come to rest, mostly because something works against it",
            confidence: .likely,
            evidence: [
                EvidenceLine("mean luma over \(Words.number(Double(means.count) / rate)) s", Sparkline.draw(means)),
                EvidenceLine("turns", "\(count)", threshold: "fewer than \(turns)"),
            ], effect: "codes are read only in between",
            fixes: [
                Fix(
                    "Leave the exposure to one automatic control: switch off the automatic brightness of the program that captures (motion and motionEye: auto_brightness off), and other programs that set the camera's controls"
                )
            ]
                + (subject.kind == .network
                    ? [Fix("Or set a fixed exposure on the camera's page, or where its pictures are captured")]
                    : [Fix("Or find a fixed exposure for this light", commands: ["candela calibrate \(subject.argument)"], isRunnable: false)]) + [
                    Fix("Remove lamps, screens and shiny things that move in and out of the picture")
                ])
    }
}
