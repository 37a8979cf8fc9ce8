// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// A Raspberry Pi whose firmware polls the touch screen over the I²C bus that the connectors of display and camera share, which was made for
/// the time when it had the camera as well. Sources: raspberrypi/linux#5397, #6298 and #6538 (6by9, pelwell); the firmware's overlays/README,
/// rpi-ft5406 and vc4-kms-dsi-7inch.
extension SensorJudge {
    /// What says that the firmware polls it. On the Pi 5 each connector has a bus of its own, which its firmware does not use.
    private var polledTouch: (line: String?, evidence: EvidenceLine)? {
        guard isPi, !isPi5, machine?.isCameraFirmware != true else { return nil }
        if let line = machine?.bootConfiguration?.last(where: { Self.isOverlay($0, of: ["rpi-ft5406"]) }) {
            return (line, EvidenceLine("config.txt", line))
        }
        return machine?.firmwareTouch.map { (nil, EvidenceLine("/sys/bus/platform/devices/\($0)/driver", "raspberrypi-ts")) }
    }

    /// The sensor does not answer while the firmware uses its bus.
    func sharedWithFirmware(_ line: String, _ evidence: [EvidenceLine]) -> Finding? {
        guard let touch = polledTouch else { return nil }
        let noise = log.lines.last { $0.contains("i2c-bcm2835") && ["unexpected interrupt", "timed out"].contains(where: $0.contains) }
        return Finding(
            .deviceSensorMissing, .fail,
            "the sensor of the camera module does not answer, and the firmware of this Raspberry Pi uses the same I²C bus: \(touch.line.map { "\($0.prefix { $0 != "," })" } ?? "the driver raspberrypi-ts") lets it poll the touch screen over the bus that the connectors of display and camera share, on which it and Linux then get in each other's way",
            confidence: .likely,
            evidence: [touch.evidence] + evidence + (noise.map { [EvidenceLine("kernel log", $0)] } ?? []) + [EvidenceLine("kernel log", line)],
            effect: "there is no camera to capture from",
            fixes: [
                Fix(
                    "Leave the touch screen to Linux: \(touch.line.map { "remove the line \($0) from config.txt" } ?? "in config.txt, write dtoverlay=vc4-kms-v3d (in place of vc4-fkms-v3d)"), write dtoverlay=vc4-kms-dsi-7inch (its parameters invx, invy and swapxy turn the touch screen), and reboot"
                ),
                Fix(
                    "If the display is another maker's, and its touch screen works with rpi-ft5406 only: use the touch screen or the camera, or ask its maker for an overlay of Linux's own driver"
                ),
                Self.cable.under("If the sensor does not answer without that either"),
                Fix("Then check what the Pi sees", commands: ["rpicam-hello --list-cameras"], isRunnable: false),
            ])
    }
}
