// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// What could improve the picture: a torch, and saved settings. And the desktop's own way to the camera.
    static let other: [CatalogueEntry] = [
        CatalogueEntry(
            id: .torchNotPermitted, check: .light, title: "this user has no permission to switch the torch",
            explanation: """
                The picture is too dark, and the machine has a light for the camera: a flash or torch that the
                kernel lists among its LEDs, as on phones, tablets and some boards. But only root can write the file
                that switches it, and udev does not give users access to it as it does for cameras.

                The doctor checks this only if it has found light.dark: in daylight no torch is needed. It finds
                `/sys/class/leds` entries whose names end in :flash or :torch, and `faccessat` reports that this
                user cannot write the file `brightness` in any of them (EACCES). A webcam's activity light is never
                used as a torch: it tells people that they are being filmed.

                `sudo candela udev install --torch` installs a udev rule that gives that one file to the group video
                (undo: `sudo candela udev uninstall`). You must be in that group (see access.not-permitted). Or use
                a lamp.

                Do not `chmod 666` the file, and do not scan as root for the light: a torch can get hot, so choose
                who may switch it.
                """),
        CatalogueEntry(
            id: .profileLost, check: .light, title: "the saved settings are not active",
            explanation: """
                Settings were saved for this camera, such as an exposure, a focus or a zoom that suit its place, and
                the camera no longer has them. A camera loses its settings when it loses power: after a replug, a
                reboot, sometimes USB power saving. Another program may also have changed them. The camera now uses
                its defaults, which may not suit this light.

                The doctor compares the camera's controls with the profile saved for it, which it finds by the
                camera's identity rather than its number, and shows each control that differs, with both values. If
                values change while it watches, another program is changing them right now: see node.disturbed.

                `candela profile apply NAME` sets them again. To apply them at every plug, save the profile for the
                machine with `sudo candela profile save NAME --system`; `sudo candela udev install --apply-profile`
                then adds a udev rule for it, and `sudo candela udev uninstall` removes it. If the new settings are
                better, save them under the same name to replace the old ones.
                """),
        CatalogueEntry(
            id: .readerLibraryMissing, check: .reader, title: "a reading library is missing",
            explanation: """
                Candela reads with two libraries, zbar and zxing-cpp, and with readers of its own, and loads the libraries
                when it needs them. One could not be loaded. Reading goes on without it: without zxing-cpp, QR, PDF417,
                MaxiCode and Micro QR are not read; without zbar, only some codes that are hard to read are missed.

                The evidence is the loader's own message. It is a warning if a symbology that was asked for cannot be
                read, otherwise a note.

                The same happens to Python's library pyzbar. On Linux it comes without zbar, and finds zbar only in the
                loader's cache (`ldconfig -p`). If libzbar.so.0 is not there, every program that imports pyzbar ends with
                "Unable to find zbar shared library". The doctor looks into the folders of Python that the environment
                names. On a machine where nothing tells of a camera, this comes first.

                Install the library from your distribution. zxing-cpp is used through a plugin, libcandela-zxing.so, that
                is built for one version of it and belongs next to the command or in ../lib/candela: after an upgrade of
                the distribution, install the candela that was built for it.
                """),
        CatalogueEntry(
            id: .readerUnconfined, check: .reader, title: "the reader's process is not fully confined",
            explanation: """
                Pictures come from strangers, and reading libraries are written in C and C++. So they run in a process
                that has no files, no network and few system calls, and whose rights, memory and time are limited. One of
                these steps failed here, so that a picture made to attack a library could do more than end that process.
                Reading works all the same.

                The evidence names the step and the reason. The filter of system calls needs a kernel with
                CONFIG_SECCOMP_FILTER; under an emulator such as qemu-user there is none.

                Use your distribution's own kernel. `candela scan --verbose` says the same.
                """),
        CatalogueEntry(
            id: .desktopDenied, check: .desktop, title: "a program was denied the camera in a dialogue",
            explanation: """
                Programs in a sandbox, browsers and camera applications ask the desktop's camera portal for the
                camera. The portal shows a question once and stores the answer. Somebody answered no, and the portal
                has refused this program ever since without asking. This is a note: candela opens the node itself
                and is not affected.

                The doctor asks the permission store on the session bus
                (org.freedesktop.impl.portal.PermissionStore, method Lookup) for the table devices and the id
                camera, with `busctl --user`. An entry whose answer is "no" is reported with the application's id.
                An entry without an id holds the answer for all programs outside a sandbox, so it blocks every such
                program that asks the portal. The desktop check runs only in a session with PipeWire
                (`$XDG_RUNTIME_DIR/pipewire-0`).

                Delete the answer, and the portal asks again at the next start of the program: `busctl --user call
                org.freedesktop.impl.portal.PermissionStore /org/freedesktop/impl/portal/PermissionStore
                org.freedesktop.impl.portal.PermissionStore DeletePermission sss devices camera ID`, with "" in
                place of ID for programs outside a sandbox. If flatpak is installed, `flatpak permission-remove
                devices camera ID` does the same, and `flatpak permissions devices` lists the answers. On GNOME, the
                settings have a page for it (Privacy, Camera). To undo it, answer no again.

                Groups, ACLs and udev rules do not help, because the portal decides by its own list. Reinstalling
                the program does not help either, because the answer is stored in your home directory.
                """),
        CatalogueEntry(
            id: .desktopNoDialogue, check: .desktop, title: "no portal can ask for access to the camera",
            explanation: """
                The camera portal does not show its question itself. It passes it on to a back end that belongs to
                the desktop, such as xdg-desktop-portal-gnome, -kde or -gtk. Back ends that only share screens, such
                as xdg-desktop-portal-wlr, cannot show the question. If none can, every request for the camera fails
                at once, and programs report that there is no camera or no permission. This is common with small
                window managers. It is a note: candela does not use the portal. If an
                application that uses nothing else is asked about (`--app`), it is that application's failure.

                The files `/usr/share/xdg-desktop-portal/portals/*.portal` say which interfaces each back end has;
                one of them must have org.freedesktop.impl.portal.Access. The doctor then decides which back ends
                this desktop uses: those that portals.conf names for that interface or as default, or otherwise
                those whose line UseIn= names the desktop in `$XDG_CURRENT_DESKTOP`, or otherwise gtk. It reads
                portals.conf in `~/.config/xdg-desktop-portal`, `/etc/xdg/xdg-desktop-portal`,
                `/etc/xdg-desktop-portal` and `/usr/share/xdg-desktop-portal`. The finding is likely, not certain,
                because the doctor does not send a request to the portal: that would open a window. The rules are in
                `man portals.conf`.

                Install the back end of your desktop, or xdg-desktop-portal-gtk, which works on every desktop. Then
                name it in the file of `~/.config/xdg-desktop-portal` that is read (that of the desktop, such as
                `sway-portals.conf`, before `portals.conf`), and keep its other lines: a line [preferred], and below it
                `org.freedesktop.impl.portal.Access=gtk`. Restart the portal with `systemctl --user restart
                xdg-desktop-portal`. To undo it, delete the lines and restart it again. Firefox can also open
                cameras without the portal: in about:config, set media.webrtc.camera.allow-pipewire to false.

                Permissions of the node are not involved, and deleting stored answers (desktop.denied) changes
                nothing, because no answer could be given.
                """),
        CatalogueEntry(
            id: .desktopNoGStreamer, check: .desktop, title: "other programs lack GStreamer's source for cameras",
            explanation: """
                Many camera apps, Cheese among them, capture through GStreamer, which consists of plug-ins. The one for
                cameras, v4l2src, is in the package of the good plug-ins, and not every distribution installs that with the
                app. Without it the app says that there is no camera, or ends. It is a note: candela does not use GStreamer.

                The doctor looks into the folder of GStreamer's plug-ins. It says this in a graphical session if GStreamer
                itself is there (libgstcoreelements.so), and neither libgstvideo4linux2.so nor libgstpipewire.so.

                Install gstreamer1.0-plugins-good (Debian, Ubuntu), gstreamer1-plugins-good (Fedora) or gst-plugins-good
                (Arch). `gst-inspect-1.0 v4l2src` then describes it.
                """),
        CatalogueEntry(
            id: .desktopUnconfigured, check: .desktop, title: "a camera program is not set up for this device",
            explanation: """
                Megapixels, the camera program of telephones and tablets with Linux, needs a description of the device: which
                sensors it has and how they are set up. It looks for a file with the device's name, and ends at once if there is
                none ("Could not find any config file"). A package that was made for another device lacks it. The cameras can
                be in order: libcamera needs no such file. It is a note.

                The doctor compares the names in `/proc/device-tree/compatible` with the files in
                `/usr/share/megapixels/config`, `/etc/megapixels/config` and the users' own folders. It says this if the
                program and descriptions of other devices are there.

                Howdy, which logs people in by their faces, needs the path of a camera: `device_path` in its `config.ini` is
                `none` until somebody sets it. The doctor notes that, and a path that does not exist, if there is a camera.

                Update Megapixels, or install the package that the makers of the device's system offer. A file from somebody
                else goes into `/etc/megapixels/config`; remove it to undo that. For Howdy: `sudo howdy config`, with a path below
                `/dev/v4l/by-path`, which stays with the camera; then `sudo howdy test`.
                """),
        CatalogueEntry(
            id: .desktopUnlisted, check: .desktop, title: "the desktop lists no camera",
            explanation: """
                Many programs on a desktop do not open `/dev/video*`. They ask PipeWire, where WirePlumber announces
                the cameras, or the camera portal in front of it. The camera works, but one of the two does not list
                it, so these programs say that there is no camera. The usual causes are a service that does not run,
                a missing plug-in, or services that started in an order in which one did not notice the other. It is
                a note: candela opens the node itself. If an application that uses nothing else is asked about
                (`--app`), it is that application's failure.

                `pw-dump` lists no node of the class Video/Source, although V4L2 captures pictures; the finding is
                then likely. Or the portal's property IsCameraPresent (org.freedesktop.portal.Camera) is false; that
                is certain. Or `systemctl --user show` reports that wireplumber started more than three seconds
                before xdg-desktop-portal; that is only possible, and the doctor reports it only if V4L2 itself
                gives no picture, because the order is common and mostly harmless. The doctor does not ask a portal
                that does not run, because asking would start it.

                Restart the services in this order: `systemctl --user restart wireplumber`, then `systemctl --user
                restart xdg-desktop-portal`. Nothing is changed permanently. If `pw-dump` still lists no camera,
                install the plug-in for libcamera: pipewire-plugin-libcamera on Fedora, pipewire-libcamera on Arch
                and Debian 12, libspa-0.2-libcamera on later Debian and on Ubuntu. `wpctl status` lists the cameras
                under Video. Then start the program again: most look for cameras only at their start.

                Groups and modes are not the cause, because this user can open the camera. Do not start the program
                with sudo: root has no PipeWire session of its own.
                """),
    ]
}
