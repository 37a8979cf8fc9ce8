// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// About the camera as a device: is it there, and does a driver serve it?
    static let device: [CatalogueEntry] = [
        CatalogueEntry(
            id: .deviceNone, check: .presence, title: "no camera on this machine",
            explanation: """
                Linux knows of no camera: none is plugged in, or what is plugged in does not get as far as telling
                the machine what it is. Causes are an empty or loose plug, a cable that only charges, a hub or
                keyboard switch that points at another computer, a built-in camera that a switch, a key or the
                firmware setup turns off, and a virtual machine that was never given the device.

                The doctor looks in three places and finds nothing in any of them: `/sys/class/video4linux` lists no
                node, no USB interface below `/sys/bus/usb/devices` has the class 0e (video) and the subclass 01,
                and there is no `/dev/media*`. So it is not a missing driver: a USB camera without one still shows
                its class (see device.no-driver). One exception: some old webcams announce a class of their maker's
                own. If `lsusb` lists such a camera, what is missing is its driver.

                Plug the camera in, straight into the machine, while `candela list --watch` runs: a line appears as
                soon as a node is there. If none does, try another port and another cable, then look at the kernel's
                log with `sudo journalctl -k -f` while you plug. In a virtual machine, pass the USB device through
                from the host.

                Permissions have nothing to do with it, so running as root or changing modes helps nobody here. What
                does not need a camera can be tried with the simulated one: `candela scan sim:bench --once`.
                """),
        CatalogueEntry(
            id: .deviceVirtualHost, check: .presence, title: "a virtual machine that hands no camera through",
            explanation: """
                This is the Linux subsystem of Windows (WSL). It is a virtual machine with a kernel of its own, and
                the cameras belong to Windows until one is handed over. Even then a driver is needed on the Linux
                side, and the kernel that comes with WSL has long been built without it.

                The doctor finds no camera in `/sys/class/video4linux`, none on USB and no `/dev/media*`, exactly as
                with device.none; but the kernel's release, in `/proc/sys/kernel/osrelease`, says that Microsoft
                built it. As soon as a camera is there, this finding goes away, whether or not it works.

                Install usbipd-win on Windows. Then, in a PowerShell of an administrator, `usbipd list` shows the
                devices, `usbipd bind --busid BUSID` shares one, and `usbipd attach --wsl --busid BUSID` hands it
                over. `usbipd detach --busid BUSID` gives it back to Windows. Run the doctor again: if it now says
                device.no-driver, the kernel has to be replaced by one built with CONFIG_USB_VIDEO_CLASS.

                That is much work for a scanner. Pictures in files scan well on WSL without any of it: `candela scan
                photo.jpg`. For a camera that scans all day, a machine that runs Linux itself is the better place.
                """),
        CatalogueEntry(
            id: .deviceNoDriver, check: .driver, title: "no driver serves the camera",
            explanation: """
                The camera is plugged in and has told the machine that it gives video, but no kernel driver has
                taken it, so there is no `/dev/video*` to open. The driver of nearly all USB cameras is uvcvideo. It
                is missing in four ways: not loaded; loaded but not bound to this camera; left out of this kernel,
                as in the small kernels made for servers and clouds; or its folder is gone, because the kernel was
                upgraded and the machine still runs the old one.

                The doctor sees a USB interface of class 0e in `/sys/bus/usb/devices/*/bInterfaceClass` that has no
                `driver` link. Then it asks where uvcvideo is: `/sys/bus/usb/drivers/uvcvideo` is there when it is
                loaded or built in, and the lists in `/lib/modules/RELEASE` tell whether it is on disk. A folder
                that is missing for the running release (`uname -r`) means the upgrade. If a rule, a blacklist or a
                missing signature keeps the driver away, the finding is device.driver-refused instead.

                Not loaded: `sudo modprobe uvcvideo`, undone by `sudo modprobe -r uvcvideo`. After an upgrade:
                restart. Not on disk: install the kernel with the media drivers, on Debian `sudo apt install
                linux-image-amd64` in place of the cloud kernel, on Ubuntu the package linux-modules-extra of your
                release. Loaded but not bound: plug the camera in again; if it still is not bound, `sudo journalctl
                -k` says what uvcvideo did not like about it, often an error -71 or -110 of a bad cable (see
                device.dropped).
                """),
        CatalogueEntry(
            id: .deviceDriverRefused, check: .driver, title: "something keeps the driver from the camera",
            explanation: """
                The driver exists, but this machine is told not to use it. There are three ways. A guard of USB
                ports, such as usbguard, has not authorised the device. A line in modprobe's configuration switches
                uvcvideo off, which people do to be sure that no camera can watch. Or the kernel accepts signed
                modules only (Secure Boot) and nobody has signed this one, which happens to kernels and drivers
                built at home.

                Each has its proof. `authorized` in the device's folder in `/sys/bus/usb/devices` holds 0. Or a line
                `blacklist uvcvideo` or `install uvcvideo ...` stands in a file of `/etc/modprobe.d` or one of the
                folders like it, and the doctor quotes it with its file. Or the kernel's log has a line such as
                "Loading of unsigned module is rejected" or "Required key not available", which only root can read
                on many machines; `/sys/kernel/security/lockdown` tells how strict the kernel is.

                First ask who set it up so: all three are made on purpose as often as not. If you may change it:
                authorise the device with `echo 1 | sudo tee /sys/bus/usb/devices/DEVICE/authorized` (undo: write
                0), or teach the guard the device for good. Past a line that begins with blacklist, `sudo modprobe
                uvcvideo` loads the driver for now, and past one that begins with install, `sudo modprobe
                --ignore-install uvcvideo` (undo both: `sudo modprobe -r uvcvideo`). With the line removed it loads
                at every plug. For an unsigned module use the distribution's own kernel, or sign the module and
                enrol your key with mokutil.

                Do not switch Secure Boot off for the sake of a scanner: it guards the whole machine.
                """),
        CatalogueEntry(
            id: .deviceNeedsLibcamera, check: .driver, title: "a camera that only libcamera can use",
            explanation: """
                A webcam makes finished pictures by itself. The cameras on a Raspberry Pi's ribbon cable, and those
                in many recent laptops (Intel IPU6 and its successors), do not: the kernel gives the raw data of the
                sensor, and a program has to set up the path through the chip, control exposure and turn the data
                into pictures. That program is libcamera. The nodes in `/dev` exist, but opening one like a webcam
                gives nothing, or mosaic data that no barcode reader can use.

                The doctor tells it by any one of these: the node says in VIDIOC_QUERYCAP that it is run through the
                media controller (the bit IO_MC, 0x20000000, in device_caps); its driver is one known for it, such
                as unicam, rp1-cfe, bcm2835-isp, ipu6 or isys; it offers Bayer formats only; or there is a
                `/dev/media*` and no video node at all. The formats that such a node lists are no proof that they
                work.

                On a Raspberry Pi, let rpicam-vid make the pictures and pipe them in: `rpicam-vid --timeout 0
                --codec yuv420 --width 1280 --height 720 --output - | candela scan - --format YU12 --size 1280x720`.
                With `--newest` frames that came in the meantime are passed over, which suits a live scan. On a
                laptop try `libcamerify candela scan`, which lets libcamera stand in for a webcam. Nothing of this
                changes the machine, so there is nothing to undo.

                This is no matter of permissions: root gets the same raw data. If neither way works, a plain USB
                webcam costs less than the search.
                """),
        CatalogueEntry(
            id: .deviceDropped, check: .stream, title: "the camera went away",
            explanation: """
                The camera was there and is there no longer: it left the bus while it was opened, started or
                streaming. Somebody pulled it out, or more often the plug is loose, the cable too long or poor, the
                port or hub gives too little power (several cameras and a torch on one unpowered hub), USB power
                saving put it to sleep, or its firmware crashed.

                The kernel says so itself: a call on the open node, or `open` on a node that is still listed,
                answers ENODEV or ENXIO, and the doctor names the call. A camera that is there but silent gives no
                such error (see stream.none), and one that another program holds gives EBUSY (see node.busy). The
                kernel's log, `sudo journalctl -k`, has "USB disconnect" for it; errors -71 (the transfer was
                garbled) and -110 (no answer in time) before that point to the cable or the power.

                Plug it straight into the machine, at another port, with a short cable; or use a hub with its own
                power supply. On a Raspberry Pi look whether the supply is strong enough: `vcgencmd get_throttled`
                should say 0x0. To keep one port from saving power: `echo on | sudo tee DEVICE/power/control`, where
                DEVICE is the camera's folder in sysfs, which the doctor fills in; undo it with `auto` in place of
                `on`. It lasts until the camera is unplugged.

                The check named driver reports it when the node cannot be opened any more, the check named stream
                when it happened later.
                """),
        CatalogueEntry(
            id: .deviceControlsSilent, check: .stream, title: "pictures come, but controls do not answer",
            explanation: """
                The camera streams, yet it does not answer when it is asked for its settings: exposure, gain, focus,
                zoom. A USB camera answers such questions on another channel than the one its pictures take, and its
                firmware may hang on the one and not on the other. It is often the first sign of a camera that will
                stop streaming next.

                The doctor reads the controls with VIDIOC_G_EXT_CTRLS while frames arrive, and shows the error it
                got: EIO, ETIMEDOUT or EPIPE as a rule. A camera that has no such control at all is not meant: what
                it does not list is not asked for. As long as the controls are silent, the doctor cannot say whether
                a dark picture is due to a wrong setting.

                Unplug the camera, wait a few seconds and plug it in again, which restarts its firmware; restarting
                the program does not. If it comes back, use another port, a shorter cable or a hub with its own
                power, and keep the port from saving power with `echo on | sudo tee DEVICE/power/control` (undo:
                `auto`). Programs that set controls many times a second bring some cameras to this point, so close
                camera panels that are not needed.
                """),
        CatalogueEntry(
            id: .deviceSlowLink, check: .presence, title: "the USB link is slower than the camera",
            explanation: """
                The camera is attached at a lower speed than it could use. One link of the path decides: a USB 2
                cable, port, hub or extension in front of a USB 3 camera, a bent or dirty contact, or a USB 1 hub.
                The camera still works, but large or fast formats are not offered, or frames get lost.

                The doctor reads two files of the device in `/sys/bus/usb/devices`: `speed`, in megabits a second,
                and `version`, the release of USB that the device says it was made for. It warns below 480 in any
                case, and below 5000 when the version is 3.0 or later. It cannot tell everything: many USB 3 cameras
                call themselves 2.10 when they sit on a slow path, and then this finding does not come. The speed
                itself is in the line about presence with `candela doctor --verbose`, so look there if a USB 3
                camera seems slow.

                Use another port, marked SS or blue inside as a rule, and the cable that came with the camera,
                without an extension. `lsusb -t` shows the tree with the speed of each link, so that the slow one
                can be found. For a USB 2 camera, 480 is all there is, and enough for scanning with compressed
                frames.
                """),
    ]
}
