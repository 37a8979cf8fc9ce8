// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The programs that have a device without a video node open over USB: what one of them has claimed, no second program can.
struct USBHolders {
    private let path: String
    private let holders: [HoldersRecord.Holder]
    /// The account of the user of this process.
    private let own: UserRecord?

    /// `nil` if no program is known to have it open. The program that is asked about is no hindrance to itself.
    ///
    /// - Parameter device: its name in sysfs; that of an interface counts as its device's.
    init?(_ device: String, _ snapshot: Snapshot, _ host: HostRecord) {
        let name = String(device.prefix { $0 != ":" })
        guard let node = host.usbNodes?.first(where: { $0.device == name }) else { return nil }
        let client = snapshot.client
        holders = (node.openers ?? []).filter { holder in client.map { !Self.isPart(holder, of: $0) } ?? true }
        guard !holders.isEmpty else { return nil }
        path = node.path
        own = snapshot.user.value
    }

    /// `XnSensorServer (process 4102, user ada)`.
    var titles: String { Words.list(holders.prefix(4).map(\.title)) }

    var evidence: [EvidenceLine] {
        holders.prefix(4).map { EvidenceLine("/proc/\($0.processID)/fd", "\(path), open in \($0.name) (user \($0.user))") }
    }

    /// Whether it is a process of what is asked about. A container is known there by the name that a person has typed, and to the kernel mostly by
    /// its number: where these cannot be compared, it counts as the same.
    private static func isPart(_ holder: HoldersRecord.Holder, of client: CameraClientRecord) -> Bool {
        if holder.processID == client.processID { return true }
        if let container = holder.container, client.kind == .container {
            let isNumber = container.shortName != container.name
            let isTypedAsNumber = client.name.utf8.count >= 12 && client.name.allSatisfy(\.isHexDigit)
            return isNumber ? !isTypedAsNumber || container.name.hasPrefix(client.name) : container.name == client.name
        }
        guard let unit = holder.unit else { return false }
        return unit == client.name || unit == client.unit
    }

    /// How they are ended: a service by its manager, which would start it again otherwise.
    var fixes: [Fix] { ContentionJudge.stopping(holders) + ending }

    private var ending: [Fix] {
        let ended = holders.filter { $0.container == nil && $0.unit == nil && $0.startedBy?.startsAgain != true }
        guard !ended.isEmpty else { return [] }
        return [
            Fix(
                "Close \(Words.list(ended.prefix(4).map(\.name))) before you start a second program for this camera. A server that a library has started (such as OpenNI's XnSensorServer) can remain after its program has ended"
            )
        ] + ContentionJudge.ending(ended, by: own)
    }

    /// Adds these programs to a finding about a depth camera that no program has claimed. That its node is open need not mean that a library
    /// uses it: some programs only look at it.
    func explain(_ finding: inout Finding) {
        finding.message += "; \(titles) \(holders.count == 1 ? "has" : "have") it open over USB"
        finding.evidence.insert(contentsOf: evidence, at: min(1, finding.evidence.count))
        finding.fixes.append(
            Fix(
                "Look what the program is that has it open, and since when it runs: as long as one uses the camera, a second one may not get it",
                commands: ["ps -f -p " + holders.prefix(4).map { String($0.processID) }.joined(separator: ",")], isRunnable: false))
        finding.fixes += fixes.map { $0.under("If \(holders.count == 1 ? "that uses" : "these use") the camera, and another program is to have it") }
    }
}
