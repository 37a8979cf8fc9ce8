// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Judges what the camera portal does with an application in a Flatpak that asks it: such an application needs no device in its sandbox.
enum PortalPermission {
    /// - Parameter stored: the answer that the permission store keeps for it.
    static func judge(_ client: CameraClientRecord, _ stored: DesktopRecord.Permission) -> CheckReport {
        let evidence = EvidenceLine("permission store, table devices, key camera: \(client.name)", stored.answer)
        // It may take cameras without the portal.
        if client.isFiltered == false {
            return CheckReport(.access, .pass, "the sandbox of \(client.title) lets it open cameras itself", evidence: [evidence])
                .adding(notes: [past(client, stored, evidence)].compactMap(\.self))
        }
        switch stored.answer {
        case "no": return report(refused(client, evidence))
        case "ask": return report(asking(client, evidence))
        default:
            return CheckReport(.access, .pass, "\(client.title) asks the camera portal, which lets it", evidence: [evidence])
        }
    }

    /// For an application whose sandbox has all devices: the stored answer counts only if it asks the portal.
    private static func past(
        _ client: CameraClientRecord, _ stored: DesktopRecord.Permission, _ evidence: EvidenceLine
    ) -> Finding? {
        guard stored.answer == "no" || stored.answer == "ask" else { return nil }
        return Finding(
            .accessPortal, .note,
            "the permission store holds \"\(stored.answer)\" for \(client.title): if it asks the camera portal, it is refused; it may open the camera's node itself, which its sandbox allows",
            confidence: .possible, evidence: [evidence, EvidenceLine(client.title, client.filter ?? "devices=all")],
            effect: "only what asks the portal is refused", fixes: [forget(client), allow(client, undo: stored.answer)])
    }

    private static func report(_ finding: Finding) -> CheckReport { CheckReport(.access, findings: [finding], passed: "") }

    private static func refused(_ client: CameraClientRecord, _ evidence: EvidenceLine) -> Finding {
        Finding(
            .accessPortal, .fail,
            "the desktop's settings do not allow the camera to \(client.title): it once got the answer \"no\" to the camera question, or the camera was switched off for it, and the portal does not ask again",
            evidence: [evidence], effect: "\(client.title) cannot capture from the camera",
            fixes: [forget(client), allow(client, undo: "no")])
    }

    /// OpenPipeWireRemote, which hands out the camera, takes no other answer than the stored "yes". Source: xdg-desktop-portal's
    /// src/camera.c, and its issue 1340.
    private static func asking(_ client: CameraClientRecord, _ evidence: EvidenceLine) -> Finding {
        Finding(
            .accessPortal, .fail,
            "the permission store holds \"ask\" for \(client.title): the camera portal then asks each time, does not keep the answer, and hands the camera out only where \"yes\" is stored, so that it refuses after the user has allowed it as well",
            confidence: .likely, evidence: [evidence], effect: "\(client.title) cannot capture from the camera",
            fixes: [allow(client, undo: "ask"), forget(client)])
    }

    /// What the portal writes if it cannot show a question: gnome-shell shows it only over the window that is in front, and refuses one that
    /// belongs to none. It says neither who asked nor for what, so it is no cause by itself.
    static let unaskedWords = "Only the focused app is allowed to show a system access dialog"

    /// For an application that has no devices, where the portal has refused a question since the start.
    static func unasked(_ client: CameraClientRecord) -> (evidence: EvidenceLine, fixes: [Fix])? {
        guard client.isUnasked == true else { return nil }
        return (
            EvidenceLine("journalctl --user -u xdg-desktop-portal, of some program's question", unaskedWords),
            [
                Fix(
                    "If it asks the camera portal: the desktop could not show some program's question (for the camera, a screenshot or the location) because no window of that was in front, and refused. Click into the application's window, and start its camera there"
                ),
                allow(client, undo: nil),
            ]
        )
    }

    /// For an application that may ask the portal, and of which the permission store knows nothing.
    static func hint(_ client: CameraClientRecord) -> Fix {
        Fix(
            "If it takes the camera from the desktop's portal, as camera apps of GNOME do, it needs no device: allow the camera when it asks, or before that",
            commands: [set(client, "yes")], undo: ["flatpak permission-remove devices camera \(Words.shell(client.name))"], isRunnable: false)
    }

    private static func allow(_ client: CameraClientRecord, undo: String?) -> Fix {
        let name = Words.shell(client.name)
        return Fix(
            "Allow the camera to it (in GNOME also: Settings, Apps)", commands: [set(client, "yes")],
            undo: [undo.map { set(client, $0) } ?? "flatpak permission-remove devices camera \(name)"])
    }

    private static func forget(_ client: CameraClientRecord) -> Fix {
        Fix(
            "Delete the answer, so that the desktop asks again",
            commands: ["flatpak permission-remove devices camera \(Words.shell(client.name))"])
    }

    private static func set(_ client: CameraClientRecord, _ answer: String) -> String {
        "flatpak permission-set devices camera \(Words.shell(client.name)) \(answer)"
    }
}
