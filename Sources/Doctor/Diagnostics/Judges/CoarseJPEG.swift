// SPDX-License-Identifier: Apache-2.0

/// Judges how much a camera, or what feeds it, compresses its pictures.
enum CoarseJPEG {
    /// On the usual scale. Not fitted: cameras have 50 to 90, and below 20 the blocks of eight pixels are seen by everybody.
    private static let coarsest = 20

    /// A photograph that does not read, and whose file is compressed so much.
    static func suspect(_ evidence: PictureEvidence) -> Suspect? {
        guard !evidence.isLive, evidence.isUnread, let quality = evidence.jpegQuality, (1..<coarsest).contains(quality) else { return nil }
        return Suspect(
            .focus, .streamCoarse, .clear,
            "The picture was saved with far too low a quality: it is a JPEG of quality \(quality) of 100, in coarse blocks of 8 × 8 pixels.",
            evidence: [
                EvidenceLine("quality, by the tables of the JPEG", "\(quality) of 100", threshold: "at least \(coarsest)", source: "libjpeg's scale")
            ], effect: "Modules and narrow bars are lost in the blocks.",
            fixes: [
                Fix("Use the original picture, or save it again from there as PNG or as JPEG of quality 80 or more: saving this file again brings nothing back"),
                Fix("If a program sends or stores it so, raise the quality that it is set to"),
            ])
    }

    /// Those that are compressed so much that narrow bars are lost.
    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let quality = stream.jpegQuality, (1..<coarsest).contains(quality) else { return nil }
        let isFirmware = ["bcm2835-v4l2", "bm2835 mmal"].contains(subject.node?.driver)
        let plain = stream.offered.filter { !$0.isCompressed && ($0.framesPerSecond ?? 0) >= 5 }.max { $0.area < $1.area }
        return Finding(
            .streamCoarse, .warn, "the pictures of \(subject.name) are compressed so much that they are coarse and in blocks: they are JPEGs of quality \(quality) of 100",
            evidence: [
                EvidenceLine("quality, by the tables of a JPEG", "\(quality) of 100", threshold: "at least \(coarsest)", source: "libjpeg's scale")
            ], effect: "narrow bars and small modules are lost in the blocks",
            fixes: (isFirmware
                ? [
                    Fix(
                        "Give the firmware of the Raspberry Pi more bits for each picture (crowsnest: v4l2ctl: video_bitrate_mode=1,video_bitrate=15000000)",
                        commands: ["v4l2-ctl -d \(Words.shell(subject.node?.place ?? "/dev/video0")) -c video_bitrate_mode=1,video_bitrate=15000000"], isRunnable: false)
                ] : [])
                + [
                    Fix(
                        subject.kind == .network
                            ? "Raise the quality of its JPEGs (MJPEG quality, compression) on its page, or in the program that serves them"
                            : "Raise the quality, if the camera has a control for it (compression_quality)",
                        commands: subject.kind == .network ? [] : ["candela info \(subject.argument)"], isRunnable: false)
                ]
                + (plain.map {
                    [Fix("Or use uncompressed pictures", commands: ["candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"])]
                } ?? []))
    }
}
