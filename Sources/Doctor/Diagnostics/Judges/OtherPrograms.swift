// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A camera whose pictures candela takes, in a form that browsers and most other programs do not.
struct OtherPrograms {
    private let stream: StreamRecord
    let snapshot: Snapshot
    let subject: StreamSubject
    var formats: [String] { subject.node?.formats ?? [] }
    private var isFed: Bool { subject.node?.nodeClass == "loopback" }

    init(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) {
        self.stream = stream
        self.snapshot = snapshot
        self.subject = subject
    }

    /// The first that applies.
    func find() -> Finding? { ofNetwork ?? ofNode ?? ofFormats }

    private var ofNetwork: Finding? { newCompression ?? datagrams }
    private var ofNode: Finding? { compressedOnly ?? highNumber ?? multiPlanar ?? ownProcessor ?? sizeRange }
    private var ofFormats: Finding? { firstFormatOnly ?? oddSize ?? planarOnly ?? rgbOnly ?? rareFormat ?? smallRaw }

    /// Formats that browsers take from a node. Source: Chromium's media/capture/video/linux/v4l2_capture_delegate.cc, and
    /// libwebrtc's video_capture for Linux, which Firefox uses.
    private static let common: Set = ["YUYV", "UYVY", "YU12", "NV12", "MJPG", "JPEG", "RGB3", "Y16", "YUY2", "I420"]
    /// YUV 4:2:0, in planes.
    private static let planar: Set = ["YU12", "I420", "NV12"]

    func note(
        _ message: String, _ evidence: EvidenceLine, effect: String = "other programs may show no picture", _ fixes: [Fix]
    ) -> Finding {
        Finding(
            .streamFewPrograms, .note, message, evidence: [evidence], effect: "candela reads it; \(effect)", fixes: fixes)
    }

    private var offered: EvidenceLine { EvidenceLine("VIDIOC_ENUM_FMT", formats.joined(separator: ", ")) }

    /// What programs write into a virtual camera that work with pictures for displays.
    private var rgbOnly: Finding? {
        guard subject.kind == .camera, !formats.isEmpty, Set(formats).isSubset(of: ["RGB3", "BGR3", "RGB4", "BGR4", "AR24", "XR24"]) else {
            return nil
        }
        return note(
            "\(subject.name) sends RGB pictures only (\(Words.list(formats))): older versions of Firefox and other programs, which expect YUV or JPEG from a camera, show nothing"
                + (formats.contains("RGB3") ? "; Chromium takes them" : ""),
            offered,
            [
                Fix(
                    isFed
                        ? "Let what feeds it send YUYV or YU12 instead: -pix_fmt yuyv422 in FFmpeg, videoconvert ! video/x-raw,format=YUY2 in GStreamer, a choice of the program itself"
                        : "Let FFmpeg or GStreamer convert it for a virtual camera (v4l2loopback)"),
                Fix(formats.contains("RGB3") ? "Or use Chromium, or a newer version of the program" : "Or use another program, or a newer version of it"),
            ])
    }

    private var newCompression: Finding? {
        guard subject.kind == .network, let codec = snapshot.network?.value?.video?.codec, codec == "H.265" else { return nil }
        return note(
            rare("H.265 (HEVC)"), EvidenceLine("compression", codec),
            [
                Fix("Choose H.264 (AVC) on the camera's page, or its second stream (sub stream), which is often H.264"),
                Fix("Or let a program between them convert it to H.264, such as go2rtc"),
            ])
    }

    /// candela asks for the connection first, and takes datagrams only where the camera refuses it.
    private var datagrams: Finding? {
        guard subject.kind == .network, snapshot.network?.value?.video?.isDatagrams == true, stream.corrupt == 0 else { return nil }
        return note(
            "\(subject.name) sends its pictures as single datagrams (UDP) only, and refuses to send them over the connection (TCP): programs that ask for TCP, as OpenCV does by itself, get none (461 Unsupported transport)",
            EvidenceLine("RTSP SETUP", "refused over TCP, accepted over UDP"),
            [
                Fix(
                    "Tell the other program to ask for UDP: -rtsp_transport udp for FFmpeg, protocols=udp for GStreamer's rtspsrc, this variable for OpenCV",
                    commands: ["export OPENCV_FFMPEG_CAPTURE_OPTIONS='rtsp_transport;udp'"], isRunnable: false),
                Fix("Or let a program between them, such as go2rtc or MediaMTX, take it by UDP and offer it by TCP"),
            ])
    }

    private func rare(_ form: String) -> String {
        "\(subject.name) sends \(form), which browsers and most other programs do not take from a camera"
    }

