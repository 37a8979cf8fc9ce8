// SPDX-License-Identifier: Apache-2.0

/// A USB 3 controller that has no resources left for another stream. It keeps a record for each endpoint of each device, and has room
/// for a fixed number of them: bandwidth is not what is missing. Source: `xhci_configure_endpoint_result` in drivers/usb/host/xhci.c.
enum FullController {
    static let words = "Not enough host controller resources"

    static func find(_ call: EvidenceLine, _ subject: StreamSubject) -> Finding? {
        guard let line = subject.fullController else { return nil }
        return Finding(
            .streamBandwidth, .fail,
            "the USB host controller has no resources left for the stream of \(subject.name): too many devices are connected to it, each with several endpoints",
            evidence: [call, EvidenceLine("kernel log", line)],
            effect: "the camera does not start, whatever the size of its pictures",
            fixes: [
                Fix(
                    "Unplug devices that are not needed from this controller: other cameras, sound cards, docks and card readers take most",
                    commands: ["lsusb -t"], isRunnable: false),
                Fix("Or plug the camera, or the other devices, into ports of another controller; a USB card for PCIe has one of its own"),
                Fix("Or plug them into ports of USB 2: some controllers have more room there"),
            ])
    }
}
