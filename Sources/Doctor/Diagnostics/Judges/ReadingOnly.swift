// SPDX-License-Identifier: Apache-2.0

/// Judges a capture card that compresses by itself and gives its stream only as a file is read: it has no buffers to map.
enum ReadingOnly {
    /// Source: the kernel's drivers ivtv, cx18 and pvrusb2, whose encoders offer V4L2_CAP_READWRITE without V4L2_CAP_STREAMING.
    private static let drivers: Set = ["ivtv", "cx18", "pvrusb2"]

    static func find(_ failure: StreamRecord.Failure, _ call: EvidenceLine, _ subject: StreamSubject) -> Finding? {
        guard failure.request == "VIDIOC_REQBUFS", failure.errno == "EINVAL" || failure.errno == "ENOTTY", let driver = subject.node?.driver,
            drivers.contains(driver)
        else { return nil }
        let place = subject.argument
        return Finding(
            .streamNone, .fail,
            "\(subject.name) gives no frames to programs that capture: its driver \(driver) hands out the stream that the card compresses (MPEG) by read() only, as of a file, and supports no streaming I/O",
            confidence: .likely, evidence: [call, EvidenceLine("driver", driver)],
            effect: "FFmpeg's -f v4l2, GStreamer's v4l2src and OpenCV find no pictures; the card is not at fault",
            fixes: [
                Fix(
                    "Read it as a file, without the option for V4L2", commands: ["ffplay \(place)", "cat \(place) | ffmpeg -i - OUTPUT"], isRunnable: false),
                Fix(
                    "To scan its pictures, let FFmpeg decode them",
                    commands: ["cat \(place) | ffmpeg -v error -i - -f yuv4mpegpipe -pix_fmt yuv420p - | candela scan --newest -"], isRunnable: false),
            ])
    }
}
