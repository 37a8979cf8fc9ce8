// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// Somebody who has a hand-held scanner and no camera asks about that scanner.
    func handScanner(_ scanner: HandScanner) -> Finding {
        let name = scanner.title.map { "\($0) (\(scanner.identifier))" } ?? scanner.identifier
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, but a hand-held barcode scanner, \(name): it types what it reads as a keyboard does, without a camera and without candela",
            confidence: .likely,
            evidence: [handScannerLine(scanner)]
                + (scanner.layout.map { [EvidenceLine("layout of the keyboards, by the system's files", $0)] } ?? []) + evidence,
            effect: "candela has nothing to scan with; a scanner that types the keys of another country than the layout gives wrong digits or letters",
            fixes: handScannerFixes(scanner) + [
                Fix("To scan with a camera, plug one in while this command runs", commands: ["candela list --watch"], isRunnable: false)
            ])
    }

    func handScannerLine(_ scanner: HandScanner) -> EvidenceLine {
        EvidenceLine("USB device \(scanner.identifier)", "\(scanner.title ?? "without a name"): a barcode scanner that types as a keyboard (HID)")
    }

    func handScannerFixes(_ scanner: HandScanner) -> [Fix] {
        // Its keys are those of the USA unless somebody has set it up for another country.
        let layout = scanner.layout.flatMap { $0 == "us" || $0.hasPrefix("us,") ? nil : $0 }
        return [
            Fix("If the hand-held scanner is meant: try it in any text field, where what it reads appears as if typed"),
            Fix(
                "If its digits or letters arrive as others: its keys and the desktop's layout must be of the same country\(layout.map { ", here \($0)" } ?? ""). Scan the code for that country in its manual, or choose its layout (mostly US) in the desktop's settings"
            ),
            Fix("If a program should read it without typing: scan the code for a serial port (USB CDC) in its manual"),
        ]
    }
}
