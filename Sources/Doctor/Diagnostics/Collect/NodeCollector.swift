// SPDX-License-Identifier: Apache-2.0

package import CameraDiscovery
import Frames
import Udev

/// Finds the video nodes, and opens only those of the requested camera.
package struct NodeCollector {
    private let finder: CameraFinder
    private let probe: any NodeProbe

    /// `finder` must not have a probe.
    package init(finder: CameraFinder, probe: any NodeProbe) {
        self.finder = finder
        self.probe = probe
    }

    /// The nodes, and the selected one; `query` is `nil` for the best camera, which is found by opening all nodes for a
    /// moment.
    package func collect(
        _ query: String?
    ) -> (nodes: Observation<[NodeRecord]>, selection: Observation<SelectionRecord>, chosen: VideoNode?) {
        do {
            guard let query else { return automatic(try finder.probing(probe).nodes()) }
            let seen = try finder.nodes()
            let (first, selection) = select(seen, query)
            guard let first else { return (.seen(seen.map(NodeRecord.init)), .seen(selection), nil) }
            // Again, now opening the nodes of that camera, so that they are classed by their own answers.
            let paths = seen.filter { $0.cameraKey == first.cameraKey }.compactMap(\.path)
            let asked = try finder.probing(SelectiveProbe(paths: Set(paths), inner: probe)).nodes()
            let merged = seen.map { node in
                guard let path = node.path, paths.contains(path) else { return node }
                return asked.first { $0.syspath == node.syspath } ?? node
            }
            let (node, again) = select(merged, query)
            return (.seen(merged.map(NodeRecord.init)), .seen(again), node ?? first)
        } catch {
            return (.unknown("\(error)"), .notReached, nil)
        }
    }

    private func automatic(
        _ nodes: [VideoNode]
    ) -> (Observation<[NodeRecord]>, Observation<SelectionRecord>, VideoNode?) {
        let (node, selection) = select(nodes, nil)
        return (.seen(nodes.map(NodeRecord.init)), .seen(selection), node)
    }

    private func select(_ nodes: [VideoNode], _ query: String?) -> (VideoNode?, SelectionRecord) {
        do throws(SelectionError) {
            let choice = try CameraSelector(nodes: nodes, files: finder.files).select(query)
            return (
                choice.node,
                SelectionRecord(sysname: choice.node.sysname, sentence: query == nil ? choice.sentence : nil)
            )
        } catch {
            if let subject = error.subject { return (subject, SelectionRecord(sysname: subject.sysname)) }
            let kind: SelectionRecord.Failure.Kind
            switch error.kind {
            case .noCamera, .noUsableCamera: return (nil, SelectionRecord())
            case .noSuchDevice: kind = .noSuchPath
            case .ambiguous: kind = .ambiguous
            case .notVideoNode: kind = .noDevice
            case .otherDevice: kind = .notVideo
            case .staleNode: kind = .staleNode
            case .accessDenied, .failed: kind = .unreachable
            default: kind = .noMatch
            }
            return (nil, SelectionRecord(failure: .init(kind, error.description)))
        }
    }
}

/// Opens only some nodes; the others count as not opened.
private struct SelectiveProbe: NodeProbe {
    let paths: Set<String>
    let inner: any NodeProbe

    func probe(_ path: String) -> Result<NodeCapabilities, NodeOpenFailure> {
        paths.contains(path) ? inner.probe(path) : .failure(NodeOpenFailure(.other, errno: 0, "not opened"))
    }
}

extension CameraFinder {
    fileprivate func probing(_ probe: any NodeProbe) -> CameraFinder {
        CameraFinder(database: database, probe: probe, files: files)
    }
}
