// SPDX-License-Identifier: Apache-2.0

/// A sensor on a board's receiver that does not answer when its stream starts. Its node stays, and nothing was unplugged.
enum SensorStart {
    /// The driver of a sensor passes on what the bus I²C says of a chip that does not acknowledge its address, which depends on the bus's
    /// own driver: EIO, ENXIO (mv64xxx), EREMOTEIO, ETIMEDOUT.
    static func find(_ failure: StreamRecord.Failure, _ call: EvidenceLine, _ subject: StreamSubject) -> Finding? {
        guard subject.node?.bus == "platform", subject.attachment == .ribbon, subject.node?.driver != FirmwareCamera.driver, failure.request == "VIDIOC_STREAMON",
            ["EIO", "ENXIO", "ENODEV", "EREMOTEIO", "ETIMEDOUT"].contains(failure.errno)
        else { return nil }
        if subject.isGrabber {
            return Finding(
                .streamNone, .fail, "\(subject.name) does not start streaming: the bridge that turns its source's video into a sensor's signal does not answer, or has no signal",
                confidence: .likely, evidence: [call] + said(subject), effect: "no picture can be captured",
                fixes: GrabberFixes.signal + [Fix("Switch the board off, and seat the bridge's ribbon cable again at both connectors")])
        }
        let voltage = subject.presentVoltage
        return Finding(
            .streamNone, .fail,
            subject.sensorFailures.isEmpty
                ? "\(subject.name) does not start streaming: the driver of its sensor, or of its receiver, reports a failure (\(failure.errno)), as when the sensor does not answer\(PresentVoltage.words(voltage))"
                : "\(subject.name) does not start streaming: its sensor does not answer any more on its bus (I²C)\(PresentVoltage.words(voltage))",
            confidence: .likely, evidence: [call] + voltage + said(subject), effect: "no picture can be captured",
            fixes: PresentVoltage.fixes(voltage, isRaspberryPi: subject.isRaspberryPi) + [
                Fix("Switch the board off, and seat the camera's ribbon cable again at both connectors, and the sensor's own small connector on its module"),
                Fix("Then start the board without restarting it from a running system: a sensor that hangs needs its power cut"),
                Fix(
                    "If it never works: check that the device tree (its overlay) names this sensor, its supply and the port of this connector", commands: ["sudo dmesg"],
                    needsRoot: true, isRunnable: false),
            ])
    }

    private static func said(_ subject: StreamSubject) -> [EvidenceLine] {
        subject.sensorFailures.suffix(3).map { EvidenceLine("kernel log", $0) }
    }
}
