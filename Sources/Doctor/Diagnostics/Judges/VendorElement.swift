// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Elements of GStreamer that come with one maker's system only, and what stands in their place elsewhere.
enum VendorElement {
    /// The remedy where one is missing; `nil` for elements that GStreamer's own packages have.
    static func fix(_ name: String, _ place: Place) -> Fix? {
        if let others = gone[name] {
            return Fix(
                place.platform.isJetson
                    ? "NVIDIA has taken \(name) out of JetPack 5 and later (L4T 35): write \(others) in its place"
                    : "It was one of NVIDIA's Jetson, whose system has it no more: write \(common(name)) in its place")
        }
        guard name.hasPrefix("nv") else { return nil }
        guard !place.platform.isJetson else {
            return Fix(
                "It is one of NVIDIA's, which this Jetson's system brings: install its package, in a container also with NVIDIA's runtime (--runtime nvidia)",
                commands: ["sudo apt install nvidia-l4t-gstreamer"], needsRoot: true, isRunnable: false)
        }
        // `nvh264enc` and others decode and encode on any graphics card.
        guard isOfJetson(name) else {
            return Fix(
                "It is one of NVIDIA's, from GStreamer's plug-in nvcodec (the bad plug-ins) or DeepStream, and needs a graphics card of NVIDIA's. Use \(common(name)) where there is none"
            )
        }
        return Fix("It is one of NVIDIA's for a Jetson, and this machine is none: the pipeline was written for that. Write \(here(name, place)) in its place")
    }

    /// What NVIDIA took out, and what it has in its place. Source: its Accelerated GStreamer guide for Jetson Linux 35.
    private static let gone = [
        "nvoverlaysink": "nv3dsink (or nveglglessink, or nvdrmvideosink without a desktop)", "nvhdmioverlaysink": "nv3dsink or nvdrmvideosink",
        "nvcamerasrc": "nvarguscamerasrc", "omxh264enc": "nvv4l2h264enc", "omxh265enc": "nvv4l2h265enc", "omxh264dec": "nvv4l2decoder",
        "omxh265dec": "nvv4l2decoder",
    ]

    private static func isOfJetson(_ name: String) -> Bool {
        name == "nvarguscamerasrc" || name == "nvvidconv" || name == "nvjpegenc" || name == "nvjpegdec" || name == "nv3dsink" || name == "nvcompositor"
            || name == "nvdrmvideosink" || name == "nveglglessink" || name.hasPrefix("nvv4l2")
    }

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
        case name.contains("dec"): "decodebin"
        case name.hasSuffix("camerasrc"): "v4l2src or libcamerasrc"
        case name.contains("jpegenc"): "jpegenc"
        case name.contains("conv"): "videoconvert and videoscale"
        default: "an element that this machine has (gst-inspect-1.0 lists them)"
        }
    }
}
