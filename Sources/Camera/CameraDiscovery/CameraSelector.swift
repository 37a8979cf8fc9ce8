// SPDX-License-Identifier: Apache-2.0

internal import Udev

/// Finds the node that a query means.
///
/// No query means the best usable camera. A query with a `/` is the path of a node or of a link to one. Any other is a
/// kernel name (`video0`), a serial number or identity, or part of a name, in this order.
package struct CameraSelector: Sendable {
    package var nodes: [VideoNode]
    package var files: any DeviceFiles

    package init(nodes: [VideoNode], files: any DeviceFiles = SystemDeviceFiles()) {
        self.nodes = nodes
        self.files = files
    }

    package func select(_ query: String?) throws(SelectionError) -> CameraChoice {
        guard let query, !query.isEmpty else { return try best() }
        if query.contains("/") { return try node(at: query) }
        if let node = nodes.first(where: { $0.sysname == query }) { return try checked(node, query) }
        let bySerial = nodes.filter { $0.serial == query || $0.identity == query }
        if !bySerial.isEmpty { return try one(of: bySerial, query, "has the serial or identity \"\(query)\"") }
        let exact = nodes.filter { node in names(node).contains { $0.lowercased() == query.lowercased() } }
        if !exact.isEmpty { return try one(of: exact, query, "is named \"\(query)\"") }
        let partly = nodes.filter { node in names(node).contains { $0.lowercased().contains(query.lowercased()) } }
        if !partly.isEmpty { return try one(of: partly, query, "has \"\(query)\" in its name") }
        throw SelectionError(
            .noMatch, "cannot find a camera named \"\(query)\": \(Advice.listing(nodes))",
            candidates: CameraRanking.sorted(nodes))
    }

    private func names(_ node: VideoNode) -> [String] {
        let product = [node.vendor, node.product].compactMap { $0 }.joined(separator: " ")
        return [node.name, node.product, node.capabilities?.card, product, node.identity].compactMap { $0 }
    }

    private func best() throws(SelectionError) -> CameraChoice {
        guard !nodes.isEmpty else { throw SelectionError(.noCamera, "cannot find a camera: \(Advice.noNode)") }
        let ranked = CameraRanking.sorted(nodes)
        guard let best = ranked.first else {
            throw SelectionError(
                .noUsableCamera,
                "cannot find a usable camera: \(Advice.reasons(nodes)). "
                    + "Plug in a camera, or use sim: for the simulated camera.",
                candidates: [])
        }
        // No better node is left, so its failure is the answer.
        guard best.isUsable else { throw (refusal(best, best.place) ?? unopenable(best)).about(best) }
        let why =
            ranked.count == 1
            ? "the only camera that can capture video" : CameraRanking.reason(best, over: ranked[1])
        return CameraChoice(node: best, sentence: "using \(best.place) (\(best.title)): \(why)")
    }

    private func node(at path: String) throws(SelectionError) -> CameraChoice {
        switch files.kind(ofFileAt: path) {
        case .characterDevice(let number):
            guard let node = nodes.first(where: { $0.deviceNumber == number }) else {
                throw number.isVideo
                    ? stale(path, number)
                    : notVideo(path, "it is another kind of device (\(number))", .otherDevice)
            }
            return try checked(node, path)
        case .folder: throw notVideo(path, "it is a directory")
        case .regularFile: throw notVideo(path, "it is a regular file")
        case .other: throw notVideo(path, "it is not a character device")
        case .unreachable(let errno):
            let failure = NodeOpenFailure(openErrno: errno)
            throw SelectionError(
                failure.kind == .accessDenied ? .accessDenied : .failed,
                "cannot reach \(path): \(failure). Check its parent directories.")
        case .missing:
            if let node = nodes.first(where: { "/dev/" + $0.sysname == path }) {
                throw Advice.missingNode(node, path).about(node)
            }
            throw SelectionError(
                .noSuchDevice,
                "cannot open \(path): there is no such device; \(Advice.listing(nodes))",
                candidates: CameraRanking.sorted(nodes))
        }
    }

    private func stale(_ path: String, _ number: DeviceNumber) -> SelectionError {
        SelectionError(
            .staleNode,
            "cannot open \(path): no camera has its number (\(number)) now, as in a container after a replug; \(Advice.listing(nodes))",
            candidates: CameraRanking.sorted(nodes))
    }

    private func notVideo(
        _ path: String, _ what: String, _ kind: SelectionError.Kind = .notVideoNode
    ) -> SelectionError {
        SelectionError(
            kind,
            "cannot use \(path) as a camera: \(what), not a video node; \(Advice.listing(nodes))",
            candidates: CameraRanking.sorted(nodes))
    }

    /// The camera of the matching nodes, if they all belong to one.
    private func one(of matches: [VideoNode], _ query: String, _ what: String) throws(SelectionError) -> CameraChoice {
        let cameras = Camera.group(matches)
        let withPictures = cameras.filter { $0.primary != nil }
        guard withPictures.count <= 1 else {
            let candidates = withPictures.compactMap(\.primary)
            throw SelectionError(
                .ambiguous,
                "cannot choose a camera for \"\(query)\": \(candidates.count) cameras match. "
                    + "Use one of \(Advice.choices(candidates)).",
                candidates: candidates)
        }
        guard let primary = withPictures.first?.primary else {
            // Named, but it cannot capture: it may be another node of a camera that can.
            return try checked(matches[0], matches[0].place)
        }
        return try checked(primary, primary.place, because: "it \(what)")
    }

    /// The node that the user named, if it can capture.
    private func checked(
        _ node: VideoNode, _ asked: String, because reason: String? = nil
    ) throws(SelectionError) -> CameraChoice {
        if let refusal = refusal(node, asked) { throw refusal.about(node) }
        let why = reason ?? (asked == node.place ? "as requested" : "\(asked) refers to it")
        let sentence = "using \(node.place) (\(node.title)): \(why)"
        return CameraChoice(node: node, sentence: sentence)
    }

    /// Why a node cannot capture; `nil` if it can, as far as known.
    private func refusal(_ node: VideoNode, _ asked: String) -> SelectionError? {
        let use = asked == node.place ? asked : "\(asked) (\(node.place))"
        switch node.nodeClass {
        case .capture, .infrared, .loopback: break
        default: return Advice.wrongClass(node, use, instead: instead(of: node))
        }
        if node.path == nil { return Advice.missingNode(node, use) }
        if let failure = node.openFailure, failure.kind != .busy { return Advice.unopened(node, use, failure) }
        if case .notAsked = node.judgement, let access = node.access, !access.mayOpen {
            return Advice.unopened(node, use, NodeOpenFailure(.accessDenied, errno: 0, "permission denied"))
        }
        if !node.classification.yieldsPictures { return Advice.noPictures(node, use) }
        return nil
    }

    private func unopenable(_ node: VideoNode) -> SelectionError {
        SelectionError(.failed, "cannot use \(node.place): \(node.classification.reason)")
    }

    /// The node to use instead of one that cannot capture: of the same camera, else of any.
    private func instead(of node: VideoNode) -> VideoNode? {
        CameraRanking.sorted(nodes.filter { $0.cameraKey == node.cameraKey }).first
            ?? CameraRanking.sorted(nodes).first
    }
}

extension SelectionError {
    /// A copy of the error with the node that it is about.
    fileprivate func about(_ node: VideoNode) -> SelectionError {
        var error = self
        error.subject = node
        return error
    }
}
