// SPDX-License-Identifier: Apache-2.0

import Udev

/// A node before classification, which needs its siblings.
struct NodeDraft {
    var node: VideoNode
    var evidence: NodeEvidence

    /// Opens the node, if its name does not already tell its class.
    mutating func ask(probe: (any NodeProbe)?, known: Result<NodeCapabilities, NodeOpenFailure>?) {
        if NodeClassifier.classifyByName(node.sysname) != nil {
            node.judgement = .byName
            return
        }
        let result: Result<NodeCapabilities, NodeOpenFailure>
        if let known {
            result = known
        } else if let probe {
            result =
                node.path.map(probe.probe) ?? .failure(NodeOpenFailure(.missing, errno: 0, "it has no device node"))
        } else {
            return
        }
        evidence.opened = result
        switch result {
        case .success(let capabilities):
            node.judgement = .opened
            node.capabilities = capabilities
            if !capabilities.driver.isEmpty { node.driver = capabilities.driver }
        case .failure(let failure):
            node.judgement = .unopened(failure)
        }
    }

    /// Groups, classifies and sorts the drafts.
    static func finish(_ drafts: [NodeDraft]) -> [VideoNode] {
        var drafts = drafts
        separateInstances(&drafts)
        let byCamera = Dictionary(grouping: drafts) { $0.node.cameraKey }
        for index in drafts.indices {
            let sysname = drafts[index].node.sysname
            drafts[index].evidence.siblings = (byCamera[drafts[index].node.cameraKey] ?? [])
                .filter { $0.node.sysname != sysname }.map(\.evidence.asSibling)
            drafts[index].node.classification = NodeClassifier.classify(drafts[index].evidence)
        }
        var keys: [String: Set<String>] = [:]
        for draft in drafts { keys[draft.node.identity, default: []].insert(draft.node.cameraKey) }
        for index in drafts.indices {
            drafts[index].node.identityIsShared = (keys[drafts[index].node.identity]?.count ?? 0) > 1
        }
        return drafts.map(\.node).sorted(by: precedes)
    }

    /// Several instances of one driver may share a platform device (vivid); `bus_info` tells them apart.
    private static func separateInstances(_ drafts: inout [NodeDraft]) {
        let groups = Dictionary(grouping: drafts.indices.filter { drafts[$0].node.usb == nil }) {
            drafts[$0].node.parent
        }
        for (parent, members) in groups {
            let instances = Set(members.compactMap { drafts[$0].node.capabilities?.busInfo })
            guard instances.count > 1 else { continue }
            for member in members {
                // vivid names its nodes vivid-000-vbi-cap, and its bus platform:vivid-000.
                let name = drafts[member].node.name
                let instance =
                    drafts[member].node.capabilities?.busInfo
                    ?? instances.sorted().first { name.hasPrefix(($0.split(separator: ":").last ?? "?") + "-") }
                drafts[member].node.cameraKey = parent + "#" + (instance ?? "")
            }
        }
    }

    /// By kind, `video` first, then by number, then by path.
    private static func precedes(_ left: VideoNode, _ right: VideoNode) -> Bool {
        func key(_ node: VideoNode) -> (Int, String, Int, String) {
            let stem = String(node.sysname.prefix { !$0.isNumber })
            return (stem == "video" ? 0 : 1, stem, node.number ?? Int.max, node.syspath)
        }
        return key(left) < key(right)
    }
}
