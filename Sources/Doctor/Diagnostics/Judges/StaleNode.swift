// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Nodes that are left over from a device that the kernel has removed, mostly in containers: a container gets its nodes when
/// it starts.
enum StaleNode {
    /// When the kernel removes a device, it clears the mode of its node. A bind mount into a container can still show that
    /// node, which then opens nothing. Source: `handle_remove` in the kernel's drivers/base/devtmpfs.c.
    static func modeCleared(_ node: NodeRecord, _ container: String?, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .accessStaleNode, .fail,
            container != nil
                ? "\(node.place) is a leftover: the camera was replugged on the host after this container started, and the container still has the old node"
                : "\(node.place) is a leftover of a device that the kernel has removed",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine(
                    "mode of \(node.place)", "000", threshold: "660 on a live node",
                    source: "devtmpfs clears the mode of a node that it removes")
            ] + (container.map { [EvidenceLine("container", $0)] } ?? []),
            effect: "no picture can be captured", fixes: fixes(isInside: container != nil))
    }

    /// The camera came back as another node while a program had the old one open, as after sleep or a loose plug: until that
    /// program ends, the old name leads to nothing. `nil` if no other node is the same camera's.
    static func replaced(_ node: NodeRecord, _ snapshot: Snapshot, _ errno: String) -> Finding? {
        let nodes = snapshot.nodes.value ?? []
        guard
            let present = nodes.first(where: {
                $0.sysname != node.sysname && $0.nodeClass == "capture" && $0.yieldsPictures && !$0.isDead
                    && $0.title == node.title && $0.bus == node.bus
            })
        else { return nil }
        let port = present.cameraKey.split(separator: "/").last.map(String.init) ?? ""
        let hub = present.cameraKey.split(separator: "/").last { $0.hasPrefix("usb") }.map(String.init) ?? ""
        let log = snapshot.host.value.map(KernelLogFacts.init)
        // Two cameras of one kind have the same title: only one that was gone and came back is meant.
        guard !port.isEmpty, let lines = log?.lines,
            let gone = lines.lastIndex(where: { $0.contains("usb \(port):") && $0.contains("USB disconnect") }),
            !lines[(gone + 1)...].contains(where: { $0.contains("USB disconnect") })
        else { return nil }
        let holders = snapshot.holders.value?.holders ?? []
        let reset = hub.isEmpty ? nil : log?.lines.last { $0.contains("usb \(hub): root hub lost power") }
        return Finding(
            .accessStaleNode, .fail,
            "\(node.place) is a leftover: \(node.title) has disconnected, and came back as \(present.place)"
                + (reset == nil ? "" : "; its USB controller had lost its power while the machine slept"),
            confidence: .likely,
            evidence: [
                EvidenceLine("open(\(node.place))", errno), EvidenceLine("camera", "\(present.place) (\(present.title))"),
            ]
                + holders.prefix(3).map {
                    EvidenceLine("/proc/\($0.processID)/fd", "\(node.place), open in \($0.name) (user \($0.user))")
                } + (reset.map { [EvidenceLine("kernel log", $0)] } ?? []),
            effect: "whatever has the old node open gets no more pictures, and the name leads to nothing until that ends",
            fixes: ContentionJudge.stopping(holders) + [
                Fix(
                    holders.isEmpty
                        ? "End the program that had the camera, and start it again"
                        : "Close \(Words.list(holders.map(\.name))), and start it again")
            ] + ContentionJudge.ending(holders) + [
                Fix(
                    "Use the camera by a name that stays",
                    commands: ["candela scan \(Words.shell(present.byID.first ?? present.byPath.first ?? present.place))"])
            ])
    }

    /// A copy of the node, as `docker run --device` makes, keeps its mode; its number leads to no device, or to another one.
    static func numberGone(_ snapshot: Snapshot, _ failure: SelectionRecord.Failure) -> Finding {
        let name = snapshot.subject.name
        let container = Place(snapshot).container
        let nodes = (snapshot.nodes.value ?? []).filter { $0.nodeClass == "capture" }
        return Finding(
            .accessStaleNode, .fail,
            container != nil
                ? "\(name) is a leftover: the camera was replugged on the host after this container started, and has another number now"
                : "\(name) is a leftover: no camera of this machine has its number",
            evidence: [EvidenceLine(name, failure.message)]
                + nodes.prefix(3).map { EvidenceLine("/sys/class/video4linux/\($0.sysname)", $0.title) }
                + (container.map { [EvidenceLine("container", $0.evidence)] } ?? []),
            effect: "no picture can be captured", fixes: fixes(isInside: container != nil))
    }

    /// Somebody else's node of that name.
    static func ofClient(
        _ client: CameraClientRecord, _ node: NodeRecord, _ leftover: CameraClientRecord.Leftover
    ) -> Finding {
        let process = client.processID.map(String.init) ?? "PID"
        return Finding(
            .accessStaleNode, .fail,
            "\(client.title) has a \(node.place) of its own that is a leftover: the camera was replugged after it started",
            evidence: [
                EvidenceLine(
                    "/proc/\(process)/root\(node.place)",
                    leftover == .closed ? "no permission for anybody" : "another device than \(node.place)")
            ],
            effect: "\(client.title) cannot capture from the camera",
            fixes: client.kind == .container
                ? fixes(isInside: true, Words.shell(client.name))
                : [Fix("Restart it, or whatever gave it a /dev of its own: a container, a sandbox or a chroot")])
    }

    /// It has the number that the camera had before, and not the present one.
    static func goneOfClient(_ client: CameraClientRecord, _ node: NodeRecord, _ gone: String) -> Finding {
        let process = client.processID.map(String.init) ?? "PID"
        return Finding(
            .accessStaleNode, .fail,
            "\(client.title) has \(gone), which this machine no longer has: the camera was replugged after it started, and is \(node.place) now",
            confidence: .likely,
            evidence: [
                EvidenceLine("/proc/\(process)/root\(gone)", "exists"), EvidenceLine(gone, "does not exist on this machine"),
                EvidenceLine("camera", "\(node.place) (\(node.title))"),
            ],
            effect: "\(client.title) cannot capture from the camera",
            fixes: client.kind == .container
                ? [
                    Fix(
                        "Create the container again with the present node, best by a name that stays",
                        commands: ["docker run --device \(Words.shell(node.byID.first ?? node.place)):\(Words.shell(gone)) IMAGE"],
                        isRunnable: false)
                ] + fixes(isInside: true, Words.shell(client.name)).suffix(1)
                : [Fix("Restart it, or whatever gave it a /dev of its own: a container, a sandbox or a chroot")])
    }

    private static func fixes(isInside: Bool, _ name: String = "CONTAINER") -> [Fix] {
        guard isInside else { return [Fix("Replug the camera, so that the kernel creates its node again")] }
        return [
            Fix(
                "Restart the container, which gives it the new node",
                commands: ["docker restart \(name)", "podman restart \(name)"], isRunnable: false),
            Fix(
                "To let it follow replugs, give the container all of /dev and the class of video devices",
                commands: ["docker run --device-cgroup-rule 'c 81:* rmw' --volume /dev:/dev IMAGE"],
                isRunnable: false),
        ]
    }
}
