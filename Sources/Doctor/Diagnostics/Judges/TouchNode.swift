// SPDX-License-Identifier: Apache-2.0

/// The node of a touch device that sees by cameras, such as a table: a driver that captures pictures, and whose node has another name
/// than those of cameras.
struct TouchNode {
    private let node: NodeRecord
    private let place: Place
    /// A name of those that programs look for, and that no node has.
    private let link: String

    /// `nil` for a touchpad or touchscreen, whose values are no pictures.
    init?(_ node: NodeRecord, among nodes: [NodeRecord], _ place: Place) {
        guard node.isOpticalTouch else { return nil }
        self.node = node
        self.place = place
        let taken = Set(nodes.map(\.sysname))
        link = "/dev/" + ((0..<64).lazy.map { "video\($0)" }.first { !taken.contains($0) } ?? "video64")
    }

    /// The first of these nodes that is one, if none captures from a camera.
    init?(of nodes: [NodeRecord], _ place: Place) {
        guard let node = nodes.first(where: \.isOpticalTouch), !nodes.contains(where: \.yieldsPictures) else { return nil }
        self.init(node, among: nodes, place)
    }

    func finding() -> Finding {
        let driver = node.driver ?? "its driver"
        return Finding(
            .nodeNotCapture, .fail,
            "\(driver) has registered \(node.title) as a touch device: its node is \(node.place), and programs look for cameras at /dev/video*",
            evidence: [
                EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)"),
                EvidenceLine("/sys/class/video4linux/\(node.sysname)", "driver \(driver)"),
            ],
            effect: "programs that look only at /dev/video* find no camera, although the driver works; candela does not read touch devices either",
            fixes: [
                Fix(
                    "If the program can be told which node to open: give it this path",
                    commands: ["v4l2-ctl -d \(Words.shell(node.place)) --list-formats"], isRunnable: false),
                Fix(
                    "If it looks only at /dev/video*: make a link of such a name, which lasts until the machine is restarted",
                    commands: ["sudo ln -s \(Words.shell(node.place)) \(link)"], needsRoot: true, undo: ["sudo rm \(link)"],
                    isRunnable: false),
                place.udevRule(
                    "If that helps: let udev make the link at every start. It is not made while a camera has this number",
                    ["SUBSYSTEM==\"video4linux\", KERNEL==\"\(node.sysname)\", SYMLINK+=\"\(link.dropFirst("/dev/".utf8.count))\""],
                    file: "70-touch-camera.rules", applyingTo: "video4linux"),
            ])
    }
}

extension NodeRecord {
    /// Whether it is the node of a touch device whose driver captures pictures. Source: drivers/input/touchscreen/sur40.c (Samsung SUR40,
    /// Microsoft PixelSense), which offers 8-bit grey; other drivers of such nodes (rmi4_f54, atmel_mxt_ts) give capacitances.
    var isOpticalTouch: Bool { nodeClass == "touch" && driver == "sur40" }
}
