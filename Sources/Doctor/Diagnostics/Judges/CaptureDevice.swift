// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import FrameMetrics
internal import MachineFacts

/// A capture device for digital video (HDMI, DVI, SDI): its picture is mostly the screen of a computer, a console or a player.
///
/// There pure white, black and even parts are usual, and neither light nor a lens is in the picture. Grabbers of analog video are left out:
/// what they digitise is mostly a camera's.
enum CaptureDevice {
    // MARK: What it digitises

    /// Drivers of receivers and cards for digital video, and its bridges on the receivers of boards. Source: the kernel's drivers/media.
    private static let digitalDrivers = [
        "tc35874", "tc358840", "lt6911", "rk628", "rk_hdmirx", "snps_hdmirx", "procapture", "blackmagic", "sc0710", "adv7604", "adv7611", "adv7612",
        "adv7842", "it66021", "it6616", "gs2971",
    ]
    /// Without Elgato's Cam Link, which is made for cameras.
    private static let digitalWords = [
        "hdmi", "dvi2usb", "hd60", "elgato 4k", "shadowcast", "live gamer", "ripsaw", "nzxt signal", "inogeni", "usb3hdcap", "av.io",
    ]
    /// What the sticks with a MacroSilicon MS2109 call themselves.
    private static let stick = "usb video: usb video"
    private static let analogWords = ["av to usb", "easycap", "composite", "s-video", "svideo", "vhs"]
    /// Makers of chips and devices for HDMI on USB: MacroSilicon (twice), Magewell, AVerMedia (webcams are no grabbers: see `VideoGrabber`).
    private static let digitalVendors = ["534d", "345f", "2935", "07ca"]
    /// MacroSilicon's stick for composite video and S-Video.
    private static let analogIDs: Set = ["534d:0021"]

    /// Whether a grabber digitises digital video, as far as its driver, name or maker tell.
    ///
    /// - Parameters:
    ///   - usbID: `534d:2109`.
    ///   - parts: names of what stands before a board's receiver: `tc358743 10-000f`.
    static func isDigital(_ node: NodeRecord, usbID: String?, parts: [String]) -> Bool {
        let driver = (node.driver ?? "").lowercased()
        if digitalDrivers.contains(where: driver.hasPrefix) { return true }
        if node.bus == "platform" { return parts.contains { part in digitalDrivers.contains { part.lowercased().hasPrefix($0) } } }
        let title = node.title.lowercased()
        // A driver of its own is one for analog video.
        guard driver == "uvcvideo", usbID.map(analogIDs.contains) != true, !analogWords.contains(where: title.contains) else { return false }
        return title.hasPrefix(stick) || digitalWords.contains(where: title.contains)
            || usbID.map { id in digitalVendors.contains { id.hasPrefix($0 + ":") } } == true
    }

    // MARK: Light and lens

    /// In luma of 255. A picture that a program has drawn has none, in space and from frame to frame; that of a camera's sensor has. Not fitted:
    /// compression leaves a tenth.
    private static let drawnNoise = 0.1

    /// Whether the picture is to be taken for that of a display, so that light and focus are nothing to judge in it. A camera can be at the
    /// input, too.
    static func showsDisplay(_ picture: PictureEvidence, _ subject: StreamSubject) -> Bool {
        guard subject.kind == .camera, subject.isDigitalGrabber, picture.isLive, let figures = picture.figures else { return false }
        return figures.noise <= drawnNoise && (picture.temporal?.isStill != true || (picture.temporal?.noise ?? 0) <= drawnNoise)
    }

    // MARK: Lost detail

