// SPDX-License-Identifier: Apache-2.0

internal import GenICamCameras

/// Judges the way to a GenICam camera: the library, and whether the camera answers.
enum GenICamJudge {
    /// A camera that waits for pulses opens and streams as any other, and sends nothing. Source: the feature TriggerMode of GenICam's
    /// Standard Features Naming Convention.
    static let trigger = Fix(
        "If a program has opened the camera and gets no picture: the camera may wait for a trigger. Set TriggerMode to Off in the program's settings (in a launch file of ROS: trigger_mode), or give the camera its pulses. To set it with Aravis, end the program first (Debian: the package aravis-tools-cli has arv-tool-0.8)",
        commands: ["arv-tool-0.8 control TriggerMode", "arv-tool-0.8 control TriggerMode=Off"], isRunnable: false)

    /// The checks before the stream.
    static func judge(_ snapshot: Snapshot) -> [CheckReport] {
        guard let trouble = snapshot.genICam else {
            return [CheckReport(.presence, .pass, "the camera answers through Aravis")]
        }
        let said = [EvidenceLine("Aravis", trouble.cause)]
        switch trouble.kind {
        case .libraryMissing:
            return [
                CheckReport(
                    .driver,
                    findings: [
                        Finding(
                            .genICamMissing, .fail, "the library for cameras of machine vision, Aravis, is not installed",
                            evidence: said, effect: "cameras of USB3 Vision and GigE Vision cannot be used",
                            fixes: [
                                Fix("Install it", commands: ["sudo apt install libaravis-0.8-0"], needsRoot: true, isRunnable: false)
                            ])
                    ], passed: "")
            ]
        case .noCamera:
            return [
                CheckReport(
                    .presence,
                    findings: [
                        Finding(
                            .genICamNoCamera, .fail, "no camera of this name answers", evidence: said,
                            effect: "there is no camera to capture from",
                            fixes: [
                                Fix("List the cameras that Aravis finds", commands: ["arv-tool-0.8"], isRunnable: false),
                                Fix(
                                    "On a network: give the camera and this machine addresses of one network, and let no firewall drop UDP from it"
                                ),
                                Place(snapshot).usb3VisionRule("On USB: give its users access by a udev rule for the class"),
                            ])
                    ], passed: "")
            ]
        case .noMode, .failed:
            return [CheckReport(.presence, .pass, "the camera answers through Aravis")]
        }
    }
}
