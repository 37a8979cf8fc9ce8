// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

extension AbsentCamera {
    /// Somebody who has a hand-held scanner and no camera asks about that scanner.
    func handScanner(_ scanner: HandScanner) -> Finding {
        let name = scanner.title ?? "a hand-held barcode scanner"
        // Its keys are those of the USA unless somebody has set it up for another country.
        let layout = scanner.layout.flatMap { $0 == "us" || $0.hasPrefix("us,") ? nil : $0 }
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, but a hand-held barcode scanner: \(name) (\(scanner.identifier)). It types what it reads as a keyboard does, without a camera and without candela",
            confidence: .likely,
            evidence: [
                EvidenceLine("USB device \(scanner.identifier)", "\(scanner.title ?? "without a name"): a keyboard (HID)")
            ] + (scanner.layout.map { [EvidenceLine("layout of the keyboards", $0)] } ?? []) + evidence,
            effect: layout.map {
                "candela has nothing to scan with. If that scanner's texts arrive with wrong digits or letters, it types the keys of another country than this machine's layout (\($0))"
            } ?? "candela has nothing to scan with",
            fixes: [
                Fix("Try the scanner in any text field: what it reads appears there, as if typed"),
                Fix(
                    "If digits or letters arrive as others: its keys and the desktop's layout must be of the same country\(layout.map { ", here \($0)" } ?? ""). Scan the code for that country in its manual, or choose its layout (mostly US) in the desktop's settings"
                ),
                Fix("If a program should read it without typing: scan the code for a serial port (USB CDC) in its manual"),
                Fix("To scan with a camera, plug one in while this command runs", commands: ["candela list --watch"], isRunnable: false),
            ])
    }
}
