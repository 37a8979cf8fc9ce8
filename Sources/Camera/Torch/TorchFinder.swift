// SPDX-License-Identifier: Apache-2.0

package import CameraControls
internal import Glibc
internal import UserSession
package import V4L2

/// The camera for which a light is needed.
package struct TorchCamera: Sendable {
    /// Its name in messages.
    package var name: String
    package var kind: Kind
    /// Its controls, if the camera is open.
    package var controls: [ControlDescription]

    package enum Kind: Hashable, Sendable {
        /// A video node, by its device number.
        case node(MediaGraph.Node)
        /// Simulated: no light of this machine affects its pictures.
        case simulated
        /// A source of pictures whose camera is not known.
        case unknown
    }

    package init(name: String, kind: Kind, controls: [ControlDescription] = []) {
        self.name = name
        self.kind = kind
        self.controls = controls
    }

    /// A camera by the name that opened it: `/dev/video0`, `sim:dim`, `-`.
    package init(name: String, controls: [ControlDescription] = []) {
        var status = stat()
        if name.hasPrefix("sim:") {
            self.init(name: name, kind: .simulated, controls: controls)
        } else if unsafe stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFCHR {
            // Source: `gnu_dev_major` and `gnu_dev_minor` of glibc's sys/sysmacros.h.
            let number = UInt64(status.st_rdev)
            let major = UInt32(truncatingIfNeeded: (number >> 8) & 0xfff | (number >> 32) & ~0xfff)
            let minor = UInt32(truncatingIfNeeded: number & 0xff | (number >> 12) & ~0xff)
            self.init(name: name, kind: .node(MediaGraph.Node(major: major, minor: minor)), controls: controls)
        } else {
            self.init(name: name, kind: .unknown, controls: controls)
        }
    }
}

/// Finds the lights of this machine, through sysfs and the camera's media graph. Opens only media devices, which does
/// not power anything.
package struct TorchFinder: Sendable {
    let tree: SystemFiles
    private let kernel: any Kernel

    /// Searches this machine.
    package init() { self.init(root: "", kernel: SystemKernel()) }

    /// For tests: sysfs and `/dev` below `root`, media devices through `kernel`.
    package init(root: String, kernel: any Kernel) {
        tree = SystemFiles(root: root)
        self.kernel = kernel
    }

    /// The lights for a camera, best first. `command` is the user's own command.
    package func survey(_ camera: TorchCamera, command: CommandTemplate? = nil) -> TorchSurvey {
        TorchRanking.survey(facts(camera, command: command))
    }

    package func facts(_ camera: TorchCamera, command: CommandTemplate? = nil) -> TorchFacts {
        var facts = TorchFacts()
        facts.command = command
        facts.controls = camera.controls
        facts.isSimulated = camera.kind == .simulated
        guard !facts.isSimulated else { return facts }
        facts.leds = leds()
        facts.vendors = vendors()
        if case .node(let node) = camera.kind {
            facts.cameraDevice = videoNodes().first { $0.number == node }?.device.map(Self.withoutInterface)
            facts.flashes = flashes(of: node, gaps: &facts.gaps)
        } else {
            facts.flashes = namedFlashes(except: [])
        }
        return facts
    }

    /// Every LED whose name identifies it as a torch, of any device.
    package func torchLEDs() -> [TorchFacts.LED] { leds().filter { LightName($0.name) == .torch } }

    private func leds() -> [TorchFacts.LED] {
        (tree.names("/sys/class/leds") ?? []).filter { LightName($0) != .other }.map { name in
            let folder = "/sys/class/leds/" + name
            return TorchFacts.LED(
                name: name, folder: folder, device: tree.resolved(folder + "/device"),
                isWritable: tree.isWritable(folder + "/brightness"))
        }
    }

    /// MediaTek's light class, in phones with its kernels: `torch_brightness`, `torch_max_brightness`.
    private func vendors() -> [TorchFacts.Vendor] {
        (tree.names("/sys/class/flashlight") ?? []).compactMap { name in
            let folder = "/sys/class/flashlight/" + name
            let level = folder + "/torch_brightness"
            guard tree.exists(level) else { return nil }
            return TorchFacts.Vendor(
                name: name, level: level, maximum: folder + "/torch_max_brightness",
                device: tree.resolved(folder + "/device"), isWritable: tree.isWritable(level))
        }
    }

    // MARK: Video nodes

    private struct Entry {
        var name: String
        var path: String
        var number: MediaGraph.Node
        var device: String?
    }

    private func videoNodes() -> [Entry] { entries("/sys/class/video4linux") }

    private func entries(_ folder: String) -> [Entry] {
        (tree.names(folder) ?? []).compactMap { sysname in
            let place = folder + "/" + sysname
            guard let number = tree.line(place + "/dev").flatMap(Self.number) else { return nil }
            return Entry(
                name: tree.line(place + "/name") ?? "", path: "/dev/" + sysname, number: number,
                device: tree.resolved(place + "/device"))
        }
    }

    /// Parses `81:3`.
    private static func number(_ text: String) -> MediaGraph.Node? {
        let parts = text.split(separator: ":").map { UInt32($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        return MediaGraph.Node(major: major, minor: minor)
    }

    /// The USB device of a webcam; its video node's parent is one of its interfaces, `1-2:1.0`.
    private static func withoutInterface(_ device: String) -> String {
        let parts = device.split(separator: "/", omittingEmptySubsequences: false)
        guard let last = parts.last, last.contains(":"), last.contains("-"), let parent = parts.dropLast().last,
            last.hasPrefix(parent + ":")
        else { return device }
        return parts.dropLast().joined(separator: "/")
    }

    // MARK: Flashes

    private func flashes(of node: MediaGraph.Node, gaps: inout [String]) -> [TorchFacts.Flash] {
        let nodes = videoNodes()
        var found: [TorchFacts.Flash] = []
        for media in mediaDevices(near: nodes.first { $0.number == node }?.device) {
            let graph: MediaGraph
            do throws(V4L2Error) {
                graph = try MediaGraph(path: tree.root + media.path, kernel: kernel)
            } catch {
                gaps.append(error.description)
                continue
            }
            guard let flashes = graph.flashes(ofVideoNode: node) else { continue }
            for flash in flashes {
                guard let entry = nodes.first(where: { $0.number == flash.node }) else { continue }
                found.append(self.flash(entry, .init(graph: media.path, isLinked: flash.isLinked)))
            }
            gaps = []
            break
        }
        return found + namedFlashes(except: found.map(\.path))
    }

    /// The media devices, with the one on the camera's own device first.
    private func mediaDevices(near device: String?) -> [Entry] {
        let all = entries("/sys/bus/media/devices")
        return all.filter { $0.device == device } + all.filter { $0.device != device }
    }

    /// Sub-devices outside known graphs that have the name of a torch LED, as the kernel's v4l2-flash-led-class names them.
    /// Others are not opened to check.
    private func namedFlashes(except known: [String]) -> [TorchFacts.Flash] {
        videoNodes().filter { entry in
            entry.path.hasPrefix("/dev/v4l-subdev") && LightName(entry.name) == .torch && !known.contains(entry.path)
        }.map { flash($0, nil) }
    }

    private func flash(_ entry: Entry, _ graph: TorchFacts.Flash.InGraph?) -> TorchFacts.Flash {
        TorchFacts.Flash(
            name: entry.name, path: entry.path, device: entry.device, isPermitted: tree.isWritable(entry.path),
            inGraph: graph)
    }
}
