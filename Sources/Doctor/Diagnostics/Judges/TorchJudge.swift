// SPDX-License-Identifier: Apache-2.0

/// A light that would help, but may not be switched.
enum TorchJudge {
    static func judge(_ snapshot: Snapshot, _ light: CheckReport) -> Finding? {
        // Only where it would help: nobody misses a torch in daylight.
        guard light.findings.contains(where: { $0.id == .lightDark }), let torches = snapshot.torches.value,
            !torches.isEmpty, !torches.contains(where: \.isWritable)
        else { return nil }
        return Finding(
            .torchNotPermitted, .warn, "there is a torch, but this user may not switch it",
            evidence: torches.map { EvidenceLine("faccessat(\($0.path)/brightness)", "EACCES") },
            effect: "it stays dark though a light is at hand",
            fixes: [
                Fix(
                    "Give the group video the torch's brightness", commands: ["sudo candela udev install --torch"],
                    needsRoot: true, undo: ["sudo candela udev uninstall"])
            ])
    }
}

/// Settings saved for this camera that it has lost.
enum ProfileJudge {
    static func judge(_ snapshot: Snapshot) -> Finding? {
        // Where no difference is a default, somebody has made other settings since: nothing was lost.
        guard let profile = snapshot.profile.value, profile.differences.contains(where: \.isDefault) else { return nil }
        let changes = profile.differences
        let name = Words.shell(profile.name)
        let camera = snapshot.subject.isNamed ? " --camera " + Words.shell(snapshot.subject.name) : ""
        let apply = "candela profile apply \(name)\(camera)"
        return Finding(
            .profileLost, .warn, "the camera has lost the settings saved for it as \(profile.name)",
            evidence: changes.prefix(8).map { EvidenceLine($0.control, $0.current, threshold: "saved: \($0.saved)") },
            effect:
                "it works by its defaults, which need not suit this light: replugging and power saving reset a camera",
            fixes: [
                Fix("Apply them again", commands: [apply]),
                Fix(
                    "Have them applied at every plug-in",
                    commands: [
                        apply, "sudo candela profile save \(name) --system\(camera)",
                        "sudo candela udev install --apply-profile",
                    ],
                    needsRoot: true,
                    undo: ["sudo candela udev uninstall", "sudo candela profile delete \(name) --system"]),
            ])
    }
}