    private var compressedOnly: Finding? {
        guard subject.kind == .camera, !formats.isEmpty, Set(formats).isSubset(of: ["MJPG", "JPEG"]) else { return nil }
        return note(
            "\(subject.name) sends compressed pictures only (\(Words.list(formats))): programs that ask for raw ones (video/x-raw, YUYV) get none",
            offered,
            [
                Fix(
                    "Let the other program take and decode them: v4l2src ! image/jpeg ! jpegdec in GStreamer (or decodebin), -input_format mjpeg in FFmpeg, CAP_PROP_FOURCC MJPG in OpenCV"
                )
            ])
    }

    /// libwebrtc asks /dev/video0 to /dev/video63 and no others. Source: its device_info_v4l2.cc.
    private var highNumber: Finding? {
        guard let node = subject.node, let number = node.place.videoNumber, number > 63
        else { return nil }
        return note(
            "\(node.place) has the number \(number), and programs with WebRTC (Firefox, Discord) look at /dev/video0 to /dev/video63 only",
            EvidenceLine("number", "\(number)", threshold: "at most 63", source: "libwebrtc, device_info_v4l2.cc"),
            effect: "those programs do not list it",
            [
                isFed
                    ? Fix(
                        "Give the virtual camera a lower number: video_nr=9 among the options of v4l2loopback, and the same in what feeds it",
                        commands: LoopbackModule(node, snapshot.host.value).reload("video_nr=9"), needsRoot: true,
                        isRunnable: false)
                    : Fix("Unload what has taken the lower numbers, such as virtual cameras, and replug the camera")
            ])
    }

    /// Many programs know only the other kind of the API. Source: FFmpeg's libavdevice/v4l2.c, OBS's linux-v4l2.
    private var multiPlanar: Finding? {
        guard let node = subject.node, node.classReason.contains("VIDEO_CAPTURE_MPLANE") else { return nil }
        return note(
            "\(node.place) has the multi-planar API of V4L2 only (VIDEO_CAPTURE_MPLANE): FFmpeg, OBS and browsers say that it is not a video capture device",
            EvidenceLine(node.place, node.classReason), effect: "other programs may not open it",
            [
                Fix(
                    "Use programs that know it, as GStreamer (v4l2src) does; for others, let GStreamer feed a virtual camera",
                    commands: [
                        "sudo modprobe v4l2loopback video_nr=9",
                        "gst-launch-1.0 v4l2src device=\(Words.shell(node.place)) ! videoconvert ! video/x-raw,format=YUY2 ! v4l2sink device=/dev/video9",
                    ], needsRoot: true, isRunnable: false)
            ])
    }

    /// A camera of a Jetson whose own image processor makes its pictures: NVIDIA's source takes raw sensors only. Source: NVIDIA's
    /// Jetson Linux guide, "Camera Architecture Stack", whose other path is v4l2src.
    private var ownProcessor: Finding? {
        guard let node = subject.node, node.driver?.hasPrefix("tegra") == true, node.nodeClass == "capture",
            let format = formats.first(where: { ["UYVY", "YUYV", "NV16", "NV12", "VYUY"].contains($0) })
        else { return nil }
        return note(
            "\(subject.name) gives finished pictures (\(format)) from an image processor of its own: NVIDIA's programs (nvarguscamerasrc, jetson.utils with csi://) list raw sensors only, and say that no camera is there",
            offered, effect: "those programs do not list it",
            [
                Fix(
                    "Take its pictures by V4L2 in place of nvarguscamerasrc",
                    commands: [
                        "gst-launch-1.0 v4l2src device=\(Words.shell(node.place)) ! video/x-raw,format=\(format == "YUYV" ? "YUY2" : format) ! videoconvert ! autovideosink"
                    ], isRunnable: false),
                Fix("In OpenCV: cv2.VideoCapture(\(node.place.videoNumber ?? 0), cv2.CAP_V4L2)"),
            ])
    }

    /// The firmware of a Raspberry Pi scales to any size. Source: bcm2835-v4l2 answers VIDIOC_ENUM_FRAMESIZES with
    /// V4L2_FRMSIZE_TYPE_STEPWISE, and Chromium's v4l2_capture_delegate.cc takes V4L2_FRMSIZE_TYPE_DISCRETE only.
    private var sizeRange: Finding? {
        // A service or container is no browser.
        let isService = snapshot.client.map { [.unit, .userUnit, .container].contains($0.kind) } == true
        guard let node = subject.node, node.driver == FirmwareCamera.driver, node.nodeClass == "capture", !isService else { return nil }
        let isDebian = Place(snapshot).platform.packages == .apt
        return note(
            "\(node.place) gives its frame sizes as a range (stepwise) and not as a list: Chromium lists only cameras with single sizes, unless Raspberry Pi's patch for that is in it",
            EvidenceLine("driver", "bcm2835-v4l2: V4L2_FRMSIZE_TYPE_STEPWISE"),
            effect: "Chromium and programs built on it may not list it",
            [
                Fix(
                    "Update Chromium from Raspberry Pi's own packages, or use another browser: Firefox takes it",
                    commands: isDebian ? ["sudo apt update", "sudo apt full-upgrade"] : [], needsRoot: isDebian, isRunnable: false),
                Fix("Or let FFmpeg or GStreamer feed a virtual camera (v4l2loopback) from it, or use a USB camera in the browser"),
            ])
    }

