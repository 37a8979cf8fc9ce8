// SPDX-License-Identifier: Apache-2.0

/// The texts of `SelectionError`. Each ends with the next step.
enum Advice {
    static let noNode =
        "the kernel lists no video device. Plug in a camera while candela list --watch runs, "
        + "or use sim: for the simulated camera."

    /// Lists the available cameras.
    static func listing(_ nodes: [VideoNode]) -> String {
        if nodes.isEmpty { return noNode }
        let cameras = CameraRanking.sorted(nodes)
        guard !cameras.isEmpty else {
            return "none of the \(nodes.count) video nodes can capture video. Run candela list for details."
        }
        let lead = cameras.count == 1 ? "the only camera is" : "the cameras are"
        return "\(lead) \(choices(cameras)). Run candela list for details."
    }

    /// At most eight nodes; those of the same name with their location.
    static func choices(_ nodes: [VideoNode]) -> String {
        let repeated = Dictionary(grouping: nodes, by: \.title).filter { $0.value.count > 1 }
        let words = nodes.prefix(8).map { node in
            let location = repeated[node.title] == nil ? nil : node.byPath.first ?? node.parent
            return "\(node.place) (\(node.title)\(location.map { ", \($0)" } ?? ""))"
        }
        let more = nodes.count > 8 ? ["\(nodes.count - 8) more"] : []
        return joined(words + more)
    }

    /// Why each node cannot be used.
    static func reasons(_ nodes: [VideoNode]) -> String {
        let words = nodes.prefix(8).map { node in
            let isLoopback = node.nodeClass == .loopback
            return "\(node.place) is \(isLoopback ? "a loopback device that no program feeds" : node.nodeClass.phrase)"
        }
        return joined(words + (nodes.count > 8 ? ["\(nodes.count - 8) more that cannot be used"] : []))
    }

    static func wrongClass(_ node: VideoNode, _ use: String, instead: VideoNode?) -> SelectionError {
        let next: String
        if node.nodeClass == .needsLibcamera {
            next =
                "Use libcamera: as the camera, if libcamera and its package libcamera-ipa are installed."
        } else if let instead {
            next =
                instead.cameraKey == node.cameraKey
                ? "Use \(instead.place), the capture node of the same camera."
                : "Use \(instead.place) (\(instead.title))."
        } else {
            next = "No other node can. Plug in a camera, or use sim: for the simulated camera."
        }
        return SelectionError(
            .wrongClass(node.nodeClass),
            "cannot capture from \(use): it is \(node.nodeClass.phrase); \(node.classification.reason). \(next)",
            candidates: instead.map { [$0] } ?? [])
    }

    static func noPictures(_ node: VideoNode, _ use: String) -> SelectionError {
        if node.nodeClass == .loopback {
            return SelectionError(
                .noProducer,
                "cannot capture from \(use): \(node.classification.reason). "
                    + "Start the program that feeds it, or choose another camera.")
        }
        return SelectionError(
            .failed, "cannot capture from \(use): \(node.classification.reason). Replug the camera.")
    }

    static func missingNode(_ node: VideoNode, _ use: String) -> SelectionError {
        SelectionError(
            .noDeviceNode,
            "cannot open \(use): the kernel knows \(node.sysname) (\(node.title)), but it has no device node here. "
                + "If this is a container, start it with --device /dev/\(node.sysname).",
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
                "cannot open \(use): \(failure)\(held(node.access)): a device filter, as in containers, blocks it "
                    + "regardless of the file mode. Start the container with --device \(node.place).",
                candidates: [node])
        case .missing: return missingNode(node, use)
        case .gone:
            return SelectionError(
                .gone, "cannot open \(use): \(failure). Replug the camera, then run candela list.",
                candidates: [node])
        case .busy, .notVideo, .other:
            return SelectionError(
                .failed,
                "cannot open \(use): \(failure). Run candela list --verbose to see its details and which programs use it.",
                candidates: [node])
        }
    }

    private static func held(_ access: NodeAccess?) -> String { access.map { " (\($0.description))" } ?? "" }

    /// How the user gets access to a node. Never suggests a mode: that would open it to everybody.
    private static func permission(_ access: NodeAccess?) -> String {
        guard let access else { return "Run candela list --verbose to see who has access." }
        if access.mayOpen {
            return "Its mode allows access, so a security module denies it; journalctl -k shows which one."
        }
        guard access.mode & 0o060 == 0o060, let group = access.group, access.groupID != 0 else {
            return
                "No group has access to it, so udev's rules have not run. "
                + "Run them: sudo udevadm trigger --subsystem-match=video4linux --action=add."
        }
        return "Add yourself to its group: sudo usermod -aG \(group) \"$USER\", then log in again."
    }

    private static func joined(_ words: [String]) -> String {
        guard words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    }
}
