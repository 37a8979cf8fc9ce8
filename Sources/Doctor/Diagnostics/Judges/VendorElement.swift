// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Elements of GStreamer that come with one maker's system only, and what stands in their place elsewhere.
enum VendorElement {
    /// The remedy where one is missing; `nil` for elements that GStreamer's own packages have.
    static func fix(_ name: String, _ client: CameraClientRecord, _ place: Place) -> Fix? {
        if place.platform.isJetson { return onJetson(name, isContainer: client.kind == .container) }
        if name.hasPrefix("omx") {
            guard place.platform.isRaspberryPi else { return nil }
            return Fix("It is of a Raspberry Pi's old way to its codecs (OpenMAX), which systems of 64 bits and newer ones do not have: write \(common(name)) in its place")
        }
        guard name.hasPrefix("nv") else { return nil }
        guard ofJetson.contains(name) else {
            return Fix(
                "It is one of NVIDIA's, of GStreamer's plug-in nvcodec (the bad plug-ins) or of DeepStream, and needs NVIDIA's graphics card or board. Write \(common(name)) in its place where there is none"
            )
        }
        // In a container the device tree, which names the board, is hidden.
        guard place.platform.board != nil else {
            return Fix("It is one of NVIDIA's for a Jetson, whose own system brings it. If this machine is none, write \(here(name, place)) in its place")
        }
        return Fix("It is one of NVIDIA's for a Jetson, and this machine is none: the pipeline was written for that. Write \(here(name, place)) in its place")
    }

    /// Its system brings these, and has dropped some.
    private static func onJetson(_ name: String, isContainer: Bool) -> Fix? {
        if let others = dropped[name] {
            return Fix(
                "NVIDIA has dropped \(name) in newer releases (JetPack 5, L4T 35, has it no longer): write \(others) in its place\(isContainer ? "; with JetPack 4, start the container with NVIDIA's runtime (--runtime nvidia), which lends it the machine's own" : "")")
        }
        guard name.hasPrefix("nv") else { return nil }
        return isContainer
            ? Fix("It is one of NVIDIA's, which the Jetson's own system has: start the container with NVIDIA's runtime (--runtime nvidia), or use NVIDIA's image for L4T")
            : Fix(
                "It is one of NVIDIA's, which the Jetson's own system brings: install its package", commands: ["sudo apt install nvidia-l4t-gstreamer"],
                needsRoot: true, isRunnable: false)
    }

    /// What NVIDIA has in place of those that it dropped. Sources: its Accelerated GStreamer guide (omx, since L4T 34.1) and
    /// release notes (nvoverlaysink, deprecated since 32.1); JetsonHacksNano/CSI-Camera, issue 62.
    private static let dropped = [
        "nvoverlaysink": "nv3dsink (or nveglglessink, or nvdrmvideosink without a desktop)", "nvhdmioverlaysink": "nv3dsink or nvdrmvideosink",
        "nvcamerasrc": "nvarguscamerasrc", "omxh264enc": "nvv4l2h264enc (x264enc on a board without an encoder, as Orin Nano)",
        "omxh265enc": "nvv4l2h265enc", "omxh264dec": "nvv4l2decoder", "omxh265dec": "nvv4l2decoder",
    ]

    /// DeepStream has some of the others, on graphics cards, too.
    private static let ofJetson: Set = ["nvarguscamerasrc", "nvcamerasrc", "nvv4l2camerasrc", "nvvidconv", "nvoverlaysink", "nvdrmvideosink"]

    private static func here(_ name: String, _ place: Place) -> String {
        guard name.hasSuffix("camerasrc") else { return common(name) }
        return place.platform.isRaspberryPi
            ? "libcamerasrc (package gstreamer1.0-libcamera) for the Pi's own camera, or v4l2src for a USB camera,"
            : "v4l2src for a USB camera, or libcamerasrc for one of libcamera,"
    }

    /// What every machine can have for the same work.
    private static func common(_ name: String) -> String {
        switch true {
        case name.hasSuffix("sink"): "autovideosink"
        case name.contains("264enc"): "v4l2h264enc or x264enc"
        case name.contains("265enc"): "x265enc"
        case name.contains("264dec"): "v4l2h264dec or avdec_h264"
        case name.contains("dec"): "decodebin"
        case name.contains("jpegenc"): "jpegenc"
        case name.contains("conv"): "videoconvert and videoscale"
        default: "an element that this machine has (gst-inspect-1.0 lists them)"
        }
    }
}
