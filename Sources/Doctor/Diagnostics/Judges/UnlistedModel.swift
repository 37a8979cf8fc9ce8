// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A USB camera that breaks the rules of its class in a way that newer kernels know of its model, and the running one does not: the list of
/// its driver uvcvideo does not name it.
struct UnlistedModel {
    /// What newer kernels do otherwise for it.
    let quirks: UVCQuirks
    /// `1de1:f105`.
    let identifier: String
    private let kernel: String
    private let folder: String

    /// `nil` if the running kernel's list names it, if it is not known what that has, and if somebody has set the driver's parameter so.
    init?(_ identifier: String?, driver: String?, _ host: HostRecord) {
        guard driver == "uvcvideo", let identifier = identifier?.lowercased(), let machine = host.machine,
            let listed = machine.uvcListed, !listed.contains(identifier)
        else { return nil }
        let quirks = UVCQuirks.known(identifier).subtracting(UVCQuirks(rawValue: machine.uvcQuirks ?? 0))
        guard !quirks.isEmpty else { return nil }
        self.quirks = quirks
        self.identifier = identifier
        kernel = host.kernelRelease
        folder = host.modulesFolder
    }

    /// For the end of a sentence about the model.
    var words: String { "; newer kernels know that of this model (\(identifier)), and this one (\(kernel)) does not" }

    var evidence: EvidenceLine {
        EvidenceLine("\(identifier) in the list of uvcvideo (\(folder)/modules.alias)", "not named", threshold: "named by newer kernels")
    }

    func newerKernel(_ place: Place) -> Fix {
        place.newerKernel("Update to a newer kernel, whose driver uvcvideo knows this model (\(identifier)) and treats it as it needs")
    }

    // MARK: No frames

    private static let silence = "starts streaming, but no frame arrives"

    /// A camera that does not mark where a frame begins. The driver takes the first frame of a stream in any case. Source:
    /// uvc_video_decode_start in drivers/media/usb/uvc/uvc_video.c, where last_fid begins with -1.
    static func unmarked(_ seen: [EvidenceLine], _ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard stream.captured <= 1, stream.frames <= 1, let model = subject.unlisted, model.quirks.contains(.withoutFrameID) else { return nil }
        return model.withoutFrameID(seen, hasFrame: stream.firstFrameMs != nil || stream.captured > 0, subject)
    }

    /// - Parameter seen: what the stream showed.
    static func noFrame(_ seen: [EvidenceLine], _ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let model = subject.unlisted else { return nil }
        // Before, the driver passed them on.
        if model.quirks.contains(.knownPixels), stream.format?.isCompressed == false, !subject.place.isKernel(before: [4, 19]) {
            return model.wrongPixels(seen, stream, subject)
        }
        if model.quirks.contains(.awake), let saving = PowerSaving(subject.node) { return model.asleep(seen, saving, subject) }
        return nil
    }

    /// One that must not be suspended, and cannot be started.
    static func notStarting(_ seen: [EvidenceLine], _ subject: StreamSubject) -> Finding? {
        guard let model = subject.unlisted, model.quirks.contains(.awake), !subject.isOverNetwork, subject.virtualMachine == nil,
            let saving = PowerSaving(subject.node)
        else { return nil }
        var finding = model.asleep(seen, saving, subject, "does not start streaming")
        // Newer kernels do not say in which way it fails.
        finding.confidence = .possible
        finding.effect = "no picture can be captured"
        return finding
    }

    private func finding(
        _ why: String, _ evidence: [EvidenceLine], _ subject: StreamSubject, _ what: String, _ fixes: [Fix]
    ) -> Finding {
        Finding(
            .streamNone, .fail, "\(subject.name) \(what): \(why)", confidence: .likely, evidence: evidence,
            effect: "the scan waits for frames that do not arrive", fixes: fixes)
    }

    private func withoutFrameID(_ seen: [EvidenceLine], hasFrame: Bool, _ subject: StreamSubject) -> Finding {
        finding(
            "the camera does not mark where a frame begins, and its driver uvcvideo then throws its data away" + words, seen + [evidence],
            subject, hasFrame ? "starts streaming, but nothing arrives after the first frame" : Self.silence,
            subject.place.uvcQuirks(.withoutFrameID, "Let the driver find the ends of frames in another way", subject)
                + [newerKernel(subject.place)])
    }

    private func wrongPixels(_ seen: [EvidenceLine], _ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        let compressed = stream.offered.first(where: \.isCompressed).map {
            Fix(
                "Take the pictures compressed: of those the driver expects no certain size",
                commands: ["candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"])
        }
        return finding(
            "the camera announces a wrong number of bits a pixel for its uncompressed format, and its driver uvcvideo throws pictures of another size away"
                + words, seen + [evidence], subject, Self.silence, [compressed].compactMap(\.self) + [newerKernel(subject.place)])
    }

    private func asleep(
        _ seen: [EvidenceLine], _ saving: PowerSaving, _ subject: StreamSubject, _ what: String = silence
    ) -> Finding {
        finding(
            "the kernel suspends it while nobody uses it (power saving), and it seems not to come back from that" + words,
            seen + saving.evidence + [evidence], subject, what,
            [Fix("Unplug it, and plug it in again, so that its firmware starts from the beginning; then keep it awake before anything else")]
                + saving.fixes(identifier, subject.place).dropLast() + [newerKernel(subject.place)]
                + [Fix("If it digitises what another device shows and stays without pictures: look at that source, as one that is off looks the same from here")])
    }
}
