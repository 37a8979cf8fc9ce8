// SPDX-License-Identifier: Apache-2.0

import CameraControls
package import CameraDiscovery
package import CameraListings
import Frames
import PublishedCameras

/// Each node has one class, and the best node is one that a code can be read from.
extension DeviceRules {
    package struct Judged {
        package var name: String
        package var node: CameraListing.Node
        package var classification: NodeClassification
    }

    private static let capture: UInt32 = 0x0420_0001

    /// What is known of a node, as discovery would find it.
    private func evidence(_ node: CameraListing.Node, _ index: Int) -> NodeEvidence {
        let name = node.path.map { String($0.split(separator: "/").last ?? "") } ?? "video\(index)"
        var evidence = NodeEvidence(
            sysname: name.hasPrefix("video-index") ? "video" + name.dropFirst(11) : name,
            name: node.card ?? camera.listing.fact("device") ?? "",
            index: index, sysfsDriver: node.driver ?? camera.listing.driver)
        if node.hasNoFormat {
            evidence.opened = .success(capabilities(node, caps: node.deviceCaps ?? 0x04a0_0000))
        } else if node.driver != nil || !node.formats.isEmpty || node.deviceCaps != nil {
            evidence.opened = .success(capabilities(node, caps: node.deviceCaps ?? node.capabilities ?? Self.capture))
        }
        return evidence
    }

    private func capabilities(_ node: CameraListing.Node, caps: UInt32) -> NodeCapabilities {
        let driver = node.driver ?? camera.listing.driver ?? ""
        return NodeCapabilities(
            driver: driver, card: node.card ?? "",
            busInfo: node.busInfo
                ?? (camera.listing.usbID != nil || driver == "uvcvideo" ? "usb-0000:00:14.0-1" : "platform:x"),
            capabilities: node.capabilities ?? caps, deviceCaps: caps, formats: node.formats.map(\.fourCC))
    }

    package var judged: [Judged] {
        // Nodes without a name, beside nodes with one, are of another text about the same camera.
        let all = camera.listing.nodes
        let named = all.filter { $0.path != nil }
        let isMixed = !named.isEmpty && named.contains { !$0.formats.isEmpty } && named.count < all.count
        return (isMixed ? [named, all.filter { $0.path == nil }] : [all]).flatMap { group -> [Judged] in
            let evidence = group.enumerated().map { self.evidence($0.element, $0.offset) }
            return group.indices.map { index in
                var own = evidence[index]
                own.siblings = evidence.indices.filter { $0 != index }.map { evidence[$0].asSibling }
                return Judged(name: own.sysname, node: group[index], classification: NodeClassifier.classify(own))
            }
        }
    }

    package var nodes: [String] {
        var wrong: [String] = []
        let judged = judged
        for item in judged {
            let node = item.node
            func add(_ sentence: String) {
                wrong.append(
                    "\(item.name) is \(item.classification.nodeClass) (\(item.classification.reason)), \(sentence)")
            }
            let families = node.formats.map(\.fourCC)
            let caps = node.deviceCaps ?? 0
            let isCapture = node.deviceCaps == nil || caps & 0x1001 != 0
            if !isCapture, item.classification.yieldsPictures { add("though it cannot capture") }
            if node.hasNoFormat, item.classification.yieldsPictures { add("though it has no format") }
            if caps & 0x2000_0000 != 0, isCapture, item.classification.nodeClass != .needsLibcamera {
                add("though it has IO_MC")
            }
            if !families.isEmpty, families.allSatisfy({ Self.depth.contains($0.description) }),
                item.classification.nodeClass != .depth
            {
                add("though it gives distances only")
            }
            if !families.isEmpty, families.allSatisfy({ Self.grey.contains($0.description) }),
                judged.contains(where: { other in
                    other.name != item.name && !other.node.formats.isEmpty
                        && other.node.formats.allSatisfy {
                            ["YUYV", "MJPG", "NV12", "UYVY"].contains($0.fourCC.description)
                        }
                }), item.classification.nodeClass == .capture
            {
                add("though it is grey beside a colour camera")
            }
        }
        // The same nodes in another order are the same nodes.
        let readable = judged.filter { item in
            item.node.formats.contains { format in
                switch PixelFormat(format.fourCC) {
                case .readable, .compressed: true
                default: false
                }
            }
        }
        let best = judged.filter { $0.classification.nodeClass == .capture && $0.classification.yieldsPictures }
        if !best.isEmpty,
            best.allSatisfy({ item in
                !item.node.formats.isEmpty
                    && item.node.formats.allSatisfy {
                        if case .unreadable = PixelFormat($0.fourCC) { true } else { false }
                    }
            }), !readable.isEmpty
        {
            wrong.append("only nodes without readable formats are cameras, beside \(readable.map(\.name))")
        }
        return wrong
    }

    private static let depth: Set = ["Z16", "INZI", "CNF4"]
    private static let grey: Set = ["GREY", "Y10", "Y12", "Y16"]
}
