// SPDX-License-Identifier: Apache-2.0

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
        // `PC is at bm2835_mmal_init+0x78/0x768 [bcm2835_v4l2]`, `RIP: 0010:probe+0x12/0x90 [uvcvideo]`
        let found = log.lastIndex { line in
            Self.places.contains(where: line.contains) && Self.module(of: line).map(isWanted) == true
        }
        // A mere warning prints such a line, too. What a crash prints of its reason comes right before.
        guard let found, let module = Self.module(of: log[found]),
            let reason = log[..<found].suffix(8).last(where: { line in
                ["unable to handle kernel", "null pointer dereference", "internal error: oops"].contains(where: line.lowercased().contains)
            })
        else { return nil }
        (self.reason, place, self.module) = (reason, log[found], module)
    }

    private static let places = ["PC is at ", "RIP: 0010:", "pc : ", "IP: [<"]

    private static func module(of line: String) -> String? {
        guard line.hasSuffix("]"), let open = line.lastIndex(of: "[") else { return nil }
        return String(line[line.index(after: open)...].dropLast())
    }

    var evidence: [EvidenceLine] { [reason, place].map { EvidenceLine("kernel log", $0) } }
}

/// A driver that crashed while a program used the camera: the node is there, and what it locked stays locked.
enum CrashedDriver {
    /// `nil` where the camera has given pictures since.
    static func find(_ node: NodeRecord, _ snapshot: Snapshot, _ host: HostRecord) -> Finding? {
        guard let driver = node.driver?.replacing("-", with: "_"), (snapshot.stream.value?.captured ?? 0) == 0,
            let crash = KernelOops(in: KernelLogFacts(host).lines, where: { $0 == driver || isShared($0) })
        else { return nil }
        let place = Place(snapshot)
        let inside = crash.module == driver ? driver : "\(driver) or the kernel's \(crash.module), which it uses,"
        return Finding(
            .deviceDriverHangs, .fail,
            "the driver \(inside) crashed in this kernel (\(host.kernelRelease)) while a program used the camera (kernel Oops): a fault of this kernel or of the driver, not of the camera or its cable",
            confidence: .likely, evidence: crash.evidence,
            effect: "programs that use \(node.place) hang or end without a picture, until the machine is restarted and whenever it happens again",
            fixes: [
                Fix("Restart the machine: a driver that has crashed keeps what it had locked", commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                place.newerKernel("Update the kernel, in which the fault may be repaired; a driver that is not a part of it must be built for the new one"),
                Fix("If the newest kernel crashes, too, report those lines of the kernel log to the driver's developers"),
            ])
    }

    /// What all drivers of cameras use.
    private static func isShared(_ module: String) -> Bool {
        module.hasPrefix("videobuf2") || ["videodev", "mc", "media", "v4l2_common"].contains(module)
    }
}
