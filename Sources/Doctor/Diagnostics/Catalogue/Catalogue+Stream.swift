// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// The frames: whether they arrive, intact, current and fast enough.
    static let stream: [CatalogueEntry] = [
        CatalogueEntry(
            id: .streamBandwidth, check: .stream, title: "not enough USB bandwidth",
            explanation: """
                A USB camera reserves bandwidth before it streams. If less is left than the format needs, the camera
                cannot start. The usual cause is two cameras on one bus, through one hub or through two ports of the
                same controller, or uncompressed frames: USB 2 transfers at most about 24 MB per second for one
                camera, and 1280x720 in YUYV at 30 frames per second would need 55.

                If starting the stream or setting the format fails with ENOSPC, the finding is certain. EIO from
                VIDIOC_STREAMON, with an uncompressed format on a link slower than USB 3, is only possible: uvcvideo
                returns it if no setting of the camera is fast enough, but also if the camera does not answer. If the
                stream starts and no frame arrives, an uncompressed frame that takes 0.3 seconds or more at the speed of the
                bus is the likely cause, or another camera of the same USB 2 bus that is in use: each got what it
                reserved, but cameras send more than they reserve. The doctor lists other cameras on the same bus that
                are open. EBUSY would be node.busy.

                Use compressed frames, which need about a tenth of the bandwidth: `candela scan CAMERA --format
                MJPG`. Or use fewer pixels: `--size 640x480`. Or move one camera to a port on another bus; `lsusb
                -t` shows which ports share a bus, and on many machines the front and the back differ. The options
                apply to that run only, so there is nothing to undo.

                Some cameras ask for more than any of their own settings offers: the value is nonsense. Then EIO comes
                with compressed formats, too, and the kernel log has no failed request of uvcvideo before it, which is
                what the doctor looks for; with the driver's trace on (`echo 0x400 | sudo tee
                /sys/module/uvcvideo/parameters/trace`, undo: 0) the log says "No fast enough alt setting". Linux 6.17, and
                updates of older kernels from August 2025 (6.12.43, 6.6.103, 6.1.149 and others), take the fastest setting instead.
                Debian's and Ubuntu's names, such as 6.1.0-30-amd64, do not tell which update they have.

                Some cameras reserve far more than they use. As a last resort, let the driver compute the bandwidth
                itself, which helps only with uncompressed formats: `sudo modprobe -r uvcvideo`, then `sudo modprobe
                uvcvideo quirks=0x80`. It applies to all cameras until the driver is loaded again without it. If the parameter has a
                value already (`cat /sys/module/uvcvideo/parameters/quirks`; 4294967295 is none), add its bits.
                """),
        CatalogueEntry(
            id: .streamUncompressed, check: .stream, title: "an uncompressed format limits the frame rate",
            explanation: """
                Most webcams deliver pictures in two ways: uncompressed (YUYV and similar) and as JPEG (MJPG). An
                uncompressed picture of 1920x1080 has 4 MB, and USB 2 transfers at most about 24 MB per second, so
                only about five frames per second fit; as JPEG the same camera delivers 30. At five frames per
                second, a code that passes quickly can be missed.

                The doctor reads the frame rates that the camera itself lists (VIDIOC_ENUM_FRAMEINTERVALS). It warns
                if the format in use is uncompressed and runs below 15 frames per second, while a compressed one
                offers the same size at 25 or more. From 15 to 25 it is a note, if the compressed one is at least 1.4 times as
                fast: scanning works, but programs that take uncompressed pictures by themselves, such as OpenCV, seem stuck at
                that rate. A stream that is slow because of low light is stream.slow-exposure.

                If you ask about an FFmpeg that has the camera (`--pid`, `--unit`), the doctor reads its command: without
                `-input_format` FFmpeg takes an uncompressed format wherever the camera has one, and a command that then encodes
                to JPEGs does the work of the camera again. `-input_format mjpeg` before `-i` and `-c:v copy` behind it hand on
                the camera's own. Commands with filters, or with a size that the camera does not send as JPEGs, are left alone.

                Use the compressed format: `candela scan CAMERA --format MJPG` (undo: omit the option). Or omit
                `--format`, and candela chooses the format. JPEG costs the processor some milliseconds per frame; if
                the processor is too slow for that (stream.decode-slow), use a smaller uncompressed size instead:
                `--format YUYV --size 640x480`.
                """),
        CatalogueEntry(
            id: .streamSlowExposure, check: .stream, title: "a long exposure slows the stream",
            explanation: """
                A frame cannot be shorter than its exposure. In low light many webcams expose longer than a frame
                should last, and the rate drops from 30 to 15 or fewer frames per second. The picture stays bright,
                so the cause is easy to miss, but a hand-held code is blurred by the long exposure. An exposure that
                somebody or a program has set by hand does the same, in any light.

                The doctor measures the rate from the camera's timestamps and finds it below three quarters of what
                the driver promised. In addition, either the exposure is manual and longer than a frame (then the
                finding is certain), or the camera may lower the rate by itself (exposure_dynamic_framerate is on)
                and its exposure time is close to a frame's length or above (then it is likely, because in automatic
                mode many cameras report an old value). Lost frames are stream.dropped: they leave gaps in the frame
                numbers, a long exposure does not.

                In low light, add light: this is the only fix without a drawback. Otherwise keep the frame rate and
                accept a darker and noisier picture: `candela set --camera CAMERA exposure_dynamic_framerate=0` (undo:
                1). If the exposure was set by hand, make it automatic (auto_exposure=3), or use the printed command
                with a time that fits, in units of 100 µs: 333 is one thirtieth of a second. More gain, `candela set
                --camera CAMERA gain=VALUE`, compensates for some of the darkness.
                """),
        CatalogueEntry(
            id: .streamDropped, check: .stream, title: "frames are lost in transfer",
            explanation: """
                The camera captured more frames than arrived. They were lost on the USB bus, in a hub, or in the
                kernel because no program emptied the queue in time on a busy machine. Scanning continues, but a
                code that passes quickly may have been only in those frames.

                The driver numbers the frames (v4l2_buffer.sequence), or libcamera, PipeWire or a camera of machine vision does,
                so gaps in the numbers count the missing ones.
                The doctor warns above 5 % of at least 20 frames, with at least three lost. Frames that candela
                skips on purpose, because a newer one is there, are not counted: they did arrive. Frames that arrive
                damaged are stream.corrupt. If the kernel says that candela was ready to run but waited for a
                processor for a tenth of the time or more, the frames were lost because the machine is busy.

                Plug the camera directly into the machine, without a hub or extension. Remove other load from the
                bus: a second camera, a disk, a network adapter. Check with `top` what else uses the processor. A
                compressed format or a smaller size, `candela scan CAMERA --format MJPG --size 1280x720`, reduces
                the load on both.
                """),
        CatalogueEntry(
            id: .deviceLowVoltage, check: .stream, title: "the board's supply voltage breaks down",
            explanation: """
                Boards with a weak power supply, or a long thin cable to it, fall below their voltage for moments: when the
                radio sends, when the camera starts, when the processor works. USB devices suffer first. Frames are lost,
                a camera or a network adapter disconnects, the board slows down, and in the end it restarts.

                A Raspberry Pi measures its voltage, and the kernel log says "Under-voltage detected!" (newer systems:
                "Undervoltage detected!"). The doctor reports a warning if the stream has trouble as well, and else a note.
                It cannot know which of both came first, so the finding is likely. Boards that do not measure their voltage
                tell nothing.

                Use the power supply made for the board: 5.1 V and 2.5 A for a Pi 3, 3 A for a Pi 4, 5 A for a Pi 5, with
                the cable that belongs to it. Chargers for phones often give less. Or let a powered hub feed the camera and
                other USB devices. Then `vcgencmd get_throttled` must print 0x0; other bits count since the last start.
                Nothing has to be undone.
                """),
        CatalogueEntry(
            id: .deviceSharedBus, check: .stream, title: "another device uses the I²C bus of the camera's sensor",
            explanation: """
                A sensor is set over an I²C bus: its exposure, its gain, its lens. On a Raspberry Pi up to the 4 the connectors for
                display and camera share one bus, so the touch controller of a display is on it, too. Without an interrupt line its
                driver asks it many times a second. Now and then a request to the sensor then gets no answer: libcamera writes
                "Unable to set control …: Input/output error", and the picture keeps its old exposure for a frame.

                The doctor finds the touch controller in `/sys/bus/i2c/devices`, on the bus whose number begins the sensor's own
                name (10-0010), and the failed requests in what the service or container that you named wrote, or in the kernel
                log. It is a note. It is likely where the kernel is one of Raspberry Pi's of before August 2023, whose driver
                uses the bus far more often than it needs to (raspberrypi/linux#5545), and possible elsewhere: a cable with a bad
                contact gives the same lines.

                Update the kernel. If nobody needs the touch screen, add disable_touch to the display's overlay in `config.txt`
                (undo: remove it). To test it, unbind the touch screen's driver until the next start, as the fix shows.
                The old overlay rpi-ft5406 lets the firmware poll the controller. With it the sensor may not answer at all, which
                is device.sensor-missing.
                """),
        CatalogueEntry(
            id: .streamLockedControl, check: .stream, title: "a program set a control that an automatic mode governs",
            explanation: """
                The exposure time, the focus and the colour temperature belong to an automatic mode as long as that is on. A program
                that sets them all the same gets an error from the driver, and the words differ: "Invalid argument", "Permission
                denied", "Input/output error", or, by a mistake of older kernels, "Invalid or incomplete multibyte or wide character"
                (EILSEQ). The camera is in order.

                The doctor reads the kernel log, where the driver uvcvideo of many kernels writes "Failed to query (SET_CUR) UVC
                control 10 on unit 2: -32" when the camera refuses; newer ones write nothing. Of the camera's own unit, control 4 is
                the exposure time and 6 the focus; of the unit that processes the picture, 10 is the colour temperature. Exposure
                and focus are not told if their automatic mode is off now.

                Switch the automatic mode off before, in the same command: `candela set white_balance_automatic=0
                white_balance_temperature=4000`, `candela set auto_exposure=1 exposure_time_absolute=100`, `candela set
                focus_automatic_continuous=0 focus_absolute=30`. candela keeps to the order by itself.
                """),
        CatalogueEntry(
            id: .streamColours, check: .stream, title: "the colours of the whole picture are wrong",
            explanation: """
                The pictures are pink, yellow or blue all over, or black and white. Codes are read from the brightness, so this
                does no harm to scanning; it is a note for people who wonder whether their camera is broken.

                The doctor compares the means of red, green and blue of one frame, of cameras that send JPEG or YUV. Pink and red
                come from a camera without a filter for infrared light, such as the NoIR modules, by daylight. A strong yellow or
                blue cast is a wrong white balance. No colours at all come from a sensor without any (monochrome, thermal,
                infrared), from a night mode, or from a grabber of analog video that decodes another television standard than its
                source's. A hue far from its default shifts all colours. What the camera sees, or its light, may also have that
                colour, so it is likely at most.

                Put a filter before the lens, set the white balance by hand (`candela info` shows its controls, `candela set`
                changes them), or set the television standard with `v4l2-ctl --set-standard`.
                """),
        CatalogueEntry(
            id: .streamLowRate, check: .stream, title: "fewer pictures than the camera agreed to",
            explanation: """
                The camera agrees to a rate (VIDIOC_S_PARM) and sends less than half of it, although its exposure is short, the
                pictures come whole, and they are compressed, so that the bus has room for them. Some cameras keep the rate that
                an earlier program has set, and only say that they have changed it.

                The doctor reports it only where the exposure is known to be short and no other reason was found.

                Set another rate and then the wanted one again, or unplug the camera and plug it in. Programs that start a camera
                with a small size and a low rate first bring it back.
                """),
        CatalogueEntry(
            id: .streamCoarse, check: .stream, title: "pictures without fine detail, by compression or scaling",
            explanation: """
                The camera sends JPEGs, and compresses them so much that each block of eight by eight pixels is nearly of one
                brightness. Wide bars survive that, narrow ones and small modules do not.

                The doctor estimates the quality of one frame by its own tables of quantisation, on the scale of 1 to 100 that
                most encoders use. Cameras send 50 to 90; below 20 it is reported. The limit is not fitted. Of a photograph that
                does not read, it takes the quality of the file.

                A capture device for HDMI scales what its source sends to the size that is captured, and compresses it. The doctor
                reports it if such a device shows a drawn picture, without any noise in a frame or from frame to frame, in
                which not one edge is sharp: letters and windows have edges of one to two pixels, and the sharpest here have more
                than three. Light and focus are not judged in the picture of such a device, as no lens is in front of it; if a
                camera is at its input, the noise of its sensor shows it. Set the source to the size that is captured, take the
                pictures uncompressed, or use a better device.

                Raise the quality: some cameras have a control for it (compression_quality), the firmware of the Raspberry Pi
                has video_bitrate, and cameras on the network have it on their page. Uncompressed formats (YUYV, NV12) have no
                such loss.
                """),
        CatalogueEntry(
            id: .streamCropped, check: .stream, title: "only the middle of the sensor",
            explanation: """
                A sensor has modes: all of its points, each two joined to one for smaller and faster pictures, or as many points as
                the picture has, from its middle. At 1920x1080 the Camera Modules 1 and 2 of the Raspberry Pi use the last one: the
                view is a third to two thirds as wide as at other sizes, as if zoomed in.

                The doctor notes it for pictures wider than 1640 points and no higher than 1080, of a Raspberry Pi's firmware camera
                and of libcamera's imx219 and ov5647; with libcamera also for smaller ones of the shape 16:9, from 1280x720 on,
                since it takes the mode whose shape fits. The firmware does not tell which sensor it has. It is no fault.

                Take 1640x1232 or 1296x972 for the whole view.
                """),
        CatalogueEntry(
            id: .deviceTooHot, check: .stream, title: "the board is too hot",
            explanation: """
                A small board in a closed box, or in the sun, gets so hot that it slows its processor down. Pictures are then
                read more slowly, and USB devices, which suffer from the same heat, lose their connection or do not come up
                again.

                The kernel tells the processor's temperature in /sys/class/thermal, and from which one it slows the processor down
                (a trip point of the kind "passive"); a Raspberry Pi does so from 80 °C, and tells it with `vcgencmd
                get_throttled`: bits 1 and 2 are set while it is slowed down. The doctor compares them on boards. The answer of
                vcgencmd counts only where the supply voltage is in order, which slows a board down as well. It is a warning if the
                stream has trouble, and else a note; where a camera has lost its connection on such a board, it is told with that.

                Give the board a heat sink and a fan, and its box air, or move it out of the sun. Nothing has to be undone.
                """),
        CatalogueEntry(
            id: .streamAwaitsTrigger, check: .stream, title: "waits for a trigger",
            explanation: """
                Cameras that must all see the same moment take a picture only when a pulse comes on a line of their own
                (trigger, synchronisation). Set so, and without pulses, a camera starts streaming and sends nothing; libcamera
                gives up after a second with "Camera frontend has timed out".

                The doctor reports it if a camera sends no frame and a control of it that is called trigger mode is not 0, or
                if the driver of a Raspberry Pi's sensor is set so: trigger_mode of imx296 (the Global Shutter Camera) is 1, or
                that of imx477 is 2. Whether pulses come cannot be seen from here, so it is likely; and such a parameter is only
                noted unless libcamera, or the program that is asked about, says that it waits in vain.

                Set the control or parameter to 0, and the camera takes pictures by itself. If the trigger is intended, check the pulses
                and their voltage, and raise camera_timeout_value_ms in libcamera's configuration above the time between two.
                """),
        CatalogueEntry(
            id: .streamMemory, check: .stream, title: "no memory for the pictures",
            explanation: """
                The camera is there and may be opened, but the kernel cannot allocate the memory for its pictures
                (ENOMEM). The receivers of cameras on ribbon cables need it in one piece, out of an area that is set
                aside when the kernel starts: contiguous memory (CMA). Many systems for small boards and phones set 16 or
                64 MB aside, and a picture of five megapixels takes 7 MB, four of them 30.

                The doctor reports this if VIDIOC_REQBUFS, VIDIOC_CREATE_BUFS or VIDIOC_STREAMON fails with ENOMEM. It is
                certain if the kernel log has "cma_alloc: alloc failed", and likely otherwise.

                Ask for smaller pictures with `--size`: a code needs no more. Or reserve more: `cma=64M` or `cma=128M` on
                the kernel's command line (in cmdline.txt, extlinux.conf or the boot loader's configuration), and restart.
                `grep Cma /proc/meminfo` shows how much there is and how much is free.
                """),
        CatalogueEntry(
            id: .streamNone, check: .stream, title: "no frames arrive",
            explanation: """
                The camera opens and may even start, but no frame arrives, or frames stop arriving. Its firmware
                hangs, the format it offers does not work, the cable loses data, or, with a capture card or an
                analogue input, nothing is connected or switched on at the other end. For frames on standard input,
                the program that sends them ended without sending any.

                For a network address that is this machine's own, the doctor looks which program serves it, and whether its
                command asks the camera for a frame rate (-f) or for uncompressed pictures: some cameras send nothing then. On
                a board whose supply voltage is too low at present, the power comes first.

                The doctor waits 5 seconds for the first frame and 2 for each one after it, far longer than a slow
                exposure takes. If starting fails with an errno that has no finding of its own, the errno is shown
                and the finding is likely. Faults that the input itself reports, no power or no signal
                (VIDIOC_ENUMINPUT), are reported here as well. ENODEV would be device.dropped, EBUSY node.busy,
                ENOSPC stream.bandwidth, and a stream in which every frame is damaged is stream.corrupt.

                Some cameras do not wake once the kernel has suspended them to save power, which it does while they are
                unused. If requests to a camera time out (-110 in the kernel log) and `power/control` in its device's
                directory is auto, the doctor says so: `echo on | sudo tee .../power/control` switches it off until the
                camera is unplugged (undo: `echo auto`), a udev rule for good: the driver switches power saving on when it has
                started the camera, so that the rule must wait for that (`ACTION=="bind"`, since Linux 4.14; before, a rule for the
                video node that waits a second).

                uvcvideo has a list of models that break the rules of their class, and what it does otherwise for each. The
                doctor knows what newer kernels have in it. If a camera of such a model fails in just that way, and
                `modules.alias` of the running kernel does not name its ids for uvcvideo, it says so: a newer kernel helps, and
                until then the parameter `quirks` of the driver, which applies to all cameras and takes the place of the list
                (undo: load it without it). The bits of a value that somebody has set stay in it, and the new value must replace the
                old one: `grep -rs uvcvideo /etc/modprobe.d` shows where that is. A driver that is a part of the kernel looks at the
                parameter when it takes a camera. Models that no list names can have the same faults. If setting a format fails with EIO,
                and the kernel log says that the camera refused the question for the least or greatest values of a stream
                ("Failed to query (130) UVC probe control : -32"; 130 is GET_MIN, 131 is GET_MAX), `quirks=0x2` leaves that
                question out. Kernels before 5.12 do not say which camera it was: with several cameras here the doctor leaves such
                lines aside.

                Three causes are named if the evidence shows them; each is likely, not certain. A USB host controller can
                lose packets of the stream, and the driver drops every frame of which one is missing: musb (BeagleBone and
                others), dwc2 and dwc_otg are known for it, and the VL805 of the Raspberry Pi 4 with old firmware, if the
                kernel log has "isochronous frame lost". A camera that offers nothing larger than 176x144 has lost its own
                program: its chip answers with a fallback. An uncompressed frame of several megabytes takes so long over
                USB 2 that the first one arrives too late; that is stream.bandwidth.

                Some models give pictures to the first program that starts them and then to none until they are plugged in
                again; a small table has those that are known. Some firmware does not mark where a frame begins, and uvcvideo
                then throws everything away, at most the first frame excepted: `sudo modprobe uvcvideo quirks=16` lets it
                find the ends of frames by the marks at their end instead. A virtual camera that a relay (v4l2-relayd) feeds from a laptop's built-in one has no
                picture if the maker's camera software has no plugin for this image processor.

                For the Pi 4, update the firmware: `sudo rpi-eeprom-update -a`, then reboot. For musb, let the driver pass on
                incomplete frames: `sudo modprobe -r uvcvideo`, then `sudo modprobe uvcvideo nodrop=1 timeout=5000` (undo:
                load it without options). A smaller size helps with all of them. A camera that has lost its program needs
                its power cut: shut a laptop down completely, because a restart leaves the camera under power.

                Unplug the camera, wait a few seconds and plug it in again: this restarts its firmware. Then try
                another port and a shorter cable, without a hub. Then try another format or size: `candela info
                CAMERA` lists them, `candela scan CAMERA --format MJPG --size 640x480` selects one. A capture card
                needs a running source, in a resolution that it supports. `sudo journalctl -k` often has a line from
                uvcvideo that names the cause.
                """),
        CatalogueEntry(
            id: .streamFrozen, check: .stream, title: "the same frame repeats",
            explanation: """
                Frames arrive at full rate, but they are all the same picture. Some cameras send a still picture,
                grey or with a crossed-out lens, while their privacy shutter is closed or the camera key is off.
                Otherwise the firmware hangs. A virtual camera repeats its last frame if the program that feeds it
                hangs. A grabber (for HDMI or composite video) without a signal sends a still picture of its own, such as
                colour bars or one colour.

                Ten frames in a row were identical to the last byte. A real sensor never does that: every frame has
                noise, even of a wall or in the dark. This distinguishes a frozen picture from a still scene, and
                from a covered lens, which is black but noisy (light.covered). If the camera has a privacy control
                that says closed, the finding is certain. With virtual cameras it is only a warning, because they
                may show a still picture on purpose. With grabbers, which the doctor knows by their drivers, names and
                makers, the finding is left out if a code was read from the picture. Frames on standard input are not judged.

                Open the shutter, or press the camera key, often one of the F keys with a crossed-out camera. If
                there is none, unplug the camera, wait a few seconds and plug it in again. For a virtual camera,
                check the program that feeds it. For a grabber, check the source, the lead and what lies between them; if
                the source itself shows a still picture, nothing is wrong.
                """),
        CatalogueEntry(
            id: .streamCorrupt, check: .stream, title: "frames arrive damaged",
            explanation: """
                Frames arrive, but parts of them are missing or wrong: the lower half is grey or green, rows are
                shifted, the JPEG is cut off. Causes are a poor or long cable, a hub, an overloaded bus, or a camera
                with too little power. Each damaged frame is one chance less to read the code. For frames on
                standard input, the size or format is not the announced one, so that everything after the first
                frame is out of step. For a picture file, the file is cut off; the part that could be read was
                searched, and it is a failure only if no code was found there.

                A virtual camera can be fixed to one size (v4l2loopback's keep_format, set-caps, or a reader that has it open).
                A program that writes another size into it tears every picture. The doctor compares the size of the stream
                with the output resolution in OBS's log, or with FFmpeg's option -s. Give both the same size, or take the
                fixed format off: `v4l2-ctl -d /dev/videoN -c keep_format=0`.

                A frame counts as damaged if the driver flags it (V4L2_BUF_FLAG_ERROR), if it is shorter than its
                format needs, or if its JPEG cannot be decoded. The doctor warns above 5 %, with at least two
                damaged frames out of at least eight; above half, or if all are damaged, it is a failure. The first
                frames of many cameras are bad; these few do not reach that limit. For uncompressed pictures over USB the doctor
                tells how much data a second they are: a camera keeps only a part of a picture, and overwrites it if the host
                controller does not fetch the data in time.

                For an uncompressed stream ask for less first: JPEGs, a lower rate (`--fps`) or a smaller size. Otherwise plug
                the camera directly into the machine, at another port, with a short cable, and use a smaller size:
                `candela scan CAMERA --size 640x480`. Disable power saving for the port with `echo on | sudo tee
                DEVICE/power/control` (undo: `auto`). For standard input, give the sending program and candela the
                same size and format, or send YUV4MPEG2, which states both: `ffmpeg -i FILE -f yuv4mpegpipe - |
                candela scan -`.
                """),
        CatalogueEntry(
            id: .streamNoFormat, check: .stream, title: "no format that candela can decode",
            explanation: """
                Some nodes deliver something else than pictures: depth, or a format that neither candela nor libv4lconvert
                knows. The camera works, and replugging changes nothing.

                The driver lists its formats (VIDIOC_ENUM_FMT), and none of them can be decoded: the evidence names
                each with the reason. Nothing was tried on the camera.

                Many such cameras have a second node with JPEG or YUYV: `candela list` shows all nodes. Compressed video
                (H264, HEVC) is decoded, but only with FFmpeg's libraries.
                """),
        CatalogueEntry(
            id: .streamPipeline, check: .stream, title: "the camera's media pipeline is not linked",
            explanation: """
                In phones, small boards and some laptops a camera is not one device but a chain: a sensor, a
                receiver, an image processor, and at its end the node. Before frames flow, the parts must be linked
                and given the same format. A webcam's driver does that itself; here a program must do it.

                VIDIOC_STREAMON fails with EPIPE (the formats along the chain do not match) or ENOLINK (a link is
                missing). Both have only this meaning, so the finding is certain. Most such cameras are recognised
                before they are started and are then device.needs-libcamera.

                Let libcamera link and control it: `candela scan libcamera:`, which changes nothing permanently.
                `media-ctl --print-topology` (package v4l-utils) shows the parts and links. Some board manufacturers
                provide a script of media-ctl commands; it sets up the chain until the next reboot, and `media-ctl
                --reset` removes its links.
                """),
        CatalogueEntry(
            id: .streamNoControl, check: .stream, title: "no program sets the exposure of this image processor",
            explanation: """
                A bare sensor has no automatic exposure: a program on the machine measures each picture and sets
                exposure, gain and white balance for the next. For Rockchip's own image processor (driver rkisp)
                that is rkaiq_3A_server, a service that the board's system image starts. Without it the pictures are
                dark or too bright, green, and noisy.

                The node's driver and the list of running programs say so. It is a warning if a code was read all
                the same. Kernels with the mainline driver (rkisp1) use libcamera instead and do not get this
                finding.

                Start the service: `sudo systemctl start rkaiq_3A`. If it ends at once, `systemctl status rkaiq_3A`
                says why; often its version does not know the board's sensor or its number of camera ports.
                """),
        CatalogueEntry(
            id: .streamFewPrograms, check: .stream, title: "pictures in a form that few programs take",
            explanation: """
                The pictures arrive, and candela reads them. But they come in a form that browsers and most other
                programs do not take from a camera: H.265 from a camera on the network, or a pixel format such as
                YV12 from a virtual camera. If candela works and another program shows nothing, this is why.

                The doctor looks at the compression of a network camera, and at the formats that a node offers: it
                notes the case if none of them is one that Chromium's and Firefox's own capture code takes (YUYV, UYVY,
                YU12, NV12, MJPG, RGB24, Y16). It also notes a node with the multi-planar API only, which FFmpeg, OBS and
                browsers do not open; a number above 63, where WebRTC does not look; and an odd picture size from a virtual
                camera, which Chromium drops. It is only a note, as nothing is wrong for scanning.

                On the camera's page choose H.264, or use its second stream. Feed a virtual camera with YUY2 or I420:
                `format=YUY2` in GStreamer, `-pix_fmt yuyv422` in FFmpeg.
                """),
        CatalogueEntry(
            id: .streamSmallPicture, check: .stream, title: "the camera's largest picture is small",
            explanation: """
                The camera offers 640x480 pixels at most, as webcams did before 2008 and the cheapest still do. An EAN-13
                needs 190 pixels of width and more to be safe, so it must fill a third of the picture, and many fixed lenses
                are not sharp that near. Dense codes, such as a driver's licence, do not read at all. Web pages that demand
                more pixels get no camera: the browser reports an OverconstrainedError.

                The doctor looks at the sizes that the driver lists (VIDIOC_ENUM_FRAMESIZES), and notes it for cameras on
                USB. It is no fault.

                Hold codes near, or print them larger. A camera with 1280x720 and autofocus reads the same codes from
                three times the distance.
                """),
        CatalogueEntry(
            id: .streamFixedSize, check: .stream, title: "a virtual camera with one size",
            explanation: """
                Some modules of virtual cameras, DroidCam's `v4l2loopback_dc` among them, are loaded with a width and a
                height (640x480 if nothing else is set), and their cameras have that size until the module is loaded again.
                What the phone or program behind it can do, and is set to, does not matter: its pictures are scaled to
                that size. A small one shows too few pixels of a code; a size above 1280x720 is refused by some programs
                for calls, which then show black. It is a note: the camera works.

                The doctor reads the module's parameters in `/sys/module`, compares them with the size of the stream, and
                looks for the file of `/etc/modprobe.d` that sets them. 1280x720 is not mentioned.

                Set `options v4l2loopback_dc width=1280 height=720` in that file. Close the programs that feed and read the
                camera, as a module in use cannot be unloaded, then `sudo modprobe -r v4l2loopback_dc` and
                `sudo modprobe v4l2loopback_dc`. The old size comes back with the old line.
                """),
        CatalogueEntry(
            id: .streamStandard, check: .stream, title: "another television standard than the source's",
            explanation: """
                A grabber of analog video must be told whether its source sends NTSC (29.97 pictures a second), PAL or
                SECAM (25). Drivers start with one of them, mostly NTSC, and few look at the signal. With the wrong one the
                picture is black and white, torn, or rolls, and nothing is read in it.

                The doctor asks the driver for the standard of the input, and before the stream starts what the signal
                is (VIDIOC_QUERYSTD). If the driver cannot tell, it compares the rate of the pictures, which is the source's.

                Set it while nothing captures: `v4l2-ctl -d /dev/video0 --set-standard=pal`. The driver forgets it when
                the grabber is plugged in again; many programs have a setting of their own, which then counts.
                """),
        CatalogueEntry(
            id: .streamDecodeSlow, check: .stream, title: "searching for codes takes longer than a frame",
            explanation: """
                The processor needs longer to search a frame than the camera needs to capture the next one. candela
                then skips frames and always takes the newest, so its results are never outdated; but it searches
                less often, and a code that passes quickly may be missed. Causes are small boards, large pictures
                and many symbologies.

                The doctor times the search on frames of this camera, with the effort of a live scan, at least three
                times. It warns if even the fastest quarter of them used more processor time than one and a half
                frames last, and also more than 100 ms. Time that other programs took does not count. A slow camera (stream.slow-exposure) and lost frames (stream.dropped) show in the frames themselves, before
                any search. Frames on standard input are not judged, because they wait.

                Search only for what you need, where it will be: `candela scan CAMERA --symbology ean,qr --region
                20%,20%,60%,60%`. Or use a smaller picture, `--size 640x480`, as long as the bars of the code stay
                two pixels wide. Or use less effort: `--effort fast`. On a Raspberry Pi, check that heat or poor power
                does not slow the processor down: `vcgencmd get_throttled` should print 0x0.
                """),
    ]
}
