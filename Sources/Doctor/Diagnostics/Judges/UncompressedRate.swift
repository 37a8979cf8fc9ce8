// SPDX-License-Identifier: Apache-2.0

/// Uncompressed pictures that come often enough to scan, and clearly less often than the same camera sends them compressed. Programs that take
/// the uncompressed ones by themselves, such as OpenCV, then seem stuck at that rate.
///
/// Told only of a stream that is uncompressed itself: nearly every webcam has such sizes, and candela takes the compressed ones there.
enum UncompressedRate {
    /// Below the first, codes are found late, which is a finding of its own. Not fitted: from the second one on, movements look smooth.
    private static let rates = 15.0..<25.0
    /// Not fitted: by less nobody notices.
    private static let leastGain = 1.4

    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, subject.node?.bus == "usb", let format = stream.format, !format.isCompressed,
            let rate = format.framesPerSecond, rates.contains(rate)
        else { return nil }
        let same = stream.offered.filter { $0.width == format.width && $0.height == format.height && ($0.framesPerSecond ?? 0) <= 10_000 }
        // Asked for at a lower rate than the camera has, or in the slower one of several uncompressed formats.
        guard !same.contains(where: { !$0.isCompressed && ($0.framesPerSecond ?? 0) > 1.05 * rate }),
            let better = same.filter({ ["MJPG", "JPEG"].contains($0.fourCC) }).max(by: { ($0.framesPerSecond ?? 0) < ($1.framesPerSecond ?? 0) }),
            let most = better.framesPerSecond, most >= max(rates.upperBound, leastGain * rate)
        else { return nil }
        let size = "\(format.width)x\(format.height)"
        return Finding(
            .streamUncompressed, .note,
            "\(subject.name) sends \(size) uncompressed (\(format.fourCC)) at most \(Words.number(rate)) times a second, and compressed (\(better.fourCC)) \(Words.number(most)) times",
            evidence: [
                EvidenceLine(
                    "VIDIOC_ENUM_FRAMEINTERVALS",
                    "\(size): \(format.fourCC) \(Words.number(rate)) fps, \(better.fourCC) \(Words.number(most)) fps")
            ] + needed(format, most, subject),
            effect: "candela scans with it; programs that ask for uncompressed pictures, as OpenCV and motion do by themselves, get no more than \(Words.number(rate)) frames per second at this size",
            fixes: [
                Fix("Use \(better.fourCC)", commands: ["candela scan \(subject.argument) --format \(better.fourCC) --size \(size)"]),
                Fix(OtherPrograms.asking(for: better.fourCC)),
            ])
    }

    /// Why it is so, where the link explains it.
    private static func needed(_ format: StreamRecord.Format, _ rate: Double, _ subject: StreamSubject) -> [EvidenceLine] {
        guard subject.node?.usbSpeed == 480, let megabytes = format.megabytes(at: rate) else { return [] }
        let megabits = 8 * megabytes
        guard megabits > StreamQuality.reservable else { return [] }
        return [
            EvidenceLine(
                "uncompressed at \(Words.number(rate)) fps", "\(Words.number(megabits, decimals: 0)) Mb/s",
                threshold: "\(Words.number(StreamQuality.reservable, decimals: 0)) Mb/s for one USB 2 device")
        ]
    }
}