    /// Programs that ask for raw pictures, as OpenCV and motion do by themselves, get a small one where only compressed ones are
    /// large.
    private var smallRaw: Finding? {
        guard subject.kind == .camera, subject.node?.bus == "usb" else { return nil }
        let raw = stream.offered.filter { !$0.isCompressed }.max { $0.area < $1.area }
        let compressed = stream.offered.filter { ["MJPG", "JPEG"].contains($0.fourCC) }.max { $0.area < $1.area }
        guard let raw, let compressed, raw.area <= 640 * 480, compressed.area >= 1280 * 720 else { return nil }
        return note(
            "\(subject.name) gives uncompressed pictures (\(raw.fourCC)) of \(raw.width)x\(raw.height) at most, and larger ones, up to \(compressed.width)x\(compressed.height), only compressed (\(compressed.fourCC))",
            EvidenceLine("largest formats", "\(raw.text), \(compressed.text)"),
            effect: "programs that ask for raw pictures, as OpenCV and motion do by themselves, get the small ones",
            [Fix(Self.asking(for: compressed.fourCC))])
    }

    /// How programs are told to take a camera's JPEGs.
    static func asking(for fourCC: String) -> String {
        "Tell the other program to ask for \(fourCC): CAP_PROP_FOURCC MJPG in OpenCV (before the size), v4l2_palette 8 for motion, -input_format mjpeg for FFmpeg, image/jpeg ! jpegdec in GStreamer"
    }

    private var oddSize: Finding? {
        guard isFed, let format = stream.format, ["YU12", "I420", "NV12", "YUYV"].contains(format.fourCC),
            format.width % 2 != 0 || format.height % 2 != 0
        else { return nil }
        return note(
            "\(subject.name) sends pictures of \(format.width)x\(format.height), an odd size: its buffers are then longer or shorter than browsers compute, and they drop them",
            EvidenceLine("format", "\(format.fourCC) \(format.width)x\(format.height)", threshold: "even width and height"),
            effect: "Chromium and programs built on it show no picture",
            [
                Fix(
                    "Let what feeds it send an even size, such as \(format.width / 2 * 2)x\(format.height / 2 * 2): -vf scale=trunc(iw/2)*2:trunc(ih/2)*2 in FFmpeg; then close all programs that have it open, and start the feeder first"
                )
            ])
    }

    private var planarOnly: Finding? {
        guard subject.kind == .camera, !formats.isEmpty, Set(formats).isSubset(of: Self.planar) else { return nil }
        return note(
            "\(subject.name) sends planar pictures only (\(Words.list(formats)), YUV 4:2:0): browsers take them, and programs that only know YUYV or MJPG show nothing",
            offered,
            !isFed ? [
                Fix("Let the other program take one of these formats, if it or a newer version of it can"),
                Fix(
                    "Or convert it for that program, through a virtual camera (v4l2loopback)",
                    commands: ["ffmpeg -f v4l2 -i \(subject.argument) -pix_fmt yuyv422 -f v4l2 /dev/videoN"], isRunnable: false),
                Fix("Or use a camera or grabber that gives MJPG or YUYV, too"),
            ] : [
                Fix("Let what feeds it send YUYV instead, if it has such a choice: -pix_fmt yuyv422 in FFmpeg, YUY2 in OBS and GStreamer"),
                Fix(
                    "Or use another program, or a newer version of it, that takes this format; or a second virtual camera to which FFmpeg converts"
                ),
            ])
    }

    private var rareFormat: Finding? {
        guard subject.kind == .camera, !formats.isEmpty, !formats.contains(where: Self.common.contains),
            // Bare sensors and monochrome cameras have findings of their own.
            formats.contains(where: { ["YV12", "YVYU", "VYUY", "NV21", "BGR3", "H264", "HEVC", "YM12"].contains($0) })
        else { return nil }
        return note(
            rare("only \(Words.list(formats))"), offered,
            [
                isFed
                    ? Fix("Feed it with YUY2 (YUYV) instead: format=YUY2 in GStreamer, -pix_fmt yuyv422 in FFmpeg")
                    : Fix(
                        "For other programs, convert it through a virtual camera (v4l2loopback) to yuyv422, for example with FFmpeg"
                    )
            ])
    }
}
