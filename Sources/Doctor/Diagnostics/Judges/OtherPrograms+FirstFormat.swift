// SPDX-License-Identifier: Apache-2.0

extension OtherPrograms {
    /// A grabber whose firmware answers the choice of a format with a wrong number, and sends the first one whatever was chosen.
    ///
    /// Source: the kernel's change "media: uvcvideo: Fix pixel format change for Elgato Cam Link 4K", in 5.14 and taken over into older stable
    /// versions of that year.
    var firstFormatOnly: Finding? {
        guard subject.kind == .camera, let node = subject.node, node.driver == "uvcvideo", let host = snapshot.host.value,
            let camera = host.usbCamera(of: node),
            [camera.vendorID, camera.productID].map({ $0?.lowercased() }) == ["0fd9", "0066"], Place(snapshot).isKernel(before: [5, 14]),
            let first = formats.first, Set(formats).count > 1
        else { return nil }
        return note(
            "\(subject.name) (\(node.title)) sends \(first) whatever format is chosen: its firmware answers the choice wrongly, and this kernel (\(host.kernelRelease)) may not yet know that. It offers \(Words.list(Set(formats).sorted())) only: programs that know only YUYV or MJPG show nothing",
            EvidenceLine("USB ids", "0fd9:0066 (Elgato Cam Link 4K)"),
            effect: "programs that choose another of its formats (\(Words.list(Set(formats).subtracting([first]).sorted()))) show a distorted picture",
            [
                Fix("Choose \(first) in the other program: --v4l2-chroma=\(first) for VLC, -input_format \(first.lowercased()) for FFmpeg, format=\(first) in GStreamer"),
                Fix("Or update the kernel to 5.14 or later, or to the newest update of its series"),
                Fix("For browsers, and programs that take YUYV or MJPG only: let OBS or FFmpeg feed a virtual camera (v4l2loopback) from it, or use a grabber that gives these"),
            ])
    }
}
