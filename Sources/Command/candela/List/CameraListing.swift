// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Output
internal import Terminal

/// The text lines of `list` for one camera: its name and link, then its nodes.
struct CameraListing {
    private let camera: Camera
    private let isVerbose: Bool

    init(_ camera: Camera, isVerbose: Bool) {
        self.camera = camera
        self.isVerbose = isVerbose
    }

    var lines: [String] {
        var lines = [Console.bold(VisibleText.escape(camera.title)) + "  " + link]
        for node in camera.nodes {
            let listing = NodeListing(node)
            let place = VisibleText.escape(node.place)
            let remarks = listing.remarks.joined(separator: "; ")
            let nodeClass = node.nodeClass.rawValue
            lines.append("  " + padded(place, 14) + (remarks.isEmpty ? nodeClass : padded(nodeClass, 18) + remarks))
            if isVerbose { lines += details(node) }
        }
        if let node = camera.primary ?? camera.nodes.first, let path = node.byID.first ?? node.byPath.first {
            lines.append("  " + Console.dim(VisibleText.escape(path)))
        }
        return lines
    }

    /// How the camera is connected: "usb 480 Mb/s, uvcvideo".
    private var link: String {
        guard let node = camera.nodes.first else { return "" }
        var text = node.bus.description
        if let speed = node.usb?.speed { text += " \(JSONValue.fixed(speed, decimals: 1) ?? "?") Mb/s" }
        if let driver = node.driver { text += ", " + VisibleText.escape(driver) }
        if node.usb?.isSlowerThanDevice == true { text += " (slower than the camera supports)" }
        return text
    }

    private func details(_ node: VideoNode) -> [String] {
        var fields: [(String, String)] = [
            ("reason", node.classification.reason), ("judged by", NodeListing(node).judgement),
            ("identity", node.identity + (node.identityIsShared ? " (shared with another camera)" : "")),
        ]
        if let vendor = node.vendorID, let product = node.productID {
            let names = [node.vendor, node.product].compactMap { $0 }.joined(separator: " ")
            fields.append(("model", "\(vendor):\(product) \(names)"))
        }
        if let serial = node.serial { fields.append(("serial", serial)) }
        for link in node.links { fields.append(("link", link)) }
        if let access = node.access {
            fields.append(("access", access.description + (access.mayOpen ? ", open to you" : ", closed to you")))
        }
        if !node.tags.isEmpty { fields.append(("udev tags", node.tags.sorted().joined(separator: " "))) }
        return fields.map { "      " + padded($0.0, 11) + VisibleText.escape($0.1) }
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