    /// A drawn picture without a sharp edge: print and frames of windows have edges of one to two pixels, whatever they show. Nothing before the
    /// device's input blurs them, so it has done so itself.
    static func soft(_ picture: PictureEvidence, _ stream: StreamRecord?, _ subject: StreamSubject) -> Finding? {
        guard picture.isOfDisplay == true, let stream, let format = stream.format, let figures = picture.figures,
            figures.noise <= drawnNoise, let noise = picture.temporal?.noise, noise <= drawnNoise,
            figures.range >= PictureThresholds.clearRange, figures.edges.count >= PictureThresholds.enoughEdges,
            let width = figures.edges.width, width.isFinite, width > PictureThresholds.wideEdge
        else { return nil }
        let size = "\(format.width)x\(format.height)"
        return Finding(
            .streamCoarse, picture.isUnread ? .warn : .note,
            "the capture device \(subject.name) (\(subject.title)) sends a picture without fine detail: its sharpest edges are \(width.text()) px wide, and those on a computer's screen 1 to 2; such devices scale the picture of their source to the size that is captured, and compress it",
            confidence: .likely,
            evidence: [
                EvidenceLine(
                    "width of the sharpest edges, 10 to 90 %", "\(width.text()) px", threshold: "at most \(PictureThresholds.wideEdge.text()) px",
                    source: "letters and windows that programs draw have 1 to 2"),
                EvidenceLine("strong edges", "\(figures.edges.count)", threshold: "at least \(PictureThresholds.enoughEdges)"),
                EvidenceLine(
                    "noise in a frame, and from frame to frame", "\(figures.noise.text()) and \(noise.text()) of 255",
                    threshold: "at most \(drawnNoise.text()) where a program has drawn the picture"),
                EvidenceLine("format", format.text + (stream.jpegQuality.map { ", JPEGs of quality \($0) of 100" } ?? "")),
            ],
            effect: "small print is hard to read, and narrow bars and small modules run into each other; neither light nor a lens is the cause",
            fixes: [
                Fix(
                    "Set the computer or player at its input to \(size), the size that is captured, so that the device need not scale; or capture at the size that the source sends",
                    commands: larger(format, stream, subject), isRunnable: false),
                uncompressed(format, stream, subject),
                Fix(
                    "If it is as soft with both: the device smooths what it captures, as cheap sticks do, and nothing on this computer changes that. Use a better capture device"
                        + (subject.isRaspberryPi ? ", or a bridge from HDMI to the camera connector (CSI-2), such as one with a TC358743" : "")),
                Fix("If a camera is at its input and no screen: look at that camera's own display first, and make its picture sharp there"),
            ].compactMap(\.self))
    }

    /// The largest picture, if it is larger than the present one.
    private static func larger(_ format: StreamRecord.Format, _ stream: StreamRecord, _ subject: StreamSubject) -> [String] {
        let others = stream.offered.filter { $0.fourCC == format.fourCC && $0.area > format.area && ($0.framesPerSecond ?? 0) >= 10 }
        return others.max { $0.area < $1.area }.map { ["candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"] } ?? []
    }

    /// The same size without the device's compression.
    private static func uncompressed(_ format: StreamRecord.Format, _ stream: StreamRecord, _ subject: StreamSubject) -> Fix? {
        guard format.isCompressed else { return nil }
        let plain = stream.offered.filter { !$0.isCompressed && $0.width == format.width && $0.height == format.height }
        return plain.max { ($0.framesPerSecond ?? 0) < ($1.framesPerSecond ?? 0) }.map { plain in
            Fix(
                "Or take its pictures uncompressed (\(plain.fourCC)), which leaves out the loss of its JPEGs, but not that of its scaling"
                    + (plain.framesPerSecond.map { "; at this size it sends them at most \(Words.number($0, decimals: 0)) times a second" } ?? ""),
                commands: ["candela scan \(subject.argument) --format \(plain.fourCC) --size \(plain.width)x\(plain.height)"])
        }
    }
}

extension CameraSettings {
    /// Whether the device has a control of the exposure, and so a sensor of its own, whatever its name says: the "HDMI USB Camera" is a
    /// microscope's.
    var hasExposure: Bool { exposureMode != nil || exposureTime != nil || exposure != nil }
}
