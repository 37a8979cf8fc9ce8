// SPDX-License-Identifier: Apache-2.0

/// Judges a capture card that its driver has taken without knowing it.
enum UnknownBoard {
    /// The driver says itself that the card is none of its list: it then knows neither its inputs nor its chips.
    static func find(_ seen: [EvidenceLine], _ subject: StreamSubject) -> Finding? {
        guard let driver = subject.node?.driver, !subject.unknownBoard.isEmpty else { return nil }
        let module = Words.shell(driver)
        let hasList = driver == "em28xx" || subject.unknownBoard.contains { $0.contains("card=") }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives: its driver \(driver) does not know this board, and treats it as one of unknown kind",
            confidence: .likely, evidence: seen + subject.unknownBoard.suffix(3).map { EvidenceLine("kernel log", $0) },
            effect: "no picture can be captured, whatever is connected to its input",
            fixes: [
                Fix(
                    "Compare the card's ids with the driver's list: cards of one maker with nearly the same name can be different hardware, which the driver does not support",
                    commands: [subject.node?.bus == "usb" ? "lsusb" : "lspci -nnk"], isRunnable: false)
            ]
                + (hasList
                    ? [
                        Fix(
                            "If the card is in that list under a number, tell the driver so; a wrong number can set its outputs wrongly, so try none by chance",
                            commands: ["modinfo --parameters \(module)", "sudo modprobe -r \(module)", "sudo modprobe \(module) card=NUMBER"],
                            needsRoot: true, undo: ["sudo modprobe -r \(module)", "sudo modprobe \(module)"], isRunnable: false)
                    ] : []) + [
                    Fix("Look for a newer version of the driver, and tell its developers the ids and the lines of the kernel log"),
                    Fix("If none supports it, use another card, or a grabber on USB that needs no driver of its own (UVC)"),
                ])
    }
}
