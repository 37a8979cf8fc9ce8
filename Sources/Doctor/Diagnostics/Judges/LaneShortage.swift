// SPDX-License-Identifier: Apache-2.0

/// A sensor, or a bridge for HDMI, that wants more data lanes for its present mode than the connector of this board has.
enum LaneShortage {
    /// `unicam 20801000.csi: Device has requested 3 data lanes, which is >2 configured in DT`. Source: `unicam_start_streaming` in
    /// the Raspberry Pi's kernel, drivers/media/platform/bcm2835/bcm2835-unicam.c.
    static func find(_ failure: StreamRecord.Failure, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard failure.request == "VIDIOC_STREAMON", let host = snapshot.host.value, subject.node?.bus == "platform" else {
            return nil
        }
        let log = KernelLogFacts(host)
        guard let line = log.last(["data lanes, which is >"]) else { return nil }
        guard let (wanted, given) = lanes(line) else { return nil }
        let bridge = ["tc358743", "lt6911", "adv7"].first { name in log.lines.contains { $0.contains(name) } }
        return Finding(
            .streamNone, .fail,
            bridge != nil
                ? "\(subject.name) does not start streaming: the HDMI source sends a mode that needs \(wanted) data lanes, and the connector of this board carries \(given)"
                : "\(subject.name) does not start streaming: its sensor wants \(wanted) data lanes for this mode, and the device tree gives it \(given)",
            evidence: [EvidenceLine("\(failure.request)(\(subject.name))", failure.errno), EvidenceLine("kernel log", line)], effect: "no picture can be captured",
            fixes: bridge != nil
                ? [
                    Fix(
                        "Set a smaller mode at the source, such as 1280x720, or 1920x1080 with at most 50 Hz (30 Hz in full colour): two lanes carry no more"
                    ),
                    Fix(
                        "Or let the bridge offer the source only such modes: load an EDID without 1080p60, and plug the HDMI cable in again",
                        commands: ["v4l2-ctl --device \(subject.argument) --set-edid file=EDID.hex --fix-edid-checksums"],
                        isRunnable: false),
                    Fix("Or use a board that leads four lanes to its connector, with the overlay's option 4lane"),
                ]
                : [
                    Fix("Choose a smaller size or fewer frames per second", commands: ["candela info \(subject.argument)"]),
                    Fix(
                        "Or give the sensor all lanes of its cable in the overlay's options, if the board's connector and the cable have them"
                    ),
                ])
    }

    /// The numbers of lanes with which both lines end.
    private static func lanes(_ line: String) -> (wanted: Int, given: Int)? {
        let numbers = line.split { !$0.isNumber }.compactMap { Int($0) }.suffix(2)
        guard let wanted = numbers.first, let given = numbers.last, wanted > given else { return nil }
        return (wanted, given)
    }

    /// A sensor that sends over more lanes than the connector has: it answers, and its pictures do not arrive.
    /// `unicam fe800000.csi: subdevice requires 4 data lanes when 2 are supported`. Source: the driver unicam, drivers/media/platform/broadcom.
    static func silent(_ subject: StreamSubject, _ evidence: [EvidenceLine]) -> Finding? {
        guard subject.attachment == .ribbon || subject.node?.bus == "platform", let line = subject.laneShortage, let (wanted, given) = lanes(line)
        else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives: its sensor sends over \(wanted) data lanes, and the connector at which it is has \(given)",
            confidence: .likely, evidence: evidence + [EvidenceLine("kernel log", line)], effect: "no picture can be captured",
            fixes: [
                Fix(
                    "Switch the board off, and put the camera at a connector with \(wanted) lanes (on the Compute Module 4 IO Board CAM1; on a Raspberry Pi 5 both, on other Raspberry Pis none); then name that connector in the overlay (without cam0)"
                ),
                Fix("Or, if the sensor's driver can send over \(given) lanes, leave the option for \(wanted) (4lane) out of its overlay"),
            ])
    }
}
