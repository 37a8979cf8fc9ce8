// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// In Qubes OS, USB devices belong to a virtual machine of their own until somebody gives them to another one.
    ///
    /// Source: Qubes OS' documentation, "How to use USB devices" and "USB qubes".
    func inQubes() -> Finding? {
        guard host.machine?.isQubes == true else { return nil }
        return Finding(
            .deviceNone, .fail,
            "there is no camera in this virtual machine of Qubes OS (a qube): USB devices, built-in cameras among them, belong to the USB qube (sys-usb) until they are attached to another one",
            confidence: .likely, evidence: [EvidenceLine("/usr/share/qubes/marker-vm", "present")] + evidence, effect: effect,
            fixes: [
                Fix(
                    "In dom0, see which device the camera is, and attach it to this qube (Qubes 4.0 and later; the widget for devices in the panel does the same)",
                    commands: ["qvm-device usb list", "qvm-device usb attach QUBE sys-usb:DEVICE"], isRunnable: false),
                Fix("With Qubes 3.2: qvm-usb in dom0. Before that, USB devices could not be shared: run the program in the USB qube"),
                Fix("If the list is empty: the USB qube does not run, or has no camera either", commands: ["qvm-ls --running"], isRunnable: false),
            ])
    }
}
