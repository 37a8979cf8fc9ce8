// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Output

/// The report of `list` on one video node.
struct NodeListing {
    private let node: VideoNode
    private let holders: NodeHolders?

    init(_ node: VideoNode) {
        self.node = node
        holders = node.deviceNumber.map { NodeHolders.find($0) }
    }

    /// Remarks for a person, shortest first.
    var remarks: [String] {
        var remarks: [String] = []
        if let failure = node.openFailure {
            remarks.append("cannot be opened: \(failure); class taken from udev and sysfs")
        } else if node.path == nil {
            remarks.append("no device node here")
        }
        for holder in holders?.holders ?? [] {
            remarks.append("in use by \(holder.name) (process \(holder.processID), \(holder.user))")
        }
        if node.nodeClass != .capture { remarks.append(node.classification.reason) }
        return remarks.map(VisibleText.escape)
    }

    /// The source of the class.
    var judgement: String {
        switch node.judgement {
        case .opened: "querying the node"
        case .byName: "its name"
        case .unopened(let failure): "udev and sysfs, because the node cannot be opened: \(failure)"
        case .notAsked: "udev and sysfs"
        }
    }

    var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        var members: [JSONValue.Member] = [
            .init("node", text(node.path)), .init("sysname", .string(node.sysname)),
            .init("name", .string(node.title)), .init("class", .string(node.nodeClass.rawValue)),
            .init("reason", .string(node.classification.reason)), .init("usable", .bool(node.isUsable)),
            .init("judged", .string(judgementWord)), .init("identity", .string(node.identity)),
            .init("identity_shared", .bool(node.identityIsShared)), .init("camera", .string(node.cameraKey)),
            .init("by_id", .array(node.byID.map { .string($0) })),
            .init("by_path", .array(node.byPath.map { .string($0) })),
            .init("vendor_id", text(node.vendorID)), .init("product_id", text(node.productID)),
            .init("vendor", text(node.vendor)), .init("product", text(node.product)),
            .init("serial", text(node.serial)), .init("bus", .string(node.bus.description)),
            .init("driver", text(node.driver)),
            .init("usb_speed_mbps", node.usb?.speed.map { .number($0, decimals: 1) } ?? .null),
            .init("index", node.index.map { .integer($0) } ?? .null),
        ]
        if let failure = node.openFailure {
            members.append(
                .init("open_failure", ["errno": .integer(failure.errno), "message": .string(failure.description)]))
        }
        if let access = node.access {
            members.append(
                .init("access", ["mode": .string(access.description), "may_open": .bool(access.mayOpen)]))
        }
        if let holders {
            members.append(
                .init(
                    "holders",
                    .array(
                        holders.holders.map { holder -> JSONValue in
                            [
                                "pid": .integer(holder.processID), "name": .string(holder.name),
                                "user": .string(holder.user),
                            ]
                        })))
            if let limitation = holders.limitation { members.append(.init("holders_unknown", .string(limitation))) }
        }
        return .object(members)
    }

    private var judgementWord: String {
        switch node.judgement {
        case .opened: "opened"
        case .byName: "name"
        case .unopened, .notAsked: "udev-and-sysfs"
        }
    }
}
