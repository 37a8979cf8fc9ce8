// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A node that was asked for and does not exist, and that may be a virtual camera's (v4l2loopback).
extension NodeJudge {
    /// A number above those of all cameras, where the module of virtual cameras is refused or was never built for this kernel:
    /// such a camera was meant.
    static func virtual(_ snapshot: Snapshot, _ nodes: [NodeRecord]) -> Finding? {
        let name = snapshot.subject.name
        let numbers = nodes.filter(\.yieldsPictures).compactMap { $0.place.videoNumber }
        guard let number = name.videoNumber, let last = numbers.max(), number > last, let host = snapshot.host.value,
            let failure = snapshot.selection.value?.failure,
            var finding = DriverJudge.refusedLoopback(snapshot, host, .fail) ?? AbsentCamera(snapshot, host).unbuiltVirtual([]) ?? left(snapshot, host)
        else { return nil }
        let present = moved(snapshot, nodes, failure)
        finding.message = "\(name) does not exist; \(finding.message)"
        finding.evidence = present.evidence + finding.evidence
        finding.fixes += present.fixes
        finding.confidence = .likely
        return finding
    }

    /// The module is loaded at every start, and this kernel does not have it: built by hand for another kernel, as before an update.
    private static func left(_ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard let machine = host.machine, let (file, wanted) = machine.absentVirtual.map(MachineRecord.place), wanted == "v4l2loopback",
            machine.module("v4l2loopback")?.isHere != true, !Place(snapshot).isGuest
        else { return nil }
        return Finding(
            .deviceNoDriver, .fail,
            "this kernel (\(host.kernelRelease)) has no module v4l2loopback for virtual cameras, which \(file) asks for at the start: it was built for another kernel, as before an update, or removed",
            confidence: .likely,
            evidence: [EvidenceLine(file, wanted), EvidenceLine(host.modulesFolder, "no v4l2loopback")],
            effect: "programs that feed a virtual camera cannot offer it, and those that want it find none",
            fixes: [DriverJudge.installLoopback(Place(snapshot), host)]
                + [snapshot.subject.name.videoNumber.map(load)].compactMap(\.self))
    }

    /// Virtual cameras are there, under other numbers than the one that was asked for: their module was loaded before, with
    /// other options or none.
    static func loopback(_ name: String, _ nodes: [NodeRecord], _ host: HostRecord?) -> Finding? {
        let virtual = nodes.filter { $0.nodeClass == "loopback" || $0.driver?.contains("loopback") == true }
        let real = nodes.filter { node in node.yieldsPictures && !virtual.contains { $0.sysname == node.sysname } }
            .compactMap(\.place.videoNumber)
        // A lower number was a real camera's, which has another one now.
        guard let number = name.videoNumber, !virtual.isEmpty, number > real.max() ?? -1 else { return nil }
        let places = Words.list(virtual.map(\.place))
        let module = LoopbackModule(virtual[0], host)
        return Finding(
            .nodeMoved, .fail,
            "\(name) does not exist; the virtual \(virtual.count == 1 ? "camera" : "cameras") of \(module.name) \(virtual.count == 1 ? "is" : "are") \(places)",
            confidence: .likely,
            evidence: [EvidenceLine("stat(\(name))", "ENOENT")] + virtual.map { EvidenceLine(module.name, "\($0.place) (\($0.title))") }
                + named(nodes.filter(\.yieldsPictures)),
            effect: "a module that is loaded already is not loaded again: options given later (video_nr, devices) change nothing",
            fixes: [
                Fix("Use \(virtual[0].place) in place of \(name)"),
                Fix(
                    "Or close what uses the virtual cameras, unload their module, and load it with that number",
                    commands: module.reload("video_nr=\(number)"),
                    needsRoot: true, isRunnable: false),
                Fix("List the cameras", commands: ["candela list"]),
            ])
    }

