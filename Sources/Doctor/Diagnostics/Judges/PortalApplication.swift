// SPDX-License-Identifier: Apache-2.0

/// A Flatpak that takes cameras from the desktop's portal only: devices in its sandbox give it none, and what keeps the portal from
/// answering keeps the camera from it.
enum PortalApplication {
    /// Applications that never open a node. Source: they are built on aperture or ashpd, which ask org.freedesktop.portal.Camera.
    private static let known: Set = [
        "org.gnome.Snapshot", "org.gnome.Fractal", "org.gnome.FractalNext", "com.belmoussaoui.Decoder", "com.belmoussaoui.Authenticator",
        "com.belmoussaoui.ashpd.demo",
    ]

    /// Whether it is known to use nothing but the portal.
    static func isOne(_ client: CameraClientRecord) -> Bool {
        guard client.kind == .flatpak else { return false }
        // GNOME calls its builds of every night so.
        let name = client.name.hasSuffix(".Devel") ? client.name.dropLast(".Devel".utf8.count) : client.name[...]
        return known.contains(String(name))
    }

    /// Why the portal gives no camera to the application that is asked about; `nil` if nothing is known to be wrong with it, and for one
    /// that may open nodes itself.
    static func trouble(_ snapshot: Snapshot) -> Finding? {
        guard let client = snapshot.client, client.kind == .flatpak, client.isFiltered == true, let desktop = snapshot.desktop?.value,
            snapshot.chosen?.yieldsPictures == true
        else { return nil }
        let stored = desktop.permissions.first { $0.application == client.name }?.answer
        // What the portal has let through has asked it; another answer is a cause of its own.
        guard stored == "yes" || stored == nil && isOne(client),
            var finding = noPortal(desktop, Place(snapshot)) ?? DesktopJudge.brokenPortal(desktop, snapshot)
        else { return nil }
        finding.severity = .fail
        finding.effect = "\(client.title), which takes cameras from the portal, gets none; no permission for devices in its sandbox changes that"
        // They are for programs that can open nodes.
        finding.fixes.removeAll { $0 == DesktopJudge.withoutPortal }
        finding.evidence.append(EvidenceLine("flatpak info --show-permissions \(Words.shell(client.name))", client.filter ?? "no devices"))
        return finding
    }

    private static func noPortal(_ desktop: DesktopRecord, _ place: Place) -> Finding? {
        guard desktop.services.contains(where: { $0.name == "xdg-desktop-portal" && $0.isMissing == true }) else { return nil }
        return Finding(
            .desktopNoDialogue, .note, "this desktop has no portal (xdg-desktop-portal), which applications in a sandbox ask for the camera",
            confidence: .likely, evidence: [EvidenceLine("systemctl --user show xdg-desktop-portal", "LoadState=not-found")],
            effect: "applications in a sandbox get no camera", fixes: [PipeWireServices(place).installPortal, Fix("Then log out and in again")])
    }

    /// For one that is known to use the portal, where that has a camera and no answer is stored.
    static func unanswered(_ client: CameraClientRecord, _ desktop: DesktopRecord?) -> Finding? {
        guard isOne(client), desktop?.isCameraPresent == true else { return nil }
        let unasked = PortalPermission.unasked(client)
        return Finding(
            .accessPortal, .warn,
            "\(client.title) takes cameras from the desktop's portal, which has a camera, and no answer to the question for it is stored: the application has not asked yet, or the question was not shown",
            confidence: .likely,
            evidence: [EvidenceLine("permission store, table devices, key camera: \(client.name)", "no answer")]
                + [unasked?.evidence].compactMap(\.self),
            effect: "\(client.title) gets the camera when the question is answered with yes",
            fixes: unasked?.fixes ?? [PortalPermission.hint(client)])
    }
}
