// SPDX-License-Identifier: Apache-2.0

/// A camera in a virtual machine: the USB controller that it hangs on is a program.
enum GuestUSB {
    /// - Parameter what: what the camera does not do, such as `does not start streaming`.
    static func find(
        _ what: String, _ effect: String, _ stream: StreamRecord, _ subject: StreamSubject, _ evidence: [EvidenceLine]
    ) -> Finding? {
        guard let machine = subject.guest else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) \(what): this is a virtual machine (\(machine)), whose USB controller is emulated, and it may not pass on the camera's stream",
            confidence: subject.shortTransfers.isEmpty ? .possible : .likely,
            evidence: evidence + (subject.refusals + subject.shortTransfers).suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: effect,
            fixes: (subject.shortTransfers.isEmpty ? controller(subject) : []) + [
                Fix("Use a newer version of the hypervisor: older ones lose a camera's data or report it wrongly"),
                Fix(
                    "Or pass a whole USB controller of the host (PCI) to the virtual machine, and plug the camera into that one"
                ),
                Fix("Or capture on the host, and pipe the frames in"),
            ] + StreamFailures.smaller(stream, subject))
    }

    /// The kind of the USB controller decides what a camera can send.
    static func controller(_ subject: StreamSubject) -> [Fix] {
        guard let machine = subject.guest else { return [] }
        return [
            Fix(
                "This is a virtual machine (\(machine)), which passes the camera's USB data on: in its settings, switch the USB controller to USB 3 (xHCI), and start it again"
            )
        ]
    }
}
