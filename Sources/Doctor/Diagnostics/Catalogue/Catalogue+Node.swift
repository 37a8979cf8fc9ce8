// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// The choice of the node, and other programs that use it.
    static let node: [CatalogueEntry] = [
        CatalogueEntry(
            id: .nodeMetadata, check: .node, title: "a metadata node, which captures no pictures",
            explanation: """
                Since Linux 4.16 a USB camera has two nodes: one for pictures, and one for metadata about them, such
                as exact times. Their numbers are consecutive, so the second one, often `/dev/video1`, looks like
                another camera. A program that opens it gets no picture.

                The camera itself reports which is which. In the answer to VIDIOC_QUERYCAP, device_caps, which
                describes this node only, has META_CAPTURE and not VIDEO_CAPTURE. (The field capabilities next to it
                describes the whole camera; programs that read that one make this mistake.) udev's
                ID_V4L_CAPABILITIES, a single colon for such nodes, agrees. If the node could not be opened, the
                doctor uses udev and the node's index within its device.

                Use the other node of the same camera, which the doctor names, preferably by a stable link: `candela
                scan /dev/v4l/by-id/...-video-index0`. `candela list` shows all nodes and what each is for. There is
                nothing to undo, and removing the second node has no benefit.
                """),
        CatalogueEntry(
            id: .nodeInfrared, check: .node, title: "an infrared camera next to a colour camera",
            explanation: """
                Many laptops have a second camera for face recognition, which sees infrared light. It works, but it
                is poor for codes: many inks that are black to the eye are transparent in infrared, so a printed
                code can disappear; and its lamp flashes for every other frame, so the remaining frames are dark.
                This is a warning, because you may want to use this camera.

                The node offers only grey formats, and either another node of the same device offers colour, or the
                camera's name contains IR or infrared. A grey camera without these signs, as in machine vision, is
                not reported. The doctor reports this only if there is another camera to use.

                Use the colour camera that the doctor names: `candela scan /dev/v4l/by-id/...`. If you name no
                camera, candela uses it by itself, as `candela list` shows.
                """),
        CatalogueEntry(
            id: .nodeNotCapture, check: .node, title: "a video node that captures no pictures",
            explanation: """
                Not everything called `/dev/video` is a camera. A Raspberry Pi has several such nodes for its video
                codecs and image processors; others output pictures instead of capturing them, or belong to radio
                and teletext. A loopback device (v4l2loopback) is a camera only while a program feeds it. A node can
                also open but not answer as a video device.

                VIDIOC_QUERYCAP tells: VIDEO_M2M in device_caps is a codec, VIDEO_OUTPUT without VIDEO_CAPTURE is an
                output device, and an errno instead of an answer is not a working video device. A loopback device is
                recognised by its driver; if no program feeds it, it shows only its output side, or no fixed pixel
                format. If a udev rule starts the feeder (RUN+=), the doctor says that systemd's udev ends what its rules start,
                after three minutes at the latest: such a rule must start a unit of systemd (SYSTEMD_WANTS). The second node of a
                webcam is node.metadata, and a sensor that needs libcamera is device.needs-libcamera.

                A driver of a touch device registers its node as `/dev/v4l-touch*`. For a table that sees touches by
                cameras (driver sur40) that node gives pictures: open it by its path, or make a link `/dev/videoN` to it.

                `candela list` shows every node with its class and the reason; use one of the class capture. For a
                loopback device, start the program that feeds it, such as OBS or, as a test, `ffmpeg -re -f lavfi -i
                testsrc=size=640x480:rate=15 -pix_fmt yuyv422 -f v4l2 /dev/videoN`; stop that program to undo it. If
                nothing on the list is a camera, plug one in. A Raspberry Pi that lists only codecs has not detected
                its ribbon-cable camera: switch the machine off, and check that the cable is fully inserted and its
                contacts face the right way.
                """),
        CatalogueEntry(
            id: .nodeMoved, check: .node, title: "the camera has another device name now",
            explanation: """
                The name you gave, such as `/dev/video2`, does not exist, but there are video nodes. The kernel
                numbers cameras in the order in which it finds them. After a reboot, a replug or with a second
                camera the order can change, so a number in a start script can select a different camera, or none. A
                link in `/dev/v4l/by-path` changes when the camera moves to another port.

                `stat` on the name fails with ENOENT, and sysfs knows no device of that name. If sysfs did know it,
                the finding would be access.node-missing. It is likely, not certain, that your camera is one of
                those present, because the name does not say which camera you meant.

                Of a service or container it is told, too, that its program opens a name that does not exist where it runs,
                and of a number above those of the cameras that it may be a virtual camera's, whose module is not loaded. On a
                Jetson it is told of a program that asks NVIDIA's camera daemon (Argus) for a camera at a CSI connector, as
                nvarguscamerasrc and programs of jetson-inference do by themselves, while the only camera is on USB.

                Use a stable name: a link in `/dev/v4l/by-id`, which consists of the manufacturer, the model and the
                serial number; the serial number itself; or a part of the model name, as `candela list` shows them.
                Two cameras of one model without serial numbers share one link in by-id; tell them apart by their
                ports, with the links in by-path, and do not swap the plugs.
                """),
        CatalogueEntry(
            id: .nodeWrongFormat, check: .node, title: "a program asks for a format that the camera does not offer",
            explanation: """
                A camera offers its pictures in a few formats: most webcams in MJPG and YUYV, older ones and the PlayStation
                Eye uncompressed only. A program that is told to take another one ends, or shows "no signal", although the
                camera works everywhere else; some take what the driver gives instead, as ustreamer does if it knows
                that. Installers often write one format for every camera into a service.

                The doctor reads the command of the service or program that you name (`--unit`, `--pid`), and of services
                that run: ustreamer, FFmpeg, v4l2rtspserver, GStreamer's v4l2src, and usb_cam, a node of ROS. It compares the
                format there with those that the driver lists for this camera (VIDIOC_ENUM_FMT). It does not read settings
                files of the programs. V4L2 lets a driver give another format than it was asked for; versions of usb_cam that do
                not look at the answer publish the pictures as what they asked for, in wrong colours.

                Ask for one of the camera's formats, as `candela info` lists them, or leave the option out: `sudo systemctl
                edit --full UNIT`, then `sudo systemctl restart UNIT`. If a program needs compressed pictures and the
                camera gives none, let another program compress them, or use a camera that does.
                """),
        CatalogueEntry(
            id: .nodeNumber, check: .node, title: "a number that can select another camera tomorrow",
            explanation: """
                You chose the camera by its number, such as `/dev/video0`, and there is more than one camera. The
                number is right today. But the kernel gives out the numbers in the order in which it finds the
                cameras, and this order can change at the next start or replug. A program that was set up with the
                number then shows another camera, without an error. This is a note: it changes nothing about this
                scan.

                The name on the command line begins with `/dev/video`, and the nodes that capture pictures belong to
                at least two cameras. The evidence lists the first four of them. With a single camera, or if you
                chose the camera in another way, the doctor does not report it.

                Use the link that the doctor names. The links in `/dev/v4l/by-id` consist of the manufacturer, the
                model and the serial number, and follow the camera to every port. If two cameras of one model have
                no serial numbers, they share that name. The doctor then names the link in `/dev/v4l/by-path`, which
                stands for the port; do not swap the plugs. `ls -l /dev/v4l/by-id /dev/v4l/by-path` shows all of
                them. A container gets its nodes, but not these links, from the host. Choose the camera there:
                `docker run --device /dev/v4l/by-id/NAME:/dev/video0 IMAGE`.

                A udev rule that renames the node is not needed, because udev creates these links by itself. Do not
                rely on the order of the ports: the order in which the kernel finds the cameras is not fixed.
                """),
        CatalogueEntry(
            id: .nodeAlsoOutput, check: .node, title: "a virtual camera that some programs leave out",
            explanation: """
                A virtual camera (v4l2loopback) is written by one program and read by others, so its node can capture
                and output. Chromium and programs that are built on it, among them most video conferences, take a
                node for a camera only if it cannot output. They leave this one out of their lists. Scanning is not
                affected: this is a note.

                The node belongs to v4l2loopback, and udev's `ID_V4L_CAPABILITIES` has both `capture` and
                `video_output`. With the module's option `exclusive_caps` a node is only an output until a program
                feeds it, and only a camera from then on.

                Load the module again with that option for *every* device. It is a list: `exclusive_caps=1` sets
                only the first, so that with two devices the second stays as it is. For two write
                `exclusive_caps=1,1`. To keep it, write the options into a file in `/etc/modprobe.d`, such as
                `options v4l2loopback devices=2 exclusive_caps=1,1`. Programs that feed or read the cameras must be
                closed first; the old state comes back with the old options.

                A larger number of `devices` does not help, and neither do permissions: the browser can open the node,
                but does not want it.
                """),
        CatalogueEntry(
            id: .nodeRawFormat, check: .node, title: "pictures in a format that programs must convert",
            explanation: """
                The camera offers its pictures in formats that hardly any program understands: the raw data of its sensor
                under the colour mosaic (Bayer), or a compression of its maker. The kernel passes them on as they are, and
                leaves the conversion to programs. Candela converts them, so that scanning is not affected: this is a note.

                None of the formats that the node offers (VIDIOC_ENUM_FMT, or `v4l2-ctl --list-formats`) is a common one,
                such as YUYV, MJPG, NV12 or YU12.

                Programs that are linked with libv4l convert such pictures. For the others, its library
                `v4l2convert.so` does it if it is loaded before them: `LD_PRELOAD=/usr/lib/…/libv4l/v4l2convert.so
                PROGRAM`. On Debian it is in the package libv4l-0. Nothing has to be undone: it applies to that one run.

                Choosing another size does not help, because all sizes come in these formats. Neither do permissions or
                another driver.
                """),
        CatalogueEntry(
            id: .nodeBusy, check: .contention, title: "another program is using the camera",
            explanation: """
                Only one program at a time can capture from a camera. Any number of programs can open the node and
                read its settings, but the first one that starts streaming keeps the camera until it stops: a video
                call, a browser tab, a camera application, a motion detector, another scanner.

                Setting the format, requesting buffers or starting the stream fails with EBUSY; with a few drivers
                `open` does. The doctor then searches `/proc/*/fd` for the programs that have the node open. Only
                root can see the open files of other users' programs: if the list is empty or incomplete, the doctor
                says so, and `sudo candela doctor` completes it. An open node alone proves nothing: if the stream
                starts nevertheless, this finding is not reported.

                Close the program, which the doctor names with its process number, or scan with another camera. If
                it is pipewire or wireplumber, it captures for some other program: close the tab or window that
                shows the camera; the desktop shows an indicator for it in its top bar. As a last resort, `kill PID`
                ends the process; unsaved work is lost, and there is no undo. If two programs must share a camera,
                one of them must pass the picture on, for example through v4l2loopback.

                If the doctor is asked about the very program that has the camera, it looks whether that passes the pictures on
                over the network, as nodes of ROS and servers of streams do: by its command line, the ports at which it
                listens, and this machine's firewall (ufw, whose rules only root can read in most systems). Look first whether
                the pictures come on this machine: if they do, the camera is not at fault.

                Running as root or changing modes does not help: the camera is not forbidden, it is in use.
                """),
        CatalogueEntry(
            id: .nodeBusySelf, check: .contention, title: "another candela process is using the camera",
            explanation: """
                The program that uses the camera is candela itself: a scan in another terminal, a service that scans
                all day, or an earlier run that was stopped with Ctrl-Z, lost its terminal or hangs.

                As with node.busy, the request to stream fails with EBUSY, and `/proc/*/fd` shows which processes
                have the node open. Each of them runs the same program file as the doctor, as `/proc/PID/exe` shows;
                if that cannot be read, the process name is used. If any other program is among them, the finding is
                node.busy.

                Stop it where it runs with Ctrl-C, or with `kill PID`; it then exits cleanly, and there is nothing
                to undo. For a service, use `systemctl stop NAME`, or it is restarted at once. A run stopped with
                Ctrl-Z continues with `fg`. Use `kill -9` only if it has not exited after some seconds: a program
                killed that way cannot clean up.
                """),
        CatalogueEntry(
            id: .nodeDisturbed, check: .contention, title: "another program changes the camera's settings",
            explanation: """
                While one program streams, others can still change the camera's controls: a video call that sets its
                own exposure, a tool that dims the screen by the camera, a settings window that was left open.
                Controls belong to the camera, not to a program. Exposure and focus therefore do not stay as they
                were set, and a code that scanned a minute ago does not scan now.

                The doctor reads every control that a person or a program can set, before and after it watches the
                stream, and sets none itself. It shows each value that differs, old and new. Controls that an
                automatic mode moves at the time are left out, by the flags inactive and volatile, because the
                camera changes them itself.

                Close the program that does it; `candela list` shows which programs have the node open. Then restore
                the values with `candela set --camera CAMERA CONTROL=VALUE`; the doctor prints the complete command
                and the one that undoes it. If the program must keep running, check whether it can be told to leave
                the camera's settings alone.

                The doctor also reports here that two programs write into one virtual camera (v4l2loopback). OBS takes the
                first video node that it can write to for its virtual camera, even if another program feeds it already, and
                has no setting for that. Load the module with one more device (`devices=2`), and let each program write into
                its own.
                """),
    ]
}
