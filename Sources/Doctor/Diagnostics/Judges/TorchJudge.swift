// SPDX-License-Identifier: Apache-2.0

/// Judges whether a torch would help that this user has no permission to switch.
enum TorchJudge {
    static func judge(_ snapshot: Snapshot, _ light: CheckReport) -> Finding? {
        // Only in the dark: in daylight no torch is needed.
        guard light.findings.contains(where: { $0.id == .lightDark }), let torches = snapshot.torches.value,
            !torches.isEmpty, !torches.contains(where: \.isWritable)
        else { return nil }
        return Finding(
            .torchNotPermitted, .warn, "there is a torch, but this user has no permission to switch it",
            evidence: torches.map { EvidenceLine("faccessat(\($0.path)/brightness)", "EACCES") },
            effect: "the picture stays dark although a light is available",
            fixes: [
                Fix(
                    "Give the group video access to the torch", commands: ["sudo candela udev install --torch"],
                    needsRoot: true, undo: ["sudo candela udev uninstall"])
            ])
    }
}

/// Judges whether the camera has lost the settings saved for it.
enum ProfileJudge {
    static func judge(_ snapshot: Snapshot) -> Finding? {
        // If no difference is a default, somebody has changed the settings since: nothing was lost.
        guard let profile = snapshot.profile.value, profile.differences.contains(where: \.isDefault) else { return nil }
        let changes = profile.differences
        let name = Words.shell(profile.name)
        let camera = snapshot.subject.isNamed ? " --camera " + Words.shell(snapshot.subject.name) : ""
        let apply = "candela profile apply \(name)\(camera)"
        return Finding(
            .profileLost, .warn, "the camera has lost the settings saved for it in profile \(profile.name)",
            evidence: changes.prefix(8).map { EvidenceLine($0.control, $0.current, threshold: "saved: \($0.saved)") },
            effect:
                "it uses its defaults, which may not suit this light: replugging and power saving reset a camera",
            fixes: [
                Fix("Apply them again", commands: [apply]),
                Fix(
                    "Apply them at every plug",
                    commands: [
                        apply, "sudo candela profile save \(name) --system\(camera)",
                        "sudo candela udev install --apply-profile",
                    ],
                    needsRoot: true,
                    undo: ["sudo candela udev uninstall", "sudo candela profile delete \(name) --system"]),
            ])
    }
}
