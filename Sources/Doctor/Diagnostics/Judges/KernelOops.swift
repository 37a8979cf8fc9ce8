// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts

/// A crash of the kernel inside of a module, as its log tells it: the reason, and the place in the code.
struct KernelOops {
    /// `BUG: unable to handle kernel paging request at 00000000001c2000`, with its time.
    let reason: String
    /// `IP: [<ffffffffc0fa30f4>] vb2_dma_sg_alloc+0x194/0x10a0 [videobuf2_dma_sg]`, with its time.
    let place: String
    /// The module at that place: `videobuf2_dma_sg`.
    let module: String

    /// The last crash in one of the modules that are asked for.
    init?(in log: [String], where isWanted: (String) -> Bool) {
        let places = log.indices.filter { index in Self.places.contains(where: log[index].contains) }
        guard let found = places.last(where: { Self.module(of: log[$0]).map(isWanted) == true }), let module = Self.module(of: log[found]) else { return nil }
        // A mere warning prints such a line, too. A crash prints its reason right before, and only lines of it in between; not all lines of the
        // log are kept.
        let start = places.last { $0 < found }.map { $0 + 1 } ?? 0
        let reason = log[start..<found].last { line in
            let small = line.lowercased()
            return Self.reasons.contains(where: small.contains)
        }
        guard let reason, let end = KernelLogFacts.seconds(log[found]), let begin = KernelLogFacts.seconds(reason), (0...1).contains(end - begin)
        else { return nil }
        (self.reason, place, self.module) = (reason, log[found], module)
    }

    /// Source: the kernel's arch/x86/mm/fault.c, arch/x86/kernel/traps.c, arch/arm/mm/fault.c and arch/arm64/mm/fault.c, of old and new versions.
    private static let reasons = [
        "unable to handle kernel", "unable to handle page fault", "null pointer dereference", "internal error: oops", "general protection fault",
        "kernel bug at",
    ]

    // `PC is at bm2835_mmal_init+0x78/0x768 [bcm2835_v4l2]`, `RIP: 0010:probe+0x12/0x90 [uvcvideo]`
    private static let places = ["PC is at ", "RIP: 0010:", "pc : ", "IP: [<"]

    private static func module(of line: String) -> String? {
        guard line.hasSuffix("]"), let open = line.lastIndex(of: "[") else { return nil }
        return String(line[line.index(after: open)...].dropLast())
    }

    var evidence: [EvidenceLine] { [reason, place].map { EvidenceLine("kernel log", $0) } }
}

/// A driver that crashed while a program used the camera: the node is there, and what it locked stays locked.
enum CrashedDriver {
    /// `nil` where the camera has given pictures since, and where something else keeps them back.
    static func find(_ node: NodeRecord, _ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard let driver = node.driver?.replacing("-", with: "_"), node.nodeClass != "loopback", isSilent(node, snapshot) else { return nil }
        // What all drivers share may have crashed for another one.
        let others = Set((snapshot.nodes.value ?? []).filter(\.yieldsPictures).compactMap(\.driver))
        let isOnly = others.allSatisfy { $0.replacing("-", with: "_") == driver }
        guard let crash = KernelOops(in: KernelLogFacts(host).lines, where: { $0 == driver || isOnly && isShared($0) }) else { return nil }
        let inside = crash.module == driver ? driver : "\(driver) or the kernel's \(crash.module), which it uses,"
        return Finding(
            .deviceDriverHangs, .fail,
            "the driver \(inside) crashed in this kernel (\(host.kernelRelease)) while a program used the camera (kernel Oops): a fault of this kernel or of the driver, not of the camera or its cable",
            confidence: .likely, evidence: crash.evidence,
            effect: "programs that use \(node.place) hang or end without a picture, until the machine is restarted and whenever it happens again",
            fixes: [
                Fix("Restart the machine: a driver that has crashed keeps what it had locked", commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                Place(snapshot).newerKernel(
                    "Update the kernel, in which the fault may be repaired; a driver that is not a part of it must be built for the new one"),
                Fix("If the newest kernel crashes, too, report those lines of the kernel log to the driver's developers"),
            ])
    }

    /// Whether the stream was tried and gave nothing, or not tried although nothing is known to keep this user from it.
    private static func isSilent(_ node: NodeRecord, _ snapshot: Snapshot) -> Bool {
        let holders = (snapshot.holders.value?.holders ?? []).filter { !$0.isOurs }
        guard holders.isEmpty, node.open.refusal == nil, node.access?.mayOpen != false else { return false }
        guard let stream = snapshot.stream.value else { return true }
        return stream.captured == 0 && !["EBUSY", "EACCES", "EPERM"].contains(stream.failure?.errno ?? "")
    }

    /// What all drivers of cameras use.
    private static func isShared(_ module: String) -> Bool {
        module.hasPrefix("videobuf2") || ["videodev", "mc", "media", "v4l2_common"].contains(module)
    }
}
