// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// The camera as a device: whether it is present, and whether a driver is bound to it.
    static let device: [CatalogueEntry] = [
        CatalogueEntry(
            id: .deviceNone, check: .presence, title: "no camera found on this machine",
            explanation: """
                Linux lists no camera. Either none is plugged in, or the one that is plugged in is not detected on
                USB. Common causes are an empty or loose plug, a charge-only cable, a hub or KVM switch that is
                connected to another computer, a built-in camera that is disabled by a switch, a key or the firmware
                setup, and a virtual machine to which the device was not passed through.

                The doctor looks in three places and finds nothing: `/sys/class/video4linux` lists no node, no USB
                interface in `/sys/bus/usb/devices` has class 0e (video) and subclass 01, and there is no
                `/dev/media*`. A missing driver is therefore not the cause: a USB camera without a driver still
                shows its class (see device.no-driver). There is one exception: some old webcams use a
                vendor-specific class. If `lsusb` lists such a camera, its driver is missing.

                Run `candela list --watch` and plug the camera directly into the machine: a line appears as soon as
                a node exists. If none appears, try another port and another cable. Then run `sudo journalctl -k -f`
                and plug the camera in again to see what the kernel reports. In a virtual machine, pass the USB
                device through from the host.

                Permissions are not involved, so running as root or changing modes does not help. To try what does
                not need a real camera, use the simulated one: `candela scan sim:bench --once`.
                """),
        CatalogueEntry(
            id: .deviceVirtualHost, check: .presence, title: "no camera is passed through to WSL",
            explanation: """
                This is the Windows Subsystem for Linux (WSL), a virtual machine with its own kernel. Cameras belong
                to Windows until one is attached to WSL. The Linux side then also needs a driver, and the kernel
                that comes with WSL was built without it for a long time.

                The doctor finds no camera in `/sys/class/video4linux`, none on USB and no `/dev/media*`, as with
                device.none, and the kernel release in `/proc/sys/kernel/osrelease` names Microsoft. As soon as a
                camera is attached, this finding is no longer reported, whether or not the camera works.

                Install usbipd-win on Windows. Then open PowerShell as administrator: `usbipd list` lists the
                devices, `usbipd bind --busid BUSID` shares one, and `usbipd attach --wsl --busid BUSID` attaches
                it. `usbipd detach --busid BUSID` returns it to Windows. Run the doctor again: if it now reports
                device.no-driver, update WSL (`wsl --update`), or use a kernel built with CONFIG_USB_VIDEO_CLASS.

                To scan picture files on WSL you need none of this: `candela scan photo.jpg`. For a camera that
                scans all day, use a machine that runs Linux natively.
                """),
        CatalogueEntry(
            id: .deviceNoDriver, check: .driver, title: "no driver is bound to the camera",
            explanation: """
                The camera is plugged in and identifies itself as a video device, but no kernel driver is bound to
                it, so there is no `/dev/video*` to open. Nearly all USB cameras use the driver uvcvideo. There are
                four cases: it is not loaded; it is loaded but not bound to this camera; this kernel does not
                include it, as with the small kernels for servers and clouds; or its module directory is gone,
                because the kernel was upgraded and the machine still runs the old one.

                The doctor finds a USB interface of class 0e in `/sys/bus/usb/devices/*/bInterfaceClass` without a
                `driver` link. It then looks for uvcvideo: `/sys/bus/usb/drivers/uvcvideo` exists if the driver is
                loaded or built in, and the lists in `/lib/modules/RELEASE` show whether it is on disk. If the
                directory of the running release (`uname -r`) is missing, the kernel was upgraded. If USB
                authorisation, a blacklist or a missing signature blocks the driver, the finding is
                device.driver-refused instead.

                If the driver is not loaded, run `sudo modprobe uvcvideo` (undo: `sudo modprobe -r uvcvideo`). After
                an upgrade, reboot. If it is not on disk, install the kernel with the media drivers: on Debian `sudo
                apt install linux-image-amd64` in place of the cloud kernel, on Ubuntu the package
                linux-modules-extra of your release. If it is loaded but not bound, replug the camera. If it is
                still not bound, look for messages of uvcvideo in `sudo journalctl -k`: error -71 or -110 often
                means a bad cable (see device.dropped).
                """),
        CatalogueEntry(
            id: .deviceDriverRefused, check: .driver, title: "the driver is blocked",
            explanation: """
                The driver exists, but this machine is configured not to use it. Usually the cause is one of three.
                A USB guard such as usbguard has not authorised the device. A line in the configuration of modprobe
                disables uvcvideo; people do this to make sure that no camera can be used. Or the kernel accepts
                only signed modules (Secure Boot) and this one is not signed with an accepted key, which happens
                with self-built kernels and drivers.

                Each of them leaves evidence. `authorized` in the device's directory in `/sys/bus/usb/devices` is 0.
                Or a file in `/etc/modprobe.d` or a similar directory contains `blacklist uvcvideo` or `install
                uvcvideo ...`; the doctor quotes the line with its file. Or the kernel log contains a line such as
                "Loading of unsigned module is rejected" or "Required key not available"; on many machines only root
                can read that log. `/sys/kernel/security/lockdown` shows how strict the kernel is.

                First ask who configured it and why: all three are often intentional. If you may change it,
                authorise the device with `echo 1 | sudo tee /sys/bus/usb/devices/DEVICE/authorized` (undo: write
                0), or add a permanent rule to the USB guard. To load the driver despite a blacklist line, run `sudo
                modprobe uvcvideo`; despite an install line, run `sudo modprobe --ignore-install uvcvideo` (undo
                both: `sudo modprobe -r uvcvideo`). If you remove the line, the driver is loaded at every plug. For
                an unsigned module, use the distribution's own kernel, or sign the module and enrol your key with
                mokutil.

                Do not disable Secure Boot for a scanner: it protects the whole machine.
                """),
        CatalogueEntry(
            id: .deviceNeedsLibcamera, check: .driver, title: "the camera works only through libcamera",
            explanation: """
                A webcam produces finished pictures by itself. Cameras on a Raspberry Pi's ribbon cable, and those
                in many recent laptops (Intel IPU6 and its successors), do not: the kernel delivers raw sensor data,
                and a program must set up the path through the chip, control the exposure and convert the data into
                pictures. That program is libcamera. The nodes in `/dev` exist, but opening one like a webcam gives
                nothing, or raw Bayer data that no barcode reader can use.

                Any one of these signs is sufficient: VIDIOC_QUERYCAP reports that the node is controlled through
                the media controller (bit IO_MC, 0x20000000, in device_caps); its driver is known to need libcamera,
                such as unicam, rp1-cfe, bcm2835-isp, ipu6 or isys; it offers only Bayer formats; or there is a
                `/dev/media*` but no video node. Formats that such a node lists do not necessarily work.

                On a Raspberry Pi, capture with rpicam-vid and pipe the frames in: `rpicam-vid --timeout 0 --codec
                yuv420 --width 1280 --height 720 --output - | candela scan - --format YU12 --size 1280x720`. With
                `--newest`, candela skips frames that are already outdated, which suits a live scan. On a laptop, if
                `cam --list` (package libcamera-tools) lists the camera, let GStreamer capture with libcamera:
                `gst-launch-1.0 -q libcamerasrc ! videoconvert ! y4menc ! fdsink | candela scan --newest -` (Debian
                and Ubuntu: packages gstreamer1.0-tools, gstreamer1.0-libcamera, gstreamer1.0-plugins-good). If `cam
                --list` does not list it, no program can use it yet. libcamerify does not help: candela cannot open
                what it shows. Nothing here changes the machine, so there is nothing to undo.

                Permissions are not involved: root gets the same raw data. If neither way works, use a plain USB
                webcam.
                """),
        CatalogueEntry(
            id: .deviceDropped, check: .stream, title: "the camera disconnected",
            explanation: """
                The camera disconnected while it was being opened, started or streaming. Somebody unplugged it, or
                more often the plug is loose, the cable is too long or poor, the port or hub supplies too little
                power (several cameras and a torch on one unpowered hub), USB power saving suspended it, or its
                firmware crashed.

                The kernel reports it: a call on the open node, or `open` on a node that is still listed, fails with
                ENODEV or ENXIO, and the doctor names the call. A camera that is connected but sends no frames gives
                no such error (see stream.none), and one that another program uses gives EBUSY (see node.busy). The
                kernel log, `sudo journalctl -k`, shows "USB disconnect"; errors -71 (corrupted transfer) and -110
                (timeout) before it point to the cable or the power supply.

                Plug the camera directly into another port of the machine with a short cable, or use a powered hub.
                On a Raspberry Pi, check the power supply: `vcgencmd get_throttled` should print 0x0. To disable
                power saving for one port, run `echo on | sudo tee DEVICE/power/control`, where DEVICE is the
                camera's directory in sysfs, which the doctor fills in (undo: `auto` instead of `on`). The setting
                lasts until the camera is unplugged.

                The driver check reports this finding if the node can no longer be opened, the stream check if the
                camera disconnected later.
                """),
        CatalogueEntry(
            id: .deviceControlsSilent, check: .stream, title: "the camera streams, but its controls do not answer",
            explanation: """
                The camera streams, but does not answer requests for its settings: exposure, gain, focus, zoom. A
                USB camera answers them on a different channel from its pictures, and its firmware can hang on one
                of the two only. It is often the first sign that a camera will soon stop streaming.

                The doctor reads the controls with VIDIOC_G_EXT_CTRLS while frames arrive and shows the error,
                usually EIO, ETIMEDOUT or EPIPE. It reads only controls that the camera lists, so a camera without
                such a control is not reported. While the controls do not answer, the doctor cannot tell whether a
                dark picture is due to a wrong setting.

                Unplug the camera, wait a few seconds and plug it in again: this restarts its firmware, which
                restarting the program does not. If the finding returns, use another port, a shorter cable or a
                powered hub, and disable power saving for the port with `echo on | sudo tee DEVICE/power/control`
                (undo: `auto`). Some cameras fail in this way when a program sets controls many times a second, so
                close camera settings windows that you do not need.
                """),
        CatalogueEntry(
            id: .deviceSlowLink, check: .presence, title: "the USB link is slower than the camera supports",
            explanation: """
                The camera is connected at a lower speed than it supports. One link on the path limits it: a USB 2
                cable, port, hub or extension in front of a USB 3 camera, a bent or dirty contact, or a USB 1 hub.
                The camera works, but large or fast formats are not offered, or frames are lost.

                The doctor reads two files of the device in `/sys/bus/usb/devices`: `speed`, in megabits per second,
                and `version`, the USB release that the device reports. It warns below 480 in any case, and below
                5000 if the version is 3.0 or later. It cannot detect every case: many USB 3 cameras report 2.10 on
                a slow path and are then not reported. If a USB 3 camera seems slow, run `candela doctor --verbose`
                and look at the speed in the presence line.

                Use another port, usually marked SS or blue inside, and the cable that came with the camera, without
                an extension. `lsusb -t` shows the tree with the speed of each link, so that you can find the slow
                one. For a USB 2 camera, 480 is the maximum, and it is enough for scanning with compressed frames.
                """),
    ]
}
