// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A machine whose video nodes are all there without a camera: codecs of a board, a virtual camera that no program feeds.
extension AbsentCamera {
    /// What happened to the camera that is missed beside those nodes; `nil` if nothing tells that.
    ///
    /// A Raspberry Pi has its own order, because its camera connector is asked about as well.
    func besideOtherNodes() -> Finding? {
        let failure = snapshot.selection.value?.failure?.kind
        guard let nodes = snapshot.nodes.value, !nodes.isEmpty, snapshot.hasNoCameraNode, snapshot.chosen == nil,
            failure == nil || failure == .noSuchPath || failure == .noMatch,
            host.machine?.platform.isRaspberryPi != true, SensorJudge(snapshot, host).find() == nil
        else { return nil }
        // That of a touchpad says nothing of cameras.
        let isTouchOnly = nodes.allSatisfy { $0.nodeClass == "touch" }
        let found = nodes.contains { $0.nodeClass == "loopback" } ? besideVirtual() : specific() ?? aloneScanner ?? (isTouchOnly ? unexplained() : nil)
        return found.map(naming)
    }

    /// A virtual camera may be all that somebody wants, fed by a phone for example: only what is surely about another camera
    /// comes before it.
    private func besideVirtual() -> Finding? {
        let machine = host.machine
        if let camera = machine?.hardware.first(where: { $0.kind == .usb3Vision }) { return industrial(camera) }
        if let camera = machine?.fireWire { return fireWire(camera) }
        if let off = offSwitch { return switchedOff(off) }
        if let lost = lostOnUSB() { return lost }
        if let device = machine?.unclaimed?.first(where: { $0.soundsLikeVideo && $0.isInUse != true }) { return notClaimed(device) }
        return isVirtualWanted ? nil : aloneScanner
    }

    /// Whether anything but the loaded module shows that somebody is about the virtual camera.
    private var isVirtualWanted: Bool {
        let machine = host.machine
        return snapshot.subject.isNamed || snapshot.client != nil || machine?.virtualCameraSign != nil || machine?.virtualNumbers?.isEmpty == false
            || machine?.misplacedOptions != nil
    }

    /// A laptop may have a camera of its own that is asked about.
    private var aloneScanner: Finding? {
        guard let scanner = host.machine?.handScanner, !Place(snapshot).isLaptop else { return nil }
        return handScanner(scanner)
    }

    /// What the kernel log tells of a camera on USB that is not there any more, or of a device that was just plugged in and
    /// does not answer. The latest of these counts.
    func lostOnUSB() -> Finding? {
        let log = KernelLogFacts(host)
        let dead = log.deadController
        if let dead, !dead.isAside { return deadController(dead.line, log) }
        // What did not answer on a controller that then died is a part of that.
        let failed = log.failedEnumeration.flatMap { failed in
            dead != nil && log.controller(ofPort: failed.port) == dead?.name ? nil : failed
        }
        if let heat = Overheating(host), heat.isPressing, let lines = log.vanishedCamera {
            var finding = vanished(lines + (failed.map { [$0.line] } ?? []))
            heat.explain(&finding)
            return finding
        }
        if let failed, !log.isBeforeDisconnect(failed.line) { return silentDevice(failed.port, failed.line) }
        if let lines = log.vanishedCamera { return vanished(lines) }
        if let failed { return silentDevice(failed.port, failed.line) }
        return dead.map { deadController($0.line, log) }
    }

    /// The finding with the nodes that there are, where its evidence says that there is none.
    func naming(_ finding: Finding) -> Finding {
        let nodes = snapshot.nodes.value ?? []
        guard !nodes.isEmpty else { return finding }
        let drivers = Words.list(Set(nodes.compactMap(\.driver)).sorted())
        var finding = finding
        finding.evidence = finding.evidence.map { line in
            line == EvidenceLine("/sys/class/video4linux", "no node")
                ? EvidenceLine(
                    "/sys/class/video4linux",
                    "\(nodes.count == 1 ? "one node" : "\(nodes.count) nodes"), none from a camera\(drivers.isEmpty ? "" : " (\(drivers))")")
                : line
        }
        return finding
    }
}
