// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// About the choice of the node, and who else uses it.
    static let node: [CatalogueEntry] = [
        CatalogueEntry(
            id: .nodeMetadata, check: .node, title: "a node of data about pictures, not of pictures",
            explanation: """
                Since Linux 4.16 a USB camera has two nodes: one for pictures, and one for data about them, such as
                exact times. They are numbered in a row, so the second of two, often `/dev/video1`, looks like
                another camera. A program that opens it gets no picture.

                The camera itself says which is which. The answer to VIDIOC_QUERYCAP has in device_caps, which is
                about this node alone, META_CAPTURE and not VIDEO_CAPTURE. (The field capabilities beside it is
                about the whole camera; programs that read that one fall into this trap.) udev's
                ID_V4L_CAPABILITIES, a single colon for such nodes, agrees. Where the node could not be opened, the
                doctor goes by udev and by the node's number within its device.

                Use the other node of the same camera, which the doctor names, best by a link that stays: `candela
                scan /dev/v4l/by-id/...-video-index0`. `candela list` shows all nodes and what each is for. There is
                nothing to undo, and nothing to gain from removing the second node.
                """),
        CatalogueEntry(
            id: .nodeInfrared, check: .node, title: "the infrared camera beside the real one",
            explanation: """
                Many laptops have a second camera for recognising faces, which sees infrared light. It works, but it
                is poor for codes: many inks that are black to the eye are clear in infrared, so a printed code can
                vanish; and its lamp flashes with every other frame, which leaves the rest dark. It is a warning,
                for it may be what you want.

                The node gives grey formats only, and either another node of the same device gives colour, or the
                name of the camera says IR or infrared. A grey camera alone, as machine vision has them, is not
                meant. The doctor only speaks up when there is another camera to take.

                Use the colour camera that the doctor names: `candela scan /dev/v4l/by-id/...`. Without a name,
                candela takes it by itself, as `candela list` shows.
                """),
        CatalogueEntry(
            id: .nodeNotCapture, check: .node, title: "a video node that gives no pictures",
            explanation: """
                Not everything called `/dev/video` is a camera. A Raspberry Pi has a row of such nodes for its video
                codecs and image processors; others take pictures rather than give them, or belong to radio and
                teletext. A loopback device (v4l2loopback) is a camera only while some program feeds it. And a node
                may open but not answer as a video device at all.

                VIDIOC_QUERYCAP tells: VIDEO_M2M in device_caps is a codec, VIDEO_OUTPUT without VIDEO_CAPTURE takes
                pictures, and an errno in place of an answer is no working video device. A loopback device is known
                by its driver; without a feeder it shows only its output side, or no fixed pixel format. A second
                node of a webcam is node.metadata, a sensor that needs help is device.needs-libcamera.

                `candela list` shows every node and its reason; use one of the class capture. For a loopback device
                start the program that feeds it, such as OBS or, as a test, `ffmpeg -re -f lavfi -i
                testsrc=size=640x480:rate=15 -pix_fmt yuv420p -f v4l2 /dev/videoN`, and end it to undo that. If
                nothing on the list is a camera, plug one in. A Raspberry Pi that lists only codecs has not found
                its ribbon-cable camera: switch the machine off, and see that the cable is all the way in and its
                contacts face the right way.
                """),
        CatalogueEntry(
            id: .nodeMoved, check: .node, title: "the camera has another name now",
            explanation: """
                The name you gave, such as `/dev/video2`, leads nowhere, though there are video nodes. The kernel
                numbers cameras in the order in which it finds them. After a restart, a replug or with a second
                camera the order is another, so a number written into a start script meets a different camera one
                day, and none the next. A link below `/dev/v4l/by-path` moves when the camera changes its port.

                `stat` on the name answers ENOENT, and sysfs knows no device of that name either. If sysfs did know
                it, the finding would be access.node-missing. That your camera is among those that are there is
                likely, not certain: a name does not say which camera you had in mind.

                Use a name that stays: a link below `/dev/v4l/by-id`, made of the maker, the model and the serial
                number, or the serial number itself, or a part of the model's name, as `candela list` shows them.
                Two cameras of one model without serial numbers share one link in by-id; tell them apart by their
                ports, with the links in by-path, and do not swap the plugs.
                """),
        CatalogueEntry(
            id: .nodeBusy, check: .contention, title: "another program is using the camera",
            explanation: """
                A camera gives its pictures to one program at a time. Any number may open the node and look at its
                settings, but the first to start streaming has it until it ends: a video call, a browser tab, the
                camera application, a motion watcher, another scanner.

                Setting the format, asking for buffers or starting the stream answers EBUSY; with a few drivers
                `open` does. The doctor then looks through `/proc/*/fd` for the programs that have the node open.
                The open files of other users' programs are for root alone to see: if the list is empty or
                incomplete, the doctor says so, and `sudo candela doctor` completes it. A holder alone proves
                nothing: when the stream starts nevertheless, this finding does not come.

                Close the program, which the doctor names with its process number, or scan with another camera. If
                the holder is pipewire or wireplumber, it serves some other program: close the tab or window that
                shows the camera; the desktop shows a sign for it in its top bar. As a last resort `kill PID` ends
                the process; what it had not saved is lost, and there is no undo. Two programs that must share a
                camera need one of them to pass the picture on, for example through v4l2loopback.

                Neither root nor other modes help: the camera is not forbidden, it is taken.
                """),
        CatalogueEntry(
            id: .nodeBusySelf, check: .contention, title: "another run of candela is using the camera",
            explanation: """
                The program that has the camera is candela itself: a scan in another terminal, a service that scans
                all day, or an earlier run that was stopped with Ctrl-Z, lost its terminal or hangs.

                As with node.busy, the request to stream answers EBUSY, and `/proc/*/fd` shows who has the node
                open. Every holder runs from the same program file as the doctor, as `/proc/PID/exe` says; where
                that may not be read, the name of the process has to do. If any other program is among them, the
                finding is node.busy.

                End it where it runs, with Ctrl-C, or with `kill PID`; it then ends in good order, and there is
                nothing to undo. For a service: `systemctl stop NAME`, or it will be started again at once. A run
                stopped with Ctrl-Z comes back with `fg`. Use `kill -9` only when it has not ended after some
                seconds: a program killed that way can tidy up nothing.
                """),
        CatalogueEntry(
            id: .nodeDisturbed, check: .contention, title: "another program changes the camera's settings",
            explanation: """
                While one program streams, others may still turn the camera's controls: a video call that sets its
                own exposure, a tool that dims the screen by the camera, a settings window that somebody left open.
                Controls belong to the camera, not to a program. So exposure or focus, once found, do not last, and
                a code that scanned a minute ago does not now.

                The doctor reads every control that a person or a program sets before it watches the stream and
                again after, and it sets none itself. A value that differs is shown, with the old and the new one.
                Controls that an automatic mode moves at the time are left out, by the flags inactive and volatile,
                as the camera's own doing is no disturbance.

                Close the program that does it; `candela list` shows who has the node open. Then put back what it
                was: `candela set --camera CAMERA CONTROL=VALUE`, which the doctor writes out, with the command that
                undoes it. If the program must run, see whether it can be told to leave the camera's settings alone.
                """),
    ]
}
