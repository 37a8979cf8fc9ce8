// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Lines of a Raspberry Pi's config.txt that ask for the camera under a filter, such as `[pi4]`, that does not hold on this board.
extension SensorJudge {
    private var filtered: [MachineRecord.FilteredLine] { machine?.filteredConfiguration ?? [] }

    /// The line of a sensor's overlay that the firmware ignores, or may ignore.
    var filteredOverlay: MachineRecord.FilteredLine? {
        let inputs = Self.sensors + Self.bridges
        let overlays = filtered.filter { Self.isOverlay($0.line, of: inputs) }
        return overlays.first(where: \.isPassedOver) ?? overlays.first
    }

    /// The filter above a line that counts, if it is not known to hold.
    func uncertainFilter(of line: String) -> String? { filtered.first { !$0.isPassedOver && $0.line == line }?.filter }

    /// Nothing asks for a camera but a line that the firmware ignores, and no driver has a sensor, as with an overlay that was loaded by hand.
    func passedOver(_ configuration: [String], _ evidence: [EvidenceLine]) -> Finding? {
        func asks(_ line: String) -> Bool {
            line == "camera_auto_detect=1" || Self.isOverlay(line, of: Self.sensors + Self.bridges) || line == "start_x=1" && isBeforeLibcamera
        }
        guard silent == nil, receiver == nil, machine?.sensors.contains(where: { $0.driver != nil }) != true,
            !configuration.contains(where: { asks($0) || $0 == "start_x=1" })
        else { return nil }
        let lines = filtered.filter { $0.isPassedOver && asks($0.line) }
        guard let line = filteredOverlay.flatMap({ lines.contains($0) ? $0 : nil }) ?? lines.first else { return nil }
        let isNowhere = line.filter.contains("[none]")
        return Finding(
            .deviceSensorMissing, .fail,
            "the line \(line.line) in config.txt stands below \(line.filter), "
                + (isNowhere ? "whose lines no board uses" : "which does not hold on this board (\(place.platform.board ?? "another model"))")
                + ": the firmware ignores it, and nothing else asks for a camera",
            confidence: .likely, evidence: lines.prefix(3).map { EvidenceLine("config.txt, below \($0.filter)", $0.line) } + evidence,
            effect: "no driver looks for the camera's sensor, so there is no camera",
            fixes: [
                Fix(
                    "Move the line \(line.line) below a line [all] in /boot/firmware/config.txt (older systems: /boot/config.txt), and reboot: a filter counts until the next one of its kind, or [all]"
                ),
                line.line.hasPrefix("dtoverlay=") && !isBeforeLibcamera
                    ? Fix("Or let the firmware look for the camera, if it is one of Raspberry Pi's own: write camera_auto_detect=1 below [all], and reboot") : nil,
                Fix(
                    "Then check what the Pi sees", commands: [isBeforeLibcamera ? "vcgencmd get_camera" : "rpicam-hello --list-cameras"],
                    isRunnable: false),
            ].compactMap(\.self))
    }

    /// How to have the overlay of a sensor under such a filter in force, beside other causes.
    var filteredOverlayFix: Fix? {
        filteredOverlay.map { line in
            Fix(
                "If this camera needs the line \(line.line): in config.txt it stands below \(line.filter), which \(line.isPassedOver ? "does not hold" : "may not hold") on this board; move it below a line [all], and reboot"
            )
        }
    }
}
