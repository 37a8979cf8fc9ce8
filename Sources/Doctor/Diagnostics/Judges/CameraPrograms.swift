// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Notes on programs of this machine that cannot use any camera, whatever the camera is like.
enum CameraPrograms {
    static func notes(_ snapshot: Snapshot) -> [Finding] {
        // A camera on the network is none of them.
        guard [.camera, .libcamera].contains(snapshot.subject.kind) else { return [] }
        let host = snapshot.host.value
        return [host?.unconfiguredProgram.map { unconfigured($0, snapshot) }, host?.faceLogin.flatMap { faceLogin($0, snapshot) }].compactMap(\.self)
    }

    /// Howdy, whose settings name no camera, while there is one. It works best with the camera for infrared light.
    private static func faceLogin(_ settings: FaceLoginSettings, _ snapshot: Snapshot) -> Finding? {
        let cameras = (snapshot.nodes.value ?? []).filter { $0.yieldsPictures && $0.path != nil && ["capture", "infrared"].contains($0.nodeClass) }
        guard let camera = cameras.first(where: { $0.nodeClass == "infrared" }) ?? cameras.first else { return nil }
        let place = camera.byPath.first ?? camera.byID.first ?? camera.place
        let value =
            settings.device.hasPrefix("/")
            ? "\(settings.device), which does not exist"
            : settings.device == "none" ? "none, as it was installed" : "\"\(settings.device)\", which is no path of a device"
        return Finding(
            .desktopUnconfigured, .note,
            "Howdy, which logs people in by their faces, has no camera in its settings: device_path is \(value); the camera of this machine is \(camera.place) (\(camera.title))",
            evidence: [EvidenceLine(settings.file, "device_path = \(settings.device)"), EvidenceLine(camera.place, camera.classReason)],
            effect: "Howdy says that the camera path is not configured correctly, and asks for the password; the camera is not at fault",
            fixes: [
                Fix(
                    "Set device_path to the camera, by a name that stays with it (the file is \(settings.file))",
                    commands: ["sudo howdy config   # device_path = \(place)", "sudo howdy test"], needsRoot: true, isRunnable: false)
            ])
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
