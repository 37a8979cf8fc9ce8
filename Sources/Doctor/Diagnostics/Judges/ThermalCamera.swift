// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What is peculiar to a camera that shows heat: its picture stands still while it calibrates itself, and its colours are not those of
/// things.
enum ThermalCamera {
    /// By the names of such cameras and of their sensors. Source: usb.ids; GroupGets' PureThermal boards, FLIR's Lepton and Boson.
    static func isOne(_ subject: StreamSubject) -> Bool {
        let words = subject.title.lowercased().split { !$0.isLetter }
        return words.contains { ["thermal", "purethermal", "lepton", "boson", "infiray", "infrarot"].contains($0) || $0.hasPrefix("pureth") }
    }

    /// Whether it is a board with a socket for a Lepton, which can sit loosely in it. Its pictures have 160x120 or 80x60 pixels.
    private static func hasSocket(_ subject: StreamSubject) -> Bool {
        let title = subject.title.lowercased()
        return title.contains("pureth") || title.contains("lepton")
    }

    /// One that starts and sends no picture: the board answers for itself, and the sensor on it does not.
    static func silent(_ subject: StreamSubject, _ evidence: [EvidenceLine]) -> Finding? {
        guard hasSocket(subject) else { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives: it is a thermal camera whose sensor (Lepton) sits in a socket on its board, and the board answers without it, too",
            confidence: .likely, evidence: evidence + [EvidenceLine("device", subject.title)], effect: "the scan waits for frames that do not arrive",
            fixes: [
                Fix("Unplug the board, take the Lepton module out of its socket, and press it in again until it clicks on all sides"),
                Fix("Then plug it in again and wait for ten seconds: the module starts slowly, and needs a cut of its power after a fault"),
                Fix("To scan codes, use a camera for visible light", commands: ["candela list"], isRunnable: false),
            ])
    }

    /// The shutter of such a camera closes for about a second, every three minutes and after changes of its temperature. Source: FLIR
    /// Lepton Engineering Datasheet, "FFC".
    /// - Parameter isLong: whether it stood still for longer than that takes.
    static func frozen(_ subject: StreamSubject, _ run: EvidenceLine, isLong: Bool) -> Finding {
        Finding(
            .streamFrozen, isLong ? .fail : .warn,
            "\(subject.name) sent the same frame again and again: it is a thermal camera, and those close a shutter now and then to calibrate themselves (flat-field correction, FFC), while the picture stands still for about a second",
            confidence: .likely, evidence: [run, EvidenceLine("device", subject.title)],
            effect: "it shows heat, so printed codes mostly do not appear in its picture at all",
            fixes: [
                Fix("Wait whether the picture goes on. If it never does, unplug the camera and plug it in again"),
                Fix("Where it must not happen, its maker's program can set when it calibrates itself (manual FFC)"),
                Fix("To scan codes, use a camera for visible light", commands: ["candela list"], isRunnable: false),
            ])
    }
}
