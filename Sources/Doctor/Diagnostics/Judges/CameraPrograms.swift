// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Notes on programs of this machine that cannot use any camera, whatever the camera is like.
enum CameraPrograms {
    static func notes(_ snapshot: Snapshot) -> [Finding] {
        // A camera on the network is none of them.
        guard [.camera, .libcamera].contains(snapshot.subject.kind) else { return [] }
        return snapshot.host.value?.unconfiguredProgram.map { [unconfigured($0, snapshot)] } ?? []
    }

    private static func unconfigured(_ program: UnconfiguredProgram, _ snapshot: Snapshot) -> Finding {
        let isListed = snapshot.libcamera?.value?.cameras.isEmpty == false
        return Finding(
            .desktopUnconfigured, .note,
            "the camera program \(program.name) has no configuration file for this device (\(program.device)), without which it ends as soon as it is started",
            evidence: [EvidenceLine(program.folder, "no \(program.device).ini or \(program.device).conf, and others' are there")],
            effect: "that program shows no picture; the cameras are not at fault",
            fixes: [
                Fix(
                    "Take a newer \(program.name), or the package of it that the makers of this device's system offer: it must bring \(program.device).ini (from version 2 on \(program.device).conf)"
                ),
                Fix("Or put such a file of the same version, from somebody who has this device, into /etc/megapixels/config"),
                isListed ? Fix("Or use a camera program that asks libcamera, which lists the cameras: GNOME's Snapshot, or a browser through PipeWire") : nil,
            ].compactMap(\.self))
    }
}
