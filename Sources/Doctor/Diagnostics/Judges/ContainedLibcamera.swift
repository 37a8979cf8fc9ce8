// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges whether a container that is asked about was given what libcamera opens: without that it finds no camera, however well it works on
/// the machine itself.
enum ContainedLibcamera {
    static func find(_ client: CameraClientRecord, _ snapshot: Snapshot, _ evidence: [EvidenceLine]) -> Finding? {
        // One with another Python does not come as far as that.
        guard client.kind == .container, client.stopped == nil, client.otherPython == nil, let setup = client.setup else { return nil }
        let lacksUdev = setup.lacksUdev == true
        // One that may use every device has those that were there when it started.
        let all = setup.isPrivileged == true ? [] : setup.lackedNodes ?? []
        let nodes = takesMemory(client, snapshot) ? all : all.filter { !$0.hasPrefix("/dev/dma_heap") }
        // Without udev only those programs fail that use libcamera, which one of them must have said.
        guard !nodes.isEmpty || lacksUdev && usesLibcamera(client) else { return nil }
        let database = lacksUdev ? ["/run/udev"] : []
        let process = client.processID.map(String.init) ?? "PID"
        var lines = evidence
        lines += (all + database).map { EvidenceLine("/proc/\(process)/root\($0)", "does not exist") }
        if setup.isPrivileged == false { lines.append(EvidenceLine("\(client.containerEngine) inspect \(client.name), Privileged", "false")) }
        lines += (client.complaints ?? []).suffix(2).map { EvidenceLine(client.ownLog, $0) }
        return Finding(
            nodes.isEmpty ? .accessNoUdev : .accessNodeMissing, .fail,
            "only libcamera can use this camera, and \(client.title) was not given what libcamera opens: it has no \(Words.list(nodes + database))",
            confidence: .likely,
            evidence: lines,
            effect: "libcamera in \(client.title) finds no camera; on the machine itself the camera is not at fault",
            fixes: nodes.isEmpty ? [givingUdev(client)] : [KnownProgram.withLibcamera(client)].compactMap(\.self) + givingAll(client))
    }

    private static func usesLibcamera(_ client: CameraClientRecord) -> Bool {
        (client.complaints ?? []).contains { line in
            let small = line.lowercased()
            return ["libcamera", "device_enumerator", "no cameras available"].contains { small.contains($0) }
        }
    }

    /// Drivers for which libcamera takes memory from a heap: those of a Raspberry Pi, and those whose pictures it makes in software. Others,
    /// such as ipu3 and rkisp1, take it from their own nodes.
    private static let withHeap = ["bcm2835", "unicam", "rp1-cfe", "pispbe", "ipu6", "qcom-camss", "sun6i-csi", "imx7-csi", "j721e-csi2rx"]

    private static func takesMemory(_ client: CameraClientRecord, _ snapshot: Snapshot) -> Bool {
        let processors = (snapshot.host.value?.machine?.hardware ?? []).filter { $0.kind == .imageProcessor }
        let drivers = (snapshot.nodes.value ?? []).compactMap(\.driver) + processors.compactMap(\.driver)
        return drivers.contains { driver in withHeap.contains { driver.contains($0) } } || LibcameraJudge.lacksMemory(client.complaints ?? [])
    }

    private static let udev = "--volume /run/udev:/run/udev:ro"

    private static func givingUdev(_ client: CameraClientRecord) -> Fix {
        Fix(
            "Create the container again with the machine's udev database, by which libcamera finds devices",
            commands: [
                "\(client.containerEngine) run \(udev) IMAGE   # and the options that it has now",
                "# docker-compose.yml: volumes: [\"/run/udev:/run/udev:ro\"]",
            ], isRunnable: false)
    }

    private static func givingAll(_ client: CameraClientRecord) -> [Fix] {
        let engine = client.containerEngine
        let isMapped = engine == "podman" && client.mapsUsers != false
        let groups = client.user?.id == 0 && !isMapped ? "" : " --group-add \(isMapped ? "keep-groups" : "$(stat -c %g /dev/video0)")"
        return [
            Fix(
                "Create the container again with all devices and the machine's udev database: libcamera takes several kinds of nodes, whose numbers change",
                commands: [
                    "\(engine) run --privileged \(udev) IMAGE   # and the options that it has now",
                    "# docker-compose.yml: privileged: true  volumes: [\"/run/udev:/run/udev:ro\"]",
                ], isRunnable: false),
            Fix(
                "Or with these devices only, as they are numbered now",
                commands: [
                    "\(engine) run $(ls -d /dev/media* /dev/v4l-subdev* /dev/video* /dev/dma_heap/* 2>/dev/null | sed 's/^/--device=/') \(udev)\(groups) IMAGE   # and the options that it has now"
                ], isRunnable: false),
        ]
    }
}
