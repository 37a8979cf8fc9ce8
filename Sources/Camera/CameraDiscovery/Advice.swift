// SPDX-License-Identifier: Apache-2.0

/// The sentences of `SelectionError`: each ends with the next step.
enum Advice {
    static let noNode =
        "the kernel lists no video device. Plug a camera in while candela list --watch runs, "
        + "or use sim: for the simulated one."

    /// Which cameras there are.
    static func listing(_ nodes: [VideoNode]) -> String {
        if nodes.isEmpty { return noNode }
        let cameras = CameraRanking.sorted(nodes)
        guard !cameras.isEmpty else {
            return "none of the \(nodes.count) video nodes gives pictures. See candela list."
        }
        return "there is \(choices(cameras)). See candela list."
    }

    /// At most eight, each with what tells it apart from others of the same name.
    static func choices(_ nodes: [VideoNode]) -> String {
        let repeated = Dictionary(grouping: nodes, by: \.title).filter { $0.value.count > 1 }
        let words = nodes.prefix(8).map { node in
            let location = repeated[node.title] == nil ? nil : node.byPath.first ?? node.parent
            return "\(node.place) (\(node.title)\(location.map { ", \($0)" } ?? ""))"
        }
        let more = nodes.count > 8 ? ["\(nodes.count - 8) more"] : []
        return joined(words + more)
    }

    /// Why each node is no use.
    static func reasons(_ nodes: [VideoNode]) -> String {
        let words = nodes.prefix(8).map { node in
            let isLoopback = node.nodeClass == .loopback
            return "\(node.place) is \(isLoopback ? "a loopback device that no program feeds" : node.nodeClass.phrase)"
        }
        return joined(words + (nodes.count > 8 ? ["\(nodes.count - 8) more likewise"] : []))
    }

    static func wrongClass(_ node: VideoNode, _ use: String, instead: VideoNode?) -> SelectionError {
        let next: String
        if node.nodeClass == .needsLibcamera {
            next =
                "Start the program under libcamerify, or pipe frames in: rpicam-vid --codec yuv420 -o - …, "
                + "with - as the camera."
        } else if let instead {
            next =
                instead.cameraKey == node.cameraKey
                ? "Use \(instead.place), the same camera's." : "Use \(instead.place) (\(instead.title))."
        } else {
            next = "There is no other that does; plug a camera in, or use sim: for the simulated one."
        }
        return SelectionError(
            .wrongClass(node.nodeClass),
            "cannot take pictures from \(use): it is \(node.nodeClass.phrase): \(node.classification.reason). \(next)",
            candidates: instead.map { [$0] } ?? [])
    }

    static func noPictures(_ node: VideoNode, _ use: String) -> SelectionError {
        if node.nodeClass == .loopback {
            return SelectionError(
                .noProducer,
                "cannot take pictures from \(use): \(node.classification.reason). "
                    + "Start the program that feeds it, or choose another camera.")
        }
        return SelectionError(
            .failed, "cannot take pictures from \(use): \(node.classification.reason). Replug the camera.")
    }

    static func missingNode(_ node: VideoNode, _ use: String) -> SelectionError {
        SelectionError(
            .noDeviceNode,
            "cannot open \(use): the kernel knows \(node.sysname) (\(node.title)), but there is no device node for it here. "
                + "In a container, start it with --device /dev/\(node.sysname).",
            candidates: [node])
    }

    static func unopened(_ node: VideoNode, _ use: String, _ failure: NodeOpenFailure) -> SelectionError {
        switch failure.kind {
        case .accessDenied:
            return SelectionError(
                .accessDenied, "cannot open \(use): \(failure)\(held(node.access)). \(permission(node.access))",
                candidates: [node])
        case .notPermitted:
            return SelectionError(
                .notPermitted,
                "cannot open \(use): \(failure), whatever its mode\(held(node.access))"
                    + ": a device filter stands before it, as containers have. "
                    + "Start the container with --device \(node.place).",
                candidates: [node])
        case .missing: return missingNode(node, use)
        case .gone:
            return SelectionError(
                .gone, "cannot open \(use): \(failure). Plug the camera in again, then see candela list.",
                candidates: [node])
        case .busy, .notVideo, .other:
            return SelectionError(
                .failed,
                "cannot open \(use): \(failure). See candela list --verbose for what is known of it and who holds it.",
                candidates: [node])
        }
    }

    private static func held(_ access: NodeAccess?) -> String { access.map { " (\($0.description))" } ?? "" }

    /// What opens a node to a user. Never a mode: that would open it to everybody.
    private static func permission(_ access: NodeAccess?) -> String {
        guard let access else { return "See candela list --verbose for who may." }
        if access.mayOpen { return "Its mode allows it, so a security module forbids it: journalctl -k says which." }
        guard access.mode & 0o060 == 0o060, let group = access.group, access.groupID != 0 else {
            return
                "No group may use it, so udev's rules have not run: sudo udevadm trigger --subsystem-match=video4linux --action=add."
        }
        return "Join its group: sudo usermod -aG \(group) \"$USER\", then log in again."
    }

    private static func joined(_ words: [String]) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}
