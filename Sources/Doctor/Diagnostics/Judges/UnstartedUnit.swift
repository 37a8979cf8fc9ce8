// SPDX-License-Identifier: Apache-2.0

/// Tells of a service that somebody asks about, and that nobody has started.
enum UnstartedUnit {
    static func note(_ client: CameraClientRecord) -> Finding? {
        guard client.kind == .unit || client.kind == .userUnit, client.processID == nil, let state = client.unstarted else { return nil }
        let unit = Words.shell(client.name)
        let isEnabled = state == "enabled"
        return Finding(
            .accessServiceBroken, .note,
            "\(client.title) is not started: it \(isEnabled ? "is enabled" : "is disabled"), and has not been started since the start of the machine",
            evidence: [EvidenceLine("systemctl show \(client.name)", "ActiveState=inactive, UnitFileState=\(state), never started")],
            effect: "it does not use the camera, and shows nothing of it",
            fixes: [
                isEnabled
                    ? Fix(
                        "Start it; the journal may say why it was not started with the machine", commands: ["\(client.systemctl) start \(unit)"],
                        needsRoot: client.needsRoot, isRunnable: false)
                    : Fix(
                        "Start it now and at each start of the machine, unless another service starts its program itself (as motionEye does with motion)",
                        commands: ["\(client.systemctl) enable --now \(unit)"], needsRoot: client.needsRoot,
                        undo: ["\(client.systemctl) disable --now \(unit)"], isRunnable: false)
            ])
    }
}
