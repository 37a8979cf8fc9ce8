// SPDX-License-Identifier: Apache-2.0

/// Words a finding about a Flatpak that runs, and of which nobody said that it is to use the camera: it has network and sound, as programs
/// for calls do, and as many others.
enum GuessedApplication {
    static func softened(_ finding: Finding, _ client: CameraClientRecord) -> Finding {
        guard client.kind == .flatpak, finding.id == .accessSandbox else { return finding }
        var finding = finding
        finding.effect = "if it is to use the camera, it cannot"
        finding.fixes =
            [
                Fix(
                    "If it is to use the camera: allow it to use devices, in Flatseal or with flatpak override --user --device=all and its name; it may also take the camera from the desktop's portal, which needs no devices. A player or a game needs none of this"
                )
            ] + finding.fixes.filter { fix in !fix.commands.contains { $0.hasPrefix("flatpak override") } }
        return finding
    }
}
