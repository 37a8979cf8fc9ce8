// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// About the frames: do they come, whole, fresh and quick?
    static let stream: [CatalogueEntry] = [
        CatalogueEntry(
            id: .streamBandwidth, check: .stream, title: "the USB bus has too little room",
            explanation: """
                A USB camera reserves its share of the bus before it streams. If what is left is less than the
                format needs, it cannot start. The usual cause is two cameras on one bus, be it through one hub or
                through two ports of the same controller, or uncompressed frames: a USB 2 bus moves at most some 24
                MB a second for one camera, and 1280x720 in YUYV at 30 frames a second would need 55.

                Starting the stream or setting the format answers ENOSPC: that is certain. EIO from VIDIOC_STREAMON,
                with an uncompressed format on a link slower than USB 3, is called possible only: uvcvideo gives it
                when no setting of the camera is fast enough, and also when the camera does not answer. Other
                cameras on the same bus that somebody has open are listed with it. EBUSY would be node.busy.

                Ask for compressed frames, which need about a tenth: `candela scan CAMERA --format MJPG`. Or for
                fewer pixels: `--size 640x480`. Or move one camera to a port of another bus; `lsusb -t` shows which
                ports belong together, and on many machines the front and the back differ. None of it lasts beyond
                the run, so there is nothing to undo.

                Some cameras reserve far more than they use. As a last resort the driver can be told to compute the
                need itself, which helps uncompressed formats only: `sudo modprobe -r uvcvideo`, then `sudo modprobe
                uvcvideo quirks=0x80`. It holds for all cameras until the driver is loaded again without it.
                """),
        CatalogueEntry(
            id: .streamUncompressed, check: .stream, title: "an uncompressed format makes the stream slow",
            explanation: """
                Most webcams give their pictures in two ways: uncompressed (YUYV and its like) and as JPEG (MJPG).
                An uncompressed picture of 1920x1080 has 4 MB, and USB 2 moves some 24 MB a second at best, so only
                about five frames a second fit; as JPEG the same camera gives 30. For scanning that is the
                difference between seeing a code in passing and missing it.

                The doctor reads the list of formats that the camera itself gives (VIDIOC_ENUM_FRAMEINTERVALS). It
                warns when the format in use is uncompressed and runs below 15 frames a second, while a compressed
                one has the very same size at 25 or more. A stream that is slow for want of light is
                stream.slow-exposure.

                Use the compressed format: `candela scan CAMERA --format MJPG`, or leave `--format` out, and candela
                chooses by itself. Leave it out again to undo it. JPEG costs the processor some milliseconds a
                frame; if it is so weak that this makes it worse (stream.decode-slow), take a smaller uncompressed
                size instead: `--format YUYV --size 640x480`.
                """),
        CatalogueEntry(
            id: .streamSlowExposure, check: .stream, title: "too little light slows the stream",
            explanation: """
                A frame cannot last shorter than its exposure. In poor light many webcams expose longer than a frame
                should take, and the rate falls from 30 to 15 or fewer frames a second. The picture stays bright, so
                nobody thinks of the light, but a code in a hand is smeared over the long exposure.

                The doctor measures the rate from the camera's own times, and it is below three quarters of what the
                driver promised. Besides, the exposure is set by hand and is longer than a frame (then it is
                certain), or the camera may lower the rate by itself (exposure_dynamic_framerate is on) and its
                exposure time is near a frame's length or above (then it is likely: in automatic mode many cameras
                report an old value). Lost frames are stream.dropped, as these leave gaps in the numbers of the
                frames, and here there are none.

                Bring more light; it is the only remedy without a price. Else hold the rate at the cost of a darker
                and noisier picture: `candela set --camera CAMERA exposure_dynamic_framerate=0`, undone with 1. For
                an exposure set by hand, the doctor gives the command with a time that fits, in units of 100 µs: 333
                is one thirtieth of a second. More gain, `candela set --camera CAMERA gain=VALUE`, makes up for some
                of the darkness.
                """),
        CatalogueEntry(
            id: .streamDropped, check: .stream, title: "frames are lost on the way",
            explanation: """
                The camera took more pictures than arrived. They were lost on the USB bus, in a hub, or in the
                kernel because nobody emptied the queue in time on a busy machine. Scanning goes on, but a code that
                passes quickly may have been on just those frames.

                The driver numbers the frames (v4l2_buffer.sequence), so gaps in the numbers count what is missing.
                The doctor warns above 5 % of at least 20 frames, and three lost at least. Frames that candela
                passes over on purpose, because a newer one is there, are not counted: they did arrive. Frames that
                arrive damaged are stream.corrupt.

                Plug the camera straight into the machine, without hub and extension. Take other load from the bus:
                a second camera, a disk, a network adapter. See with `top` what else keeps the processor busy. A
                compressed format or a smaller size, `candela scan CAMERA --format MJPG --size 1280x720`, relieves
                both.
                """),
        CatalogueEntry(
            id: .streamNone, check: .stream, title: "no frames arrive",
            explanation: """
                The camera opens and may even start, but no picture comes, or none comes any more. Its firmware
                hangs, the format it offers does not work, a cable loses just enough, or, with a capture card or an
                analogue input, nothing is connected or switched on at the other end. For frames on standard input
                the program in front ended without giving any.

                The doctor waits 5 seconds for the first frame and 2 for each after it, far longer than a slow
                exposure takes. If starting fails with an errno that has no finding of its own, it is shown, and the
                finding is called likely. Faults that the input itself reports, no power or no signal
                (VIDIOC_ENUMINPUT), are reported here as well. ENODEV would be device.dropped, EBUSY node.busy,
                ENOSPC stream.bandwidth, and a stream in which every frame is damaged is stream.corrupt.

                Unplug the camera, wait a few seconds and plug it in again, which restarts its firmware. Then
                another port and a shorter cable, without a hub. Then another format or size: `candela info CAMERA`
                lists them, `candela scan CAMERA --format MJPG --size 640x480` asks for one. A capture card needs a
                running source, in a resolution it knows. `sudo journalctl -k` often has a line of uvcvideo that
                says what went wrong.
                """),
        CatalogueEntry(
            id: .streamFrozen, check: .stream, title: "the same frame again and again",
            explanation: """
                Frames arrive at full rate, but they are one and the same picture. Some cameras send a still
                picture, grey or with a crossed-out lens, while their privacy shutter is closed or the camera key is
                off. Else the firmware hangs. A virtual camera repeats its last frame when the program that feeds it
                is stuck.

                Ten frames in a row were alike to the last byte. A real sensor never does that: its noise is in
                every frame, even of a wall or in the dark. That is how a frozen picture differs from a still scene,
                and from a covered lens, which is black but noisy (light.covered). Where the camera has a privacy
                control and it says closed, the doctor is certain. With virtual cameras it is a warning only, as
                they may well be meant to show a still picture. Frames on standard input are not judged.

                Open the shutter, or press the camera key, often among the F keys with a crossed-out camera. If
                there is none, unplug the camera, wait a few seconds and plug it in again. For a virtual camera look
                at the program behind it.
                """),
        CatalogueEntry(
            id: .streamCorrupt, check: .stream, title: "frames arrive damaged",
            explanation: """
                Frames come, but parts of them are missing or wrong: the lower half is grey or green, rows are
                shifted, the JPEG breaks off. A poor or long cable, a hub and an overloaded bus do that; so does a
                camera short of power. Each damaged frame is a look for the code less. With frames on standard input
                it means that size or format are not what was announced, so that everything after the first frame is
                out of step. Of a picture's file it means that the file breaks off; what could be read of it was
                looked at all the same, and it is a failure only when no code was in that part.

                A frame counts as damaged when the driver flags it (V4L2_BUF_FLAG_ERROR), when it is shorter than
                its format needs, or when its JPEG cannot be decoded. The doctor warns above 5 %, two frames at
                least out of eight or more; above half, or when all are damaged, it is a failure. The first frames
                of many cameras are bad, and a few of them do not reach that limit.

                Plug the camera straight into the machine, at another port, with a short cable. Ask for less:
                `candela scan CAMERA --size 640x480`. Keep the port from saving power with `echo on | sudo tee
                DEVICE/power/control` (undo: `auto`). For standard input, give the program in front and candela the
                same size and format, or send YUV4MPEG2, which says both by itself: `ffmpeg -i FILE -f yuv4mpegpipe
                - | candela scan -`.
                """),
        CatalogueEntry(
            id: .streamPipeline, check: .stream, title: "the camera's parts are not linked in the kernel",
            explanation: """
                In phones, small boards and some laptops a camera is not one device but a chain: a sensor, a
                receiver, an image processor, and at its end the node. Somebody has to link the parts and give all
                of them the same format before pictures flow. A webcam's driver does that inside; here it is left to
                a program.

                VIDIOC_STREAMON answers EPIPE (the formats along the chain do not fit) or ENOLINK (a link is
                missing). Both exist for this purpose alone, so the finding is certain. Most such cameras are
                recognised before they are started and are device.needs-libcamera then.

                Let libcamera link and drive it: `libcamerify candela scan`, which changes nothing for good.
                `media-ctl --print-topology` (package v4l-utils) shows the parts and links. Makers of boards
                sometimes give a script of media-ctl commands; it sets the chain up until the next start, and
                `media-ctl --reset` takes its links away again.
                """),
        CatalogueEntry(
            id: .streamDecodeSlow, check: .stream, title: "looking for codes takes longer than a frame",
            explanation: """
                The processor needs longer to search a frame than the camera needs to take the next. candela then
                passes over frames and always takes the newest, so nothing it shows is old; but it looks less often,
                and a code that passes quickly may be gone. Small boards, large pictures and many kinds of codes
                make it so.

                The doctor times the search on frames of this camera, with the effort of a live scan, at least three
                times. It warns when even the quickest quarter of them took longer than one and a half frames, and
                100 ms as well: other work on the machine can only add to a time, never take from it. A slow camera
                (stream.slow-exposure) and lost frames (stream.dropped) are told by the frames themselves, before any
                search. Frames on standard input are not judged, as they wait.

                Look for what you need, where it will be: `candela scan CAMERA --symbology ean,qr --region
                20%,20%,60%,60%`. Or ask for a smaller picture, `--size 640x480`, as long as the bars of the code
                stay two pixels wide. Or try less hard: `--effort fast`. See with `top` that nothing else keeps the
                processor busy, and on a Raspberry Pi that it is not slowed by heat or poor power: `vcgencmd
                get_throttled` should say 0x0.
                """),
    ]
}
