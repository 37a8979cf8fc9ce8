// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A USB camera that leaves the bus by itself when nobody uses it, and comes back: some do so when the kernel suspends them (runtime power
/// saving), two seconds after their last use.
struct IdleLoss {
    private let saving: PowerSaving
    private let identifier: String?
    private let model: UnlistedModel?
    /// How long it was there each time, in seconds.
    private let stays: [Double]

    /// What a program or a service does with a new camera at once takes a second or two more.
    private static let usual = 1.5...8
    /// By how much the times differ at most where nobody's hand plays a part.
    private static let spread = 2.0

    /// - Parameter losses: the lines in which it left and was back within seconds, oldest first.
    init?(_ losses: [String], _ node: NodeRecord, at port: String, _ host: HostRecord) {
        guard node.driver == "uvcvideo", let saving = PowerSaving(leaving: node) else { return nil }
        let camera = host.usbCameras.first { $0.device == port }
        identifier = camera.flatMap { camera in camera.vendorID.flatMap { vendor in camera.productID.map { "\(vendor):\($0)" } } }
        let model = UnlistedModel(identifier, driver: node.driver, host).flatMap { $0.quirks.contains(.awake) ? $0 : nil }
        // Those after the last one that was longer, such as the first use of it.
        let times = Array(Self.stays(losses, at: port, KernelLogFacts(host)).reversed().prefix(while: Self.usual.contains).prefix(6).reversed())
        let isRegular = times.count >= 3 && (times.max() ?? 0) - (times.min() ?? 0) <= Self.spread
        // Of known models, too, some only give no pictures, and their owners replug them.
        guard isRegular else { return nil }
        self.saving = saving
        self.model = model
        stays = times
    }

    /// How long the device was there before each loss.
    private static func stays(_ losses: [String], at port: String, _ log: KernelLogFacts) -> [Double] {
        losses.compactMap { loss in
            guard let place = log.lines.lastIndex(of: loss), let gone = KernelLogFacts.seconds(loss) else { return nil }
            let found = log.lines[..<place].last { $0.contains("usb \(port):") && $0.contains("New USB device found") }
            return found.flatMap(KernelLogFacts.seconds).map { gone - $0 }
        }
    }

    func explain(_ finding: inout Finding, _ place: Place) {
        // It works while it is used, and nobody has replugged it at such intervals.
        finding.severity = .warn
        finding.confidence = model == nil ? .possible : .likely
        let middle = stays.sorted().dropFirst(stays.count / 2).first
        finding.message +=
            (middle.map { ", each time about \(Words.number($0, decimals: 0)) s after it had come" } ?? "")
            + (model.map {
                ": it leaves the bus when it is suspended, which the kernel does to a camera that nobody uses (power saving)\($0.words)"
            } ?? ": it may leave the bus when it is suspended, which the kernel does to a camera that nobody has used for two seconds (power saving)")
        finding.evidence +=
            [EvidenceLine("connected each time for", Words.list(stays.map { "\(Words.number($0)) s" }))]
            + saving.evidence + (model.map { [$0.evidence] } ?? [])
        finding.effect = "between two uses the camera is gone for seconds, and a program that looks for it then finds none"
        finding.fixes =
            saving.fixes(identifier, place) + (model.map { [$0.newerKernel(place)] } ?? [])
            // Power saving is off by then.
            + finding.fixes.filter { !$0.commands.contains { $0.contains("power/control") } }
    }
}
