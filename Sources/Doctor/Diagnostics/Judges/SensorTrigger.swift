// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A camera whose sensor waits for a pulse on a line of its own before each picture, as cameras do that must all see the same
/// moment. Without pulses it starts streaming and sends nothing.
enum SensorTrigger {
    /// By the camera's own control.
    static func ofControl(
        _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        guard let trigger = stream.settings?.trigger else { return nil }
        func command(_ value: Int) -> String {
            "candela set --camera \(subject.argument) \(Words.shell("\(trigger.control)=\(value)"))"
        }
        return finding(
            .fail, "\(subject.name) starts streaming, but no frame arrives: it is set to wait for a trigger",
            evidence + [
                EvidenceLine(
                    "control \(trigger.control)", "\(trigger.value)",
                    threshold: "\(trigger.standard): it takes pictures by itself")
            ],
            [
                Fix(
                    "Let it take pictures by itself", commands: [command(trigger.standard)], undo: [command(trigger.value)]),
                Fix(
                    "Or give it its pulses: check the cable to its trigger input, their voltage, and the program that makes them"
                ),
            ])
    }

    /// By the parameter of its sensor's driver.
    ///
    /// Pulses may come, and the sensor may be another: it is what fails only if libcamera or the program that is asked about says that
    /// it waits in vain.
    static func ofDriver(_ machine: MachineRecord?, _ snapshot: Snapshot, _ evidence: [EvidenceLine]) -> Finding? {
        guard let trigger = machine?.sensorTrigger else { return nil }
        let said = (snapshot.libcamera?.value?.complaints ?? []) + (snapshot.client?.complaints ?? [])
        return finding(
            said.contains { $0.contains("frontend has timed out") } ? .fail : .note,
            "the driver \(trigger.driver) is set to wait for a trigger: its sensors take a picture only when a pulse comes, and without pulses programs end with \"Camera frontend has timed out\"",
            evidence + [
                EvidenceLine(
                    trigger.file, "\(trigger.value)", threshold: "\(SensorTriggerParameter.free): they take pictures by themselves")
            ],
            [
                Fix(
                    "Let the sensors take pictures by themselves",
                    commands: ["echo \(SensorTriggerParameter.free) | sudo tee \(Words.shell(trigger.file))"], needsRoot: true,
                    undo: ["echo \(trigger.value) | sudo tee \(Words.shell(trigger.file))"], isRunnable: false),
                Fix(
                    "If it is so again after a restart: take trigger_mode out of the kernel's command line (cmdline.txt) or of modprobe.d",
                    commands: ["grep -rn trigger_mode /boot/firmware/cmdline.txt /etc/modprobe.d"], isRunnable: false),
                Fix(
                    "If the trigger is intended: check the pulses at the trigger input of every camera, and raise camera_timeout_value_ms in libcamera's configuration above the time between two of them"
                ),
            ])
    }

    private static func finding(
        _ severity: Finding.Severity, _ message: String, _ evidence: [EvidenceLine], _ fixes: [Fix]
    ) -> Finding {
        Finding(
            .streamAwaitsTrigger, severity, message, confidence: .likely, evidence: evidence,
            effect: "no picture arrives until a pulse comes", fixes: fixes)
    }
}
