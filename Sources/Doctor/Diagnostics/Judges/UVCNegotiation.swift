// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import MachineFacts

/// A USB camera of the common class with which uvcvideo comes to no stream, because the camera breaks the rules of the negotiation.
enum UVCNegotiation {
    static func find(_ failure: StreamRecord.Failure, _ call: EvidenceLine, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.node?.driver == "uvcvideo", subject.node?.bus == "usb", failure.errno == "EIO", !subject.isOverNetwork,
            subject.virtualMachine == nil, subject.quirks?.startsOnce != true, subject.rivals == nil
        else { return nil }
        return switch failure.request {
        // The driver negotiates with the camera for these.
        case "VIDIOC_S_FMT", "VIDIOC_TRY_FMT", "VIDIOC_S_PARM": question(call, subject)
        case "VIDIOC_STREAMON": tooMuch(call, stream, subject)
        default: nil
        }
    }

    // MARK: Questions

    private static let questions: UVCQuirks = [.withoutLimits, .withoutDefaults, .longProbe]

    private static func question(_ call: EvidenceLine, _ subject: StreamSubject) -> Finding? {
        let faulty = subject.unlisted.flatMap { $0.quirks.isDisjoint(with: questions) ? nil : $0 }
        guard subject.sleep == nil || faulty != nil, !subject.refusedLimits.isEmpty || faulty != nil && !subject.hasBrokenTransfers
        else { return nil }
        // What newer kernels know of it may be another question than the one that it refused.
        let known = subject.refusedLimits.isEmpty || faulty?.quirks.contains(.withoutLimits) == true ? faulty : nil
        let said = subject.refusedLimits.isEmpty ? subject.refusals : subject.refusedLimits
        let quirks = (faulty?.quirks.intersection(questions) ?? []).union(subject.refusedLimits.isEmpty ? [] : .withoutLimits)
        return Finding(
            .streamNone, .fail,
            (subject.refusedLimits.isEmpty
                ? "\(subject.title) accepts no format: it does not answer what its driver uvcvideo asks it about a stream as the standard says, and the driver gives up (EIO)"
                : "\(subject.title) accepts no format: it does not answer a question that its driver uvcvideo asks about every stream, for the least and greatest values (GET_MIN, GET_MAX), and the driver gives up (EIO)")
                + (known?.words ?? ""),
            // Broken transfers would look the same without the log.
            confidence: subject.isLogRead ? .likely : .possible,
            evidence: [call] + said.suffix(3).map { EvidenceLine("kernel log", $0) } + (known.map { [$0.evidence] } ?? []),
            effect: "no picture can be captured, whatever the format and the program",
            fixes: subject.place.uvcQuirks(
                quirks, subject.refusedLimits.isEmpty ? "Let the driver negotiate in the way that this model needs" : "Let the driver leave that question out",
                subject)
                + [
                    known?.newerKernel(subject.place)
                        ?? subject.place.newerKernel("Or update to a newer kernel: uvcvideo has a list of such cameras, which grows with each release"),
                    Fix("If neither helps: unplug the camera and plug it in again, as its firmware may hang"),
                ])
    }

    // MARK: Bandwidth

    /// No setting of the camera's interface has the bandwidth that the camera asks for: without the driver's trace, EIO is all that tells.
    /// Newer kernels then take the fastest setting. Source: commits 37f85b276a36 (4.2), for values whose upper half is set, and 9764401bf6f8
    /// (6.17), for all.
    private static func tooMuch(_ call: EvidenceLine, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        let known = subject.unlisted.flatMap { $0.quirks.contains(.ownBandwidth) ? $0 : nil }
        let isSeen = subject.lackingSetting != nil
        // A slower link has a finding of its own. Uncompressed pictures can really be too much, and a log that nobody could read may tell of
        // another failure.
        guard (subject.node?.usbSpeed ?? 480) >= 480 else { return nil }
        guard isSeen || known != nil || subject.sleep == nil,
            isSeen || subject.isLogRead && !subject.hasFailedStream
                && (known != nil || stream.format?.isCompressed == true && subject.refusals.isEmpty && !isCorrected(subject.place)),
            // It fails in another way.
            isSeen || subject.unlisted?.quirks.contains(.awake) != true || PowerSaving(subject.node) == nil
        else { return nil }
        // Updates of kernels from 5.4 on have the newer behaviour, too.
        let isOld = subject.place.isKernel(before: [5, 4])
        let plain = stream.offered.filter { !$0.isCompressed && $0.area <= 640 * 480 }.max { $0.area < $1.area }
        return Finding(
            .streamBandwidth, .fail,
            "\(subject.title) does not start streaming (EIO): \(isSeen ? "it asks" : "it seems to ask") for more USB bandwidth than any of its own settings offers, and its driver uvcvideo then refuses to start it"
                + (known?.words ?? ""),
            confidence: isSeen ? .certain : known != nil || isOld ? .likely : .possible,
            evidence: [call] + (stream.format.map { [EvidenceLine("format", $0.text)] } ?? [])
                + (subject.lackingSetting.map { [EvidenceLine("kernel log", $0)] }
                    ?? (subject.isLogRead ? [EvidenceLine("failed requests of uvcvideo in the kernel log", "none: the driver itself gave up")] : []))
                + (known.map { [$0.evidence] } ?? []),
            effect: "no picture can be captured in this format",
            fixes: [
                subject.place.newerKernel(
                    "Update to a newer kernel: since Linux 6.17, and with updates of older ones from August 2025, uvcvideo takes the fastest setting of such a camera"
                )
            ]
                + (plain.map { format in
                    subject.place.uvcQuirks(
                        .ownBandwidth,
                        "Or let the driver compute the bandwidth, which it does for uncompressed pictures only", subject)
                        + [
                            Fix(
                                "With that, ask for uncompressed pictures",
                                commands: [
                                    "candela scan \(subject.argument) --format \(format.fourCC) --size \(format.width)x\(format.height)"
                                ])
                        ]
                } ?? [])
                + (isSeen ? [] : [
                    Fix(
                        "To be sure: let the driver write what the camera asks for into the kernel log, and start the camera once more",
                        commands: [
                            "echo 0x400 | sudo tee /sys/module/uvcvideo/parameters/trace", "sudo journalctl -k -f -g 'alt setting|bandwidth'",
                        ], needsRoot: true, undo: ["echo 0 | sudo tee /sys/module/uvcvideo/parameters/trace"], isRunnable: false)
                ])
                + DriverJudge.replug(subject))
    }

    /// The updates of older series with the second of these corrections, of 20 and 28 August 2025.
    private static let corrected = [
        [6, 16, 2], [6, 15, 11], [6, 12, 43], [6, 6, 103], [6, 1, 149], [5, 15, 190], [5, 10, 241], [5, 4, 297],
    ]

    /// Whether the kernel takes the fastest setting by its number. Distributions that count in their own way have 0 in the third place, which
    /// tells nothing.
    private static func isCorrected(_ place: Place) -> Bool {
        !place.isKernel(before: [6, 17])
            || corrected.contains { update in
                !place.isKernel(before: update) && place.isKernel(before: [update[0], update[1] + 1])
            }
    }
}