    /// A virtual camera that somebody has prepared under this number, and whose module is not loaded.
    static func unloaded(_ name: String, _ nodes: [NodeRecord], _ snapshot: Snapshot) -> Finding? {
        guard let number = loadable(name, nodes, snapshot), let machine = snapshot.host.value?.machine,
            machine.misplacedOptions != nil || machine.virtualNumbers?.contains(number) == true
        else { return nil }
        let misplaced = machine.misplacedOptions.map(MachineRecord.place)
        let atStart = Place(snapshot).loadingAtStart("v4l2loopback", "At every start")
        return Finding(
            .nodeMoved, .fail,
            "\(name) does not exist: a virtual camera is prepared on this machine, and its module v4l2loopback is not loaded"
                + (misplaced == nil ? "" : ", because modules-load.d takes names of modules only, without options"),
            confidence: .likely,
            evidence: [
                EvidenceLine("stat(\(name))", "ENOENT"), EvidenceLine("v4l2loopback", "on disk, not loaded"),
                misplaced.map { EvidenceLine($0.file, $0.text) } ?? EvidenceLine("/etc/modprobe.d", "video_nr=\(number)"),
            ] + named(nodes.filter(\.yieldsPictures)),
            effect: "programs that feed a virtual camera cannot offer it, and those that want it find none",
            fixes: [load(number)]
                + (misplaced.map { place in
                    [
                        Fix(
                            "At every start: its options belong into modprobe.d, and its name alone into modules-load.d",
                            commands: ["sudo mv \(Words.shell(place.file)) /etc/modprobe.d/"] + atStart.commands, needsRoot: true, isRunnable: false)
                    ]
                } ?? [atStart]))
    }

    /// Adds that the name that was asked for may be a virtual camera's, whose module is not loaded or not even installed.
    static func explainVirtual(_ finding: inout Finding, _ snapshot: Snapshot) {
        let (name, nodes) = (snapshot.subject.name, snapshot.nodes.value ?? [])
        guard snapshot.subject.isNamed,
            !finding.fixes.contains(where: { fix in fix.commands.contains { $0.contains("v4l2loopback") } })
        else { return }
        // The first number is a real camera's as likely.
        if let number = loadable(name, nodes, snapshot), number > 0 {
            finding.message += "; if \(name) is meant as a virtual camera: its module v4l2loopback is installed and not loaded"
            finding.evidence.append(EvidenceLine("v4l2loopback", "on disk, not loaded"))
            finding.fixes.append(load(number))
        } else if let (number, host) = unmade(name, nodes, snapshot) {
            finding.message +=
                "; \(name) has a number as programs set it for virtual cameras, far above all others, and no such camera can be made: its module v4l2loopback is not installed for this kernel (\(host.kernelRelease))"
            finding.evidence.append(EvidenceLine(host.modulesFolder, "no v4l2loopback"))
            finding.fixes += [DriverJudge.installLoopback(Place(snapshot), host), load(number)]
        }
    }

    /// Notes on virtual cameras that no program feeds, beside the trouble with another one.
    static func unfed(_ snapshot: Snapshot) -> [Finding] {
        (snapshot.nodes.value ?? []).filter { $0.nodeClass == "loopback" && $0.isWithoutCamera }.prefix(1).map { node in
            Finding(
                .nodeNotCapture, .note, "\(node.place) is a virtual camera (\(node.title)) that no program feeds: it shows no camera's picture by itself",
                evidence: [EvidenceLine(node.place, "\(node.nodeClass): \(node.classReason)")],
                effect: "a program that is set to it gets no picture until another one feeds it")
        }
    }

    static func load(_ number: Int) -> Fix {
        Fix(
            "Load the module of virtual cameras now, with that number", commands: ["sudo modprobe v4l2loopback video_nr=\(number)"],
            needsRoot: true, undo: ["sudo modprobe -r v4l2loopback"], isRunnable: false)
    }

    /// The number of a name that could be a virtual camera's, were its module loaded: above those of the cameras that are here.
    static func loadable(_ name: String, _ nodes: [NodeRecord], _ snapshot: Snapshot) -> Int? {
        guard let module = snapshot.host.value?.machine?.module("v4l2loopback"), !module.isLoaded, module.isAvailable,
            !Place(snapshot).isGuest, let number = name.videoNumber, number > nodes.compactMap(\.place.videoNumber).max() ?? -1
        else { return nil }
        return number
    }

    /// The number of a name that no driver of this machine would give: they count up from 0.
    private static func unmade(_ name: String, _ nodes: [NodeRecord], _ snapshot: Snapshot) -> (Int, HostRecord)? {
        guard let host = snapshot.host.value, let machine = host.machine, machine.module("v4l2loopback")?.isHere != true,
            // That its index could be read.
            machine.modules.contains(where: \.isAvailable),
            !Place(snapshot).isGuest, let number = name.videoNumber,
            number >= (nodes.compactMap(\.place.videoNumber).max() ?? -1) + leastGap,
            // Its codecs and converters have numbers of their own, from 10 on.
            !machine.platform.isRaspberryPi || number > 40
        else { return nil }
        return (number, host)
    }

    /// More than the nodes of a camera that was unplugged leave.
    private static let leastGap = 9
}
