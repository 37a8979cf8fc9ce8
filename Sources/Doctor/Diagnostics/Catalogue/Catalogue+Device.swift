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

                The doctor looks in four places and finds nothing. `/sys/class/video4linux` lists no node. No USB
                interface in `/sys/bus/usb/devices` has class 0e (video) and subclass 01. No USB or PCI device has
                an identifier (its file `modalias`) that `modules.alias` of this kernel, or of up to three other
                kernels on disk, assigns to a camera driver. And there is no `/dev/media*`. A missing driver is
                therefore seldom the cause: a camera without a driver is still found by its class or its identifier
                (see device.no-driver). There is one exception: a camera of a vendor-specific class that no kernel
                on this disk knows. `lsusb` lists it.

                The doctor also reads the kernel log, directly (`/dev/kmsg`) or through `journalctl --dmesg`. Root
                can read it, and on most systems the groups adm and systemd-journal. The log can show a closer
                cause: a device that does not identify itself is device.not-recognised. If a camera was found and has
                disconnected since, the report shows both lines. A camera that the firmware has switched off is
                device.switched-off, and an industrial camera is device.not-v4l2.

                A hand-held barcode scanner is no camera: most type what they read as a keyboard does. Where one is plugged in and no
                camera is, the doctor names it, with the layout of this machine's keyboards: a scanner that is set to another
                country's keyboard types wrong digits. One that types nothing is set to another mode: as a serial port, or as
                the scanner of a point of sale (HID POS), which a program opens as `/dev/hidraw*`, or through libusb as
                `/dev/bus/usb/*`. Both nodes are root's unless a udev rule gives them away, and the doctor prints one.
                A container gets no input device by itself: for one that is examined, or that the doctor runs in, the doctor
                tells if it was not given the scanner's. A program that gets the digits and does nothing waits for the key Enter
                after each code, which the scanner may be set not to send. The port of a scanner that is set to serial belongs to
                a group (dialout, uucp), and ModemManager may take it for a modem's. A program that reads one in keyboard mode as
                `/dev/hidraw*` gets reports of keys, mostly of 8 bytes, and not the code's text.

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
                The camera is there, but no kernel driver is bound to it, so there is no `/dev/video*` to open.
                Nearly all USB cameras use the driver uvcvideo; older webcams, frame grabbers and cameras on the PCI
                bus have drivers of their own. The driver's module is not loaded; or it is loaded but not bound to
                this camera; or this kernel does not include it, as with the small kernels for servers and clouds;
                or it is installed only for another kernel; or the whole module directory is missing, because the
                kernel was upgraded and the machine still runs the old one. In a laptop with an Intel image
                processor (IPU), the processor, the sensor or the chip between them can lack its driver in the same
                way.

                The doctor finds the camera in one of two ways. Its USB interface has class 0e
                (`/sys/bus/usb/devices/*/bInterfaceClass`), or `modules.alias` assigns its identifier, the file
                `modalias` of a USB or PCI device, to a camera driver. The link `driver` is missing in the device's
                directory. The doctor then looks for the module in `/lib/modules/RELEASE` (`uname -r` prints
                RELEASE) and in the directories of the other kernels, and in `/sys/module` to see whether it is
                loaded. If the module is on disk but cannot be loaded, the finding is device.module-broken; if USB
                authorisation, a blacklist or a missing signature blocks it, device.driver-refused.

                If the module is not loaded, run `sudo modprobe NAME` with the name that the doctor shows, for
                example `sudo modprobe uvcvideo` (undo: `sudo modprobe -r uvcvideo`). After an upgrade, or if the
                module is installed for a newer kernel, reboot. A module that DKMS builds can be built for the
                running kernel with `sudo dkms autoinstall -k RELEASE`. If it is not on disk, install the kernel
                with the media drivers: on Debian `sudo apt install linux-image-amd64` in place of the cloud kernel,
                on Ubuntu the package linux-modules-extra of your release. If it is loaded but not bound, replug the
                camera. If it is still not bound, look for messages of the driver in `sudo journalctl -k`: error -71
                or -110 often means a bad cable (see device.dropped). If a driver for PCI fails at its device, it
                is often a fault of one kernel: start another one, an older or a newer.

                Some cameras have no driver in any kernel. The FaceTime HD camera of MacBooks (PCI 14e4:1570) needs
                the driver facetimehd, which is installed separately. The sensors of laptops are added to the kernel
                model by model: the IPU6 has a driver since Linux 6.10, the IPU7 since 6.17, so a newer kernel can
                help. In a container, load the driver on the host. Permissions are not involved.

                For a device that no driver takes and that may be the camera, the kernel log can show more. If the kernel
                complains of its descriptors (for example "bulk endpoint 0x82 has invalid maxpacket 1024"), its firmware breaks
                the rules of USB, and newer firmware of its maker is the remedy. If the device has left the bus several times
                within ten minutes and come back, its link breaks: use a shorter cable, or another port. A device that changes
                its identifiers when a program starts it (such as Movidius, 03e7:2485 and 03e7:f63b) leaves the bus each time, so
                there the doctor also asks for errors on the link.
                """),
        CatalogueEntry(
            id: .deviceDriverRefused, check: .driver, title: "the driver is blocked",
            explanation: """
                The driver exists, but this machine is configured not to use it. Usually the cause is one of these. A
                USB guard such as usbguard has not authorised the device. A line in the configuration of modprobe
                disables uvcvideo; people do this to make sure that no camera can be used. The kernel accepts only
                signed modules (Secure Boot) and this one is not signed with an accepted key, which happens with
                self-built kernels and drivers. Or another driver is bound to the camera, because it is passed
                through to a virtual machine or another host. Or a parameter on the kernel's command line
                (`/proc/cmdline`) does: `modprobe.blacklist=` keeps the driver from being loaded by itself,
                `module_blacklist=` makes the kernel refuse it. Or the kernel loads no more modules until the next
                start (`/proc/sys/kernel/modules_disabled` is 1).

                Each of them leaves evidence. `authorized` in the device's directory in `/sys/bus/usb/devices` is 0.
                Or a file in `/etc/modprobe.d` or a similar directory contains `blacklist uvcvideo` or `install
                uvcvideo ...`; the doctor quotes the line with its file. Or the kernel log contains a line such as
                "Loading of unsigned module is rejected" or "Required key not available". The doctor reads the log
                directly or through `journalctl --dmesg`, as root and on most systems the groups adm and
                systemd-journal can. Without such a line the finding is likely if the module's file has no signature
                and the kernel requires one: Secure Boot is on (the EFI variable SecureBoot),
                `/sys/module/module/parameters/sig_enforce` is Y, or `/sys/kernel/security/lockdown` shows integrity
                or confidentiality in brackets. Or the link `driver` of the camera's USB interface names another
                driver than uvcvideo, such as usbip-host. Two modules of a kernel can also want the same camera
                (`modules.alias` lists both); if the one that got it gives no picture, the other may: that is likely,
                not certain.

                First ask who configured it and why: all of them are often intentional. If you may change it,
                authorise the device with `echo 1 | sudo tee /sys/bus/usb/devices/DEVICE/authorized` (undo: write
                0), or add a permanent rule: `sudo usbguard list-devices --blocked` shows its number, and `sudo
                usbguard allow-device NUMBER --permanent` allows it. To load the driver despite a blacklist line,
                run `sudo modprobe uvcvideo`; despite an install line, run `sudo modprobe --ignore-install uvcvideo`
                (undo both: `sudo modprobe -r uvcvideo`). If you remove the line, the driver is loaded at every
                plug. For an unsigned module, use the distribution's own kernel, or sign the module and enrol the
                key: `sudo mokutil --import KEY`, with the path that the doctor shows, asks for a password that a
                blue screen asks for again at the next start. If another driver is bound, stop the virtual machine
                or the program that uses the camera, and replug it.

                The module of virtual cameras, v4l2loopback, is checked for its signature too. If a camera works,
                this is only a note. Do not disable Secure Boot for a scanner: it protects the whole machine.
                """),
        CatalogueEntry(
            id: .deviceDriverHangs, check: .driver, title: "a program hangs in the video driver",
            explanation: """
                A program that has the camera waits inside the kernel for something that never comes: a message of the
                firmware or an interrupt got lost, or a driver has locked itself up. It makes no more pictures, no signal
                ends it (its state is D), and nobody else gets the camera.

                After two minutes the kernel writes "INFO: task NAME:NUMBER blocked for more than 120 seconds" and where it
                waits. The doctor reports it if that place is in the code of video drivers, the program still hangs (state D), and
                it has the camera now or is the one that is asked about. Why the message got lost cannot be seen from here, so it is likely.

                A driver that crashes (a kernel Oops in its code, or in what all video drivers use) leaves the same behind: it is reported
                where the kernel log has the crash and its place, and the camera has given no frame since.

                Restart the machine, and update its kernel. If the newest one hangs too, report the lines to those who make
                it. Until then a watchdog that restarts the machine keeps the camera usable. Nothing has to be undone.
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
                such as unicam, rp1-cfe, ipu6 or isys; it offers only Bayer formats and is not on USB; or, in a
                laptop with an Intel image processor, a sensor is registered in
                `/sys/class/video4linux/v4l-subdev*`. If there is only a `/dev/media*` and no video node, the
                finding is possible. Formats that such a node lists do not necessarily work. The nodes of a
                Raspberry Pi's own codecs and image processors (bcm2835-isp, pispbe) do not count, because they
                exist without a camera.

                Other links of the same chain have their own findings: a sensor that was not detected is
                device.sensor-missing, firmware that could not be loaded is device.no-firmware, a part without a
                driver is device.no-driver, and the cameras of NVIDIA Jetson boards are device.raw-sensor. If `cam
                --list` (package libcamera-tools) runs and lists no camera, the doctor says so: libcamera is then
                probably too old for this sensor. A newer version is the fix, and `LIBCAMERA_LOG_LEVELS=*:DEBUG cam
                --list` shows why it rejects the sensor.

                Candela uses libcamera by itself if no video node gives pictures, and `candela scan libcamera:` names
                its first camera. That needs libcamera with its modules (Debian: `libcamera-ipa`) in the version that
                candela was built for. With another version, capture with another program and pipe its frames in: on a
                Raspberry Pi `rpicam-vid --timeout 0 --codec yuv420 --width 1280 --height 720 --output - | candela scan -
                --newest --format YU12 --size 1280x720`, elsewhere GStreamer's libcamerasrc. libcamerify does not help:
                candela cannot open what it shows. Nothing here changes the machine, so there is nothing to undo.

                Permissions are not involved: root gets the same raw data. If neither way works, use a plain USB
                webcam.
                """),
        CatalogueEntry(
            id: .deviceDropped, check: .stream, title: "the camera disconnected",
            explanation: """
                The camera disconnected: before the doctor ran, or while it was being opened, started or streaming.
                Somebody unplugged it, or more often the plug is loose, the cable is too long or poor, the port or
                hub supplies too little power (several cameras and a torch on one unpowered hub), USB power saving
                suspended it, or its firmware crashed. A built-in camera can be missing after the machine has slept.

                The kernel reports it. A call on the open node, or `open` on a node that is still listed, fails with
                ENODEV or ENXIO, and the doctor names the call. A camera that is connected but sends no frames gives
                no such error (see stream.none), and one that another program uses gives EBUSY (see node.busy). The
                kernel log, which the doctor reads directly or through `journalctl --dmesg`, shows "USB disconnect".
                If a camera works, but the log shows that it disconnected and came back within seconds two times or
                more, it is a note: somebody may have replugged it. Errors -71 (corrupted transfer) and -110
                (timeout) before the line point to the cable or the power supply.

                Some cameras leave when the kernel suspends them, two seconds after their last use, and come back at once: only
                while nobody uses them, and always after the same time. Three such losses in a row, with `power/control` of the
                device on auto, are a warning and possible; if newer kernels know that the model must not be suspended, and
                this one does not, it is likely.

                Plug the camera directly into another port of the machine with a short cable, or use a powered hub.
                On a Raspberry Pi, check the power supply: `vcgencmd get_throttled` should print 0x0. To disable
                power saving for one port, run `echo on | sudo tee DEVICE/power/control`, where DEVICE is the
                camera's directory in sysfs, which the doctor fills in (undo: `auto` instead of `on`). The setting
                lasts until the camera is unplugged. If a built-in camera is missing after sleep, switch the machine
                off completely and on again, and look for newer firmware of the machine.

                The presence check reports the note from the kernel log, the driver check if the node can no
                longer be opened, the stream check if the camera disconnected later. For a camera that disconnects
                only now and then, let the doctor watch it: `candela doctor --watch 10m`. In a container that runs
                as root, ENXIO can also mean that the camera was replugged on the host: restart the container (see
                access.stale-node).
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
            id: .deviceModuleBroken, check: .driver, title: "the driver's module cannot be loaded",
            explanation: """
                The kernel lists a module for the camera, but the file on disk does not fit it. There are four
                cases. The module was built for another build of the kernel, as after an upgrade that is not
                complete. Somebody built a module apart from the kernel, often with DKMS, and it takes the place of
                the kernel's own one. Or the index names a file that is missing, as on small systems to which only a
                part of the modules was copied. Or only a module that was built apart is there, and the kernel's own
                media modules, which it needs, are not installed, as on small images of Ubuntu without the package
                linux-modules-extra.

                The doctor reads `modules.dep` in `/lib/modules/RELEASE`, which names the module's file and the
                files that it needs; `stat` on one of them fails with ENOENT. It reads vermagic from the module's
                file (`modinfo` does so if the file is compressed) and compares its first word with the running
                release, which `uname -r` prints. A path that does not begin with kernel/, such as updates/dkms,
                belongs to a module that was built apart from the kernel. If the kernel has already rejected the
                module, its log says why: "disagrees about version of symbol", "Unknown symbol", "version magic". A
                module that is loaded is not reported. If a signature is missing, the finding is
                device.driver-refused; if the module is installed for another kernel only, it is device.no-driver.

                First reboot: `sudo reboot`. If the finding returns, install the kernel package again, on Debian
                with `sudo apt install --reinstall linux-image-RELEASE`, on Ubuntu with `sudo apt install
                --reinstall linux-modules-RELEASE`, then run `sudo depmod --all` and `sudo modprobe uvcvideo`. If
                the module was built apart from the kernel, `dkms status` shows whether DKMS built it, and `sudo
                dkms autoinstall -k RELEASE` builds it for this kernel. To use the kernel's own uvcvideo instead,
                remove the DKMS package, or move the other file out of `/lib/modules` and run the same two commands
                (undo: move it back, and run `sudo depmod --all`). In a container, fix it on the host: a container
                uses the host's kernel.

                Do not copy the file from another kernel, and do not load it with `modprobe --force`: the version
                check exists because a module that does not fit can crash the kernel. The module of virtual cameras,
                v4l2loopback, is checked in the same way; if a camera works, that finding is only a note.
                """),
        CatalogueEntry(
            id: .deviceSensorMissing, check: .driver, title: "the camera's sensor was not detected",
            explanation: """
                Cameras on a ribbon cable, as on a Raspberry Pi, and in many recent laptops are bare sensors. A
                driver must talk to the sensor before the kernel registers a camera. Here the receiver or the image
                processor is present, but the sensor does not answer or was not found. On a board the usual cause is
                the ribbon cable: it is loose, reversed, broken or of the wrong width. Otherwise the configuration
                does not name the sensor. In a laptop the sensor has no power or clock, its privacy switch is
                closed, or the kernel does not know this model yet.

                The files `/sys/class/video4linux/v4l-subdev*/name` name no sensor. On a Raspberry Pi, video nodes
                are missing or belong only to codecs and image processors (such as bcm2835-isp and pispbe), and no
                USB camera is plugged in; the doctor also shows what `config.txt` says about cameras. In a laptop,
                an Intel image processor is on the PCI bus and has its driver. If the kernel log contains an error
                of a sensor's driver, such as "error -121" (EREMOTEIO: nothing answers on the I²C bus), -5, -110 or
                a wrong chip id, the doctor quotes it, and on a Raspberry Pi the finding is then certain. Without
                that line it is likely. A sensor without a driver is device.no-driver.

                Switch the board off before you touch the cable. Reseat it at both ends, with its contacts towards
                the contacts of the connector, and close the latch. The Raspberry Pi 5, 500 and Zero have a narrow
                connector with 22 pins and need another cable than the wide one with 15. The boards for Compute Modules
                have connectors that work only with jumpers (J6). A line of `config.txt` below a filter such as [pi4] counts
                only on that model: the doctor names it if nothing else asks for the camera. In
                `/boot/firmware/config.txt` (older systems: `/boot/config.txt`) write camera_auto_detect=1, remove
                start_x=1, and reboot (undo: restore the lines). The firmware does not detect cameras of other
                manufacturers: name the sensor there, for example dtoverlay=imx519. Then run `rpicam-hello
                --list-cameras`. In a laptop, open the camera's switch or shutter, check the firmware setup, and try
                a newer kernel; `sudo journalctl -k -g 'int3472|ipu|sensor'` shows what the kernel reports about the
                parts.

                Permissions are not involved. `modprobe bcm2835-v4l2` does not help: it belongs to the old camera
                system of the Raspberry Pi, and it needs the sensor too.
                """),
        CatalogueEntry(
            id: .deviceNoFirmware, check: .driver, title: "the image processor's firmware is missing",
            explanation: """
                In many recent laptops the camera is a bare sensor behind an Intel image processor (IPU), in some
                with a further chip between them (IVSC). These chips run firmware, which the kernel reads from
                `/lib/firmware` when it starts the driver. Without the firmware the processor does not start, and
                there is no camera. Many distributions put these files into a package of their own, or into one that
                is not free software.

                The doctor finds the processor on the PCI bus by its class (0x0480 or 0x0400) or its identifier in
                `modules.alias`, and the kernel log has a line about firmware that could not be loaded, such as
                "Direct firmware load for intel/ipu/... failed with error -2" (ENOENT: there is no such file). The
                doctor quotes that line. It reads the log directly or through `journalctl --dmesg`. If it cannot
                read the log, run `sudo candela doctor`: without that line the same machine looks like
                device.sensor-missing or device.no-driver.

                Install the package, then reboot: on Ubuntu `sudo apt install linux-firmware`, on Debian `sudo apt
                install firmware-misc-nonfree firmware-intel-misc` (from the component non-free-firmware), on Fedora
                `sudo dnf install linux-firmware intel-vsc-firmware`, on Arch `sudo pacman -S linux-firmware`, on
                openSUSE `sudo zypper install kernel-firmware-media`. To undo it, remove the package. If the file is
                on disk but in another folder, copy it below `/lib/firmware` to exactly the path that the kernel log
                names. Afterwards the camera usually needs libcamera (see device.needs-libcamera).

                If the file is there and was not found when the machine started, the driver was loaded from the initial file
                system (initramfs), which lacks it. Then loading the driver again is enough, and building the initramfs with
                the file in it keeps it so.

                A driver that has read its file and rejects it ("image corrupt") says so in the log, too: the file is damaged or
                made for another model. MacBooks whose driver lacks the sensor's calibration file (`1871_01XX.dat`) work, with
                orange pictures: that is a note.

                Permissions are not involved, and loading the driver again does not help while the file is missing.
                Firmware of another generation of the processor does not work.
                """),
        CatalogueEntry(
            id: .deviceRawSensor, check: .driver, title: "the camera needs NVIDIA's image processor",
            explanation: """
                On NVIDIA's Jetson boards a camera on the ribbon connector delivers the raw data of its sensor
                (Bayer). The chip has an image processor that controls the exposure and converts the data into
                pictures, but only NVIDIA's own software uses it, through the GStreamer source nvarguscamerasrc. The
                node in `/dev` exists, and gives candela nothing that it can search for codes.

                The node offers only Bayer formats (VIDIOC_ENUM_FMT), or needs the media controller (bit IO_MC in
                device_caps), and either the board's model in the device tree names Jetson or Tegra, or the node's
                driver begins with tegra. Both are facts of the system, so the finding is certain. On other boards
                the same raw data is device.needs-libcamera.

                Let GStreamer capture, and pipe the frames into candela: `gst-launch-1.0 -q nvarguscamerasrc !
                'video/x-raw(memory:NVMM),width=1280,height=720' ! nvvidconv ! video/x-raw,format=I420 ! y4menc !
                fdsink | candela scan --newest -`. For a second camera, add `sensor-id=1` after nvarguscamerasrc. If
                the source reports that no camera is available, although it worked before, restart NVIDIA's service:
                `sudo systemctl restart nvargus-daemon`. Nothing here changes the machine permanently, so there is
                nothing to undo.

                Permissions are not involved: root gets the same raw data. libcamera's tools do not replace NVIDIA's
                source on these boards. A plain USB webcam works on them without any of this.
                """),
        CatalogueEntry(
            id: .devicePipeline, check: .driver, title: "the media pipeline of a video input is not set up",
            explanation: """
                A chip on the board turns HDMI or analogue video into the signal of a camera sensor, and the board's
                receiver takes that. Between them lies a pipeline of the kernel's media controller: every part has
                pads, and both ends of a link must have the same size, code and field, or the stream does not start
                (VIDIOC_STREAMON fails with EPIPE, "broken pipe"). libcamera sets up pipelines of sensors, but it does
                not know such chips.

                The doctor finds the chip among the media entities (`/sys/class/video4linux/v4l-subdev*/name`), such
                as tc358743, and a node that needs the media controller (bit IO_MC in device_caps). It is certain if
                the kernel log or the failed request says that the pipeline does not start, otherwise likely.

                Take over the timings of the source with `v4l2-ctl --device /dev/v4l-subdev0 --set-dv-bt-timings
                query`, and set the same format on all pads with media-ctl (package v4l-utils); `media-ctl
                --print-topology` shows them. Such settings last until the next start, so a script or service sets
                them again. `media-ctl --reset` removes the links.

                Permissions and cables are not involved if the timings can be queried: then the signal is there.
                """),
        CatalogueEntry(
            id: .deviceNotV4L2, check: .presence, title: "an industrial camera or capture card, which has no V4L2 driver",
            explanation: """
                The camera is an industrial one of the class USB3 Vision. Such cameras are not driven by the kernel:
                a program talks to them over USB itself, through a library for the GenICam standard. Linux therefore
                creates no `/dev/video*` for it, and V4L2 programs cannot open it. The camera is not broken, and no driver
                is missing.

                The doctor finds a USB interface of class ef and subclass 05 (`bInterfaceClass` and
                `bInterfaceSubClass` in `/sys/bus/usb/devices`), and no other camera. The numbers are those that the
                class USB3 Vision has from the USB Implementers Forum. Cameras of the class GigE Vision are devices
                on the network, so the doctor does not find them.

                Candela reads it through Aravis, a free library for such cameras (Debian: `libaravis-0.8-0`): `candela scan
                aravis:`. `arv-tool-0.8` (package aravis-tools-cli) lists the cameras that Aravis finds. Users need
                access to the USB device first. Write the line `SUBSYSTEM=="usb",
                ENV{ID_USB_INTERFACES}=="*:ef05??:*", TAG+="uaccess"` to `/etc/udev/rules.d/70-usb3vision.rules`,
                then run `sudo udevadm control --reload` and `sudo udevadm trigger --subsystem-match=usb
                --action=add` (undo: `sudo rm /etc/udev/rules.d/70-usb3vision.rules`). The manufacturer's own
                software usually installs such a rule.

                Capture cards of Blackmagic Design and AJA are the same in one respect: their drivers (`blackmagic`, `ajantv2`) make
                no `/dev/video*`, and programs reach them only through the maker's own library, libDeckLinkAPI.so or
                libajantv2. A program in a sandbox does not have that library. GStreamer's element decklinkvideosrc can
                hand their pictures to `candela scan -`.

                `modprobe uvcvideo` does not help, because the camera is not of the class video. `candela udev
                install` does not help either: its rule is for video nodes, and this camera has none.

                If a program opens the camera and gets no picture, the camera may be set to wait for a trigger: its feature
                TriggerMode is On, by the program's settings or by settings that the camera keeps. `arv-tool-0.8 control
                TriggerMode=Off` sets it while no other program has the camera.
                """),
        CatalogueEntry(
            id: .deviceSwitchedOff, check: .presence, title: "the built-in camera is switched off",
            explanation: """
                The machine's firmware has switched the built-in camera off. It then disappears from USB as if
                somebody had unplugged it, so Linux cannot see it. This is done with a key that shows a camera, with
                a setting of the firmware, or by a program that writes the same switch. It can be intentional:
                companies disable cameras in this way.

                The doctor looks for it if there is no camera; a camera that stays there and sends blank pictures is
                light.covered. It reads four kinds of switches in sysfs. On Samsung laptops the attribute
                `block_recording` of `/sys/class/firmware-attributes/samsung-galaxybook` is 1. On Lenovo laptops `/sys/bus/platform/drivers/ideapad_acpi/*/camera_power` contains 0. On Asus laptops
                `/sys/devices/platform/asus-nb-wmi/camera` (or `eeepc-wmi`, `eeepc`) contains 0. On machines whose
                firmware setup Linux can read, an attribute with "camera" in its name in
                `/sys/class/firmware-attributes/*/attributes` has a `current_value` that begins with Disable. On
                many machines only root can read that value, so run `sudo candela doctor` if you suspect it. The
                content of the file is a fact, so the finding is certain. Other machines have switches that Linux
                cannot see; their finding is device.none.

                Press the key with the camera's symbol, often one of the F keys. For the Lenovo switch, write 1 to
                the file that the doctor names: `echo 1 | sudo tee FILE` (undo: `echo 0 | sudo tee FILE`). For the
                setting, start the firmware setup, the screen before Linux starts, and enable the camera there. Then
                run the doctor again.

                Drivers, permissions and a reboot do not change it. A sliding cover in front of the lens is
                something else: the camera is then present, and its picture is black (light.covered).
                """),
        CatalogueEntry(
            id: .deviceNotRecognised, check: .presence, title: "a USB device does not identify itself",
            explanation: """
                Something is plugged in at a USB port, but it does not answer when the kernel asks what it is. Linux
                therefore knows neither its manufacturer nor its kind, and loads no driver. It can be the camera;
                the doctor cannot know. The usual causes are a bad or overlong cable, a bad plug, a hub, or too
                little power. The device can also be broken, or its firmware can hang.

                There is no camera, and the kernel log contains "device descriptor read/64, error -71", "device not
                accepting address" or "unable to enumerate USB device". The doctor quotes the last such line and
                names the port. Error -71 (EPROTO) is a damaged transfer, -110 (ETIMEDOUT) no answer, and -32
                (EPIPE) a refusal. The doctor reads the log directly (`/dev/kmsg`) or through `journalctl --dmesg`.
                The finding is only likely: the line can be old, or about another device. "over-current" is a port that
                switched itself off because too much power was drawn from it, and "connect-debounce failed" a plug that
                makes no steady contact.

                Unplug the device, wait ten seconds, and plug it directly into another port of the machine, with
                another cable and without a hub. `sudo journalctl -k -f` shows at once whether the kernel now
                recognises it. If the device is built in, switch the machine off completely, and on a laptop unplug
                its power supply for a minute: a restart does not cut the power of built-in devices. Then try the
                camera on another computer. If it fails there too, and with another cable, the fault is in the camera.

                Drivers, permissions and udev rules have no effect here, because the kernel asks for the driver only
                after the device has identified itself.
                """),
        CatalogueEntry(
            id: .deviceSlowLink, check: .presence, title: "the link is slower than the camera supports",
            explanation: """
                The camera is connected at a lower speed than it supports. One link on the path limits it: a USB 2
                cable, port, hub or extension in front of a USB 3 camera, a bent or dirty contact, or a USB 1 hub.
                The camera works, but large or fast formats are not offered, or frames are lost.

                The doctor reads two files of the device in `/sys/bus/usb/devices`: `speed`, in megabits per second,
                and `version`, the USB release that the device reports. It warns below 480 in any case, and below
                5000 if the version is 3.0 or later, or if the device's descriptors (`bos_descriptors`, since Linux 6.9) name
                SuperSpeed. On older kernels a camera at 480 that reports 2.1, as those of USB 3 do on a slow path, may be one:
                that is possible, and `sudo lsusb -v` tells. It is not said of cameras that offer 4K all the same, or on
                machines without a port of USB 3.

                Some cameras give no video at all at the speed of USB 2 and then say so by their name, such as
                `USB3-REQUIRED-FOR-FACECAM`. If there is no other camera, that is the finding.

                A capture card in the machine has a link of PCI Express: its number of lanes now and at most are in
                `current_link_width` and `max_link_width` of `/sys/bus/pci/devices`. In a slot with fewer lanes, large pictures
                do not get through in time, and drivers show what is missing as bars. Use a slot with more lanes.

                Use another port, usually marked SS or blue inside, and the cable that came with the camera, without
                an extension. `lsusb -t` shows the tree with the speed of each link, so that you can find the slow
                one. For a USB 2 camera, 480 is the maximum, and it is enough for scanning with compressed frames.
                """),
    ]
}
