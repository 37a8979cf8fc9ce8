// SPDX-License-Identifier: Apache-2.0

/// A virtual camera (v4l2loopback) that is busy: one program feeds it, which must go on, and others read it. The module gives the
/// buffers of its newer versions to one reader at a time.
struct SharedLoopback {
    private let node: NodeRecord
    private let snapshot: Snapshot
    private let feeders: [HoldersRecord.Holder]
    /// Those that read it, or may.
    let readers: [HoldersRecord.Holder]

    /// `nil` for a camera that is no virtual one.
    init?(_ snapshot: Snapshot, _ others: [HoldersRecord.Holder]) {
        guard let node = snapshot.chosen, node.nodeClass == "loopback" else { return nil }
        self.node = node
        self.snapshot = snapshot
        let (sure, likely) = (others.filter { $0.isFeeder == true }, others.filter(\.isLikelyFeeder))
        let feeders = sure.isEmpty && likely.count == 1 ? likely : sure
        self.feeders = feeders
        readers = others.filter { other in !feeders.contains { $0.processID == other.processID } }
    }

    /// Whether the one that is asked about has it, or the desktop's service, which reads for others.
    var isOfKnown: Bool {
        let client = snapshot.client
        return readers.contains(where: \.isOfDesktop)
            || (feeders + readers).contains { client != nil && ($0.processID == client?.processID || $0.unit != nil && $0.unit == client?.name) }
    }

    func finding(_ evidence: [EvidenceLine]) -> Finding {
        guard !readers.isEmpty else { return unread(evidence) }
        // Of one program without a sign, and of several, nobody knows which of them feeds it.
        return feeders.isEmpty ? undecided(evidence) : read(evidence)
    }

    private func read(_ evidence: [EvidenceLine]) -> Finding {
        let (names, feeding) = (list(readers), list(feeders))
        return Finding(
            .nodeBusy, .fail,
            "\(names) \(readers.count == 1 ? "reads" : "read") the virtual camera \(node.place), which \(feeding) \(feeders.count == 1 ? "feeds" : "feed"), and \(limit)",
            evidence: evidence + feeders.map { EvidenceLine("feeds \(node.place)", $0.title) }, effect: effect,
            fixes: ContentionJudge.stopping(readers) + [
                Fix("Close \(Words.list(readers.map(\.name))), and keep \(Words.list(feeders.map(\.name))) running: that feeds the camera"), second,
            ] + ContentionJudge.ending(readers))
    }

    private func undecided(_ evidence: [EvidenceLine]) -> Finding {
        let isOne = readers.count == 1
        return Finding(
            .nodeBusy, .fail,
            isOne
                ? "the virtual camera \(node.place) is in use: \(list(readers)) has it open, which feeds it or reads it, and \(limit)"
                : "the programs \(list(readers)) have the virtual camera \(node.place) open: one of them feeds it, and \(limit)",
            confidence: .likely, evidence: evidence, effect: effect,
            fixes: [
                Fix(
                    isOne
                        ? "If \(readers[0].name) shows the camera, close it; if it feeds the camera, keep it running, and close what else shows the camera"
                        : "Close the one that shows the camera, and keep the one running that feeds it"),
                second,
            ])
    }

    /// Only its feeder can be seen.
    private func unread(_ evidence: [EvidenceLine]) -> Finding {
        let limitation = snapshot.holders.value?.limitation
        return Finding(
            .nodeBusy, .fail,
            "the virtual camera \(node.place), which \(list(feeders)) \(feeders.count == 1 ? "feeds" : "feed"), is in use"
                + (limitation == nil
                    ? ", although no other program has it open: it refuses readers, or what is set to it while it is fed"
                    : " by another program that this user cannot see"),
            confidence: limitation == nil ? .possible : .likely, evidence: evidence, effect: effect,
            fixes: (limitation == nil
                ? [
                    Fix(
                        "Start the feeder first, and the programs that read it afterwards; if it was loaded with max_openers, allow more of them, or use a newer version of v4l2loopback"
                    )
                ]
                : [
                    Fix(
                        "Run the doctor as root to see which program it is", commands: ["sudo candela doctor \(Words.shell(node.place))"],
                        needsRoot: true, isRunnable: false)
                ]) + [second])
    }

    private let effect = "only one program at a time gets the pictures"

    private func list(_ holders: [HoldersRecord.Holder]) -> String { Words.list(holders.prefix(4).map(\.title)) }

    /// Why it takes no other reader. The version is in the kernel log: `v4l2loopback driver version 0.13.2 loaded`.
    private var limit: String {
        let mark = "driver version "
        let line = snapshot.host.value.flatMap { host in
            KernelLogFacts(host).last(["v4l2loopback driver version", "v4l2loopback_dc driver version"])
        }
        let version = line?.firstRange(of: mark).flatMap { found in line.map { $0[found.upperBound...].prefix { $0 != " " } } }
        guard let version else { return "its module v4l2loopback may let one program read it at a time" }
        // The buffers of older ones are everybody's.
        let isOld = version.hasPrefix("0."), minor = version.split(separator: ".").dropFirst().first.flatMap { Int($0) }
        return isOld && (minor ?? 0) < 13
            ? "its module (v4l2loopback \(version)) may have reached its limit of programs that open it (max_openers)"
            : "this version of its module (v4l2loopback \(version)) lets one program read it at a time"
    }

    private let second = Fix(
        "Or give each program that reads a virtual camera of its own: load v4l2loopback with one more device (devices=2), and let the feeder, or a second FFmpeg, write into that as well"
    )
}
