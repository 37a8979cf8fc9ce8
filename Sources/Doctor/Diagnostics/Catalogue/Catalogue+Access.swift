// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// Permission to open the camera's node.
    static let access: [CatalogueEntry] = [
        CatalogueEntry(
            id: .accessNotPermitted, check: .access, title: "this user has no permission to open the camera",
            explanation: """
                Opening the camera's node was denied for the usual reason: the file belongs to root and a group,
                usually video, you are not in that group, and no ACL entry gives you access. On a desktop, the
                person at the screen gets access automatically (see access.no-seat). Without a desktop, as on a
                kiosk or a small server, use the group.

                `open` on the node fails with EACCES. The doctor reads the node's owner, group, mode and access
                control list (the ACL, a plus sign in `ls -l`), computes what they allow you with the groups of this
                process, and finds no access. A node that no group can open is also reported here if udev runs: its
                rules did not run for this node, or something changed its mode. The doctor has ruled out the causes
                that look similar: a group that is not active in your session yet (access.stale-group), a session
                without a seat (access.no-seat), rules that come too late (access.rule-order), a sandbox, a
                container and a security module.

                To check the access of somebody else, name them: `candela doctor --as USER`, `--unit NAME`, `--pid
                N`, `--container NAME`. The doctor then compares the node's mode and ACL with the account and the
                groups of that user, of the process that runs (`/proc/N/status`), or of the unit (User= and
                SupplementaryGroups=). A note about a running service, such as motion or octoprint, is the same
                check: the doctor makes it for known programs of other accounts.

                Join the group that the doctor names: `sudo usermod -aG video USER`. Do not omit the a, or you lose
                all your other groups. Then log out and in again, or reboot: a running session keeps the groups it
                started with. `sudo gpasswd -d USER video` undoes it. Members of the group can use every camera of
                the machine at any time, also remotely, so add only accounts that need it. For a service, set the
                group in its unit instead: `SupplementaryGroups=video`. If the person at the screen should have
                access and the tag uaccess is not set, `sudo candela udev install` installs the rule for it (undo:
                `sudo candela udev uninstall`). If udev's rules did not run: `sudo udevadm trigger --action=add
                --subsystem-match=video4linux`.

                Do not `chmod 666` the node: every program on the machine could then watch, and the change is lost
                at the next replug. Do not scan as root either: a program that reads codes from strangers should
                have no more rights than it needs.
                """),
        CatalogueEntry(
            id: .accessStaleGroup, check: .access, title: "the group is not active in this session",
            explanation: """
                Your account was added to the camera's group, but your login session started before that. Linux
                assigns groups at login, so every program that you start in this session still lacks the group.
                Nothing is misconfigured; the change is only not active yet.

                `open` fails with EACCES. The user database (`getgrouplist`, or `id USER`) lists you in the node's
                group, but the groups of this process (`getgroups`, or `id` without a name) do not include it. With
                access.not-permitted both lack it.

                Log out of the whole session, not only the terminal, and log in again. On some desktops the systemd
                user manager keeps running after the logout and keeps the old groups. In that case reboot, or end it
                with `loginctl terminate-user USER`, which closes all programs of that user. To continue at once in
                one shell, use `newgrp video`, or for a single command `sg video -c 'candela doctor'`. Restart
                services, and tmux or screen sessions, that were running before.

                You do not need to add the user again, and you do not need `sudo`.
                """),
        CatalogueEntry(
            id: .accessNoAccount, check: .access, title: "the account of a service does not exist",
            explanation: """
                A unit of systemd names an account in `User=`, and this system has none of that name. Guides often
                name the account of their author's machine, such as pi. systemd looks the account up before it starts
                anything, so the service fails at once, whatever the camera is like, and the program runs well by hand.

                The doctor reads `User=` of the unit that you name with `--unit`, and looks for the account. The
                status of the last start is then 217 (USER) in `systemctl status`. A number needs no account, and a
                dynamic user (`DynamicUser=yes`) has one only while the unit runs: neither is reported. An account
                that exists and may not open the camera is access.not-permitted.

                Name an account that exists: `sudo systemctl edit UNIT`, with `User=NAME` below `[Service]`, then
                `sudo systemctl restart UNIT`. Paths in the unit, such as one below /home/pi, must be readable for
                it. Or create the account in the group of the cameras: `sudo useradd --system --groups video NAME`
                (undo: `sudo userdel NAME`).

                Do not remove `User=`: the service would then run as root, and a program that handles pictures from
                strangers should have no more rights than it needs.
                """),
        CatalogueEntry(
            id: .accessServiceBroken, check: .access, title: "the service or container does not run",
            explanation: """
                The service that is to use the camera never runs. Its program is not where the unit expects it, as after a
                build or an installation that failed; or the unit is masked: its file is a link to /dev/null, or empty, as
                after a script that failed to write it. Or it ends by itself for a reason that has nothing to do with the
                camera: a library or program that it needs is missing, it may not write its log, its port is taken, or it is in
                a container whose shared memory is full. Or it is a container that does not run, such as one that was created
                with a device that is not there now. systemd skips a unit of which a start condition is not met, and says
                nothing. It ends a unit of Type=forking whose program stays in the foreground, after the time limit for the
                start. And a program that goes into the background ends its first process, which a unit of Type=simple takes
                for the end of the service. Or systemd fails before it runs the program: the file may not be executed, or its
                interpreter, its folder, its group or a path of the unit does not exist. Or the program crashes, or is ended for
                lack of memory. Or it lacks what it needs for its pictures: an element of GStreamer, libcamera's library for V4L2, a certain sensor, or on a Raspberry Pi 5 the format of its output.

                The doctor reads the state of the unit that you name with `--unit`: a last status of 203 (EXEC) together with
                a program that does not exist, or LoadState=masked. An account that does not exist is access.no-account.
                Of a unit that has failed it reads what the unit wrote into the journal since the machine started, and quotes
                the last line that tells of an error; that is likely, not certain. If one of the last lines is about a camera, it
                says nothing: the checks of the camera itself say more. It quotes systemd's line `Failed at step …`, and reads the
                unit's Result. A unit that nobody has started is a note. Of a container it asks Docker or Podman for its state.

                Install the program, or correct the path with `sudo systemctl edit --full UNIT`. For a masked unit:
                `sudo systemctl unmask UNIT`; if its file is empty, remove it and install the service again. Then
                `sudo systemctl daemon-reload` and `sudo systemctl restart UNIT`. For a service that fails, fix what its
                line reports: `journalctl -b -u UNIT` shows the rest. For a container: `docker start NAME`, `docker logs NAME`.
                """),
        CatalogueEntry(
            id: .accessServiceReports, check: .access, title: "a service reports trouble with the camera",
            explanation: """
                This user finds the camera in order, and the service or container that you named wrote otherwise: when it
                tried, the camera was not there, there was no bandwidth or memory left, it might not open the node, or no
                picture came in time. Whatever it was, it is not so now, or it is so only for what the service asks for.

                The doctor reads what the unit wrote into the journal since it was started last (`journalctl -u UNIT`), or
                what the container wrote (`docker logs NAME`), and quotes the last line that tells of trouble with a camera.
                It says this only if every check of the camera has passed and the service does not have the camera open.
                It is likely, not certain: the line is that program's own. It also says so if the service looked for an I²C
                bus (`/dev/i2c-0`) that is not there, over which programs move the lens of some cameras, and if it cannot
                take apart the address of a camera on the network (`invalid userinfo`, `invalid port … after host`). Of a
                container with Frigate it reads the settings: streams that stand below `go2rtc:` and not below `go2rtc: streams:`
                do not exist for go2rtc. If you ask about a camera on the network, it looks into the settings and the log of a motion
                of this machine, also motionEye's, and notes an address that this motion cannot use: something stands before it in
                `netcam_url`, it begins with rtsp:// and motion is older than 3.4, or it is the stream of another motion by http://.

                Start the service again. If it works then, the order of the start is the cause: let systemd repeat it, with
                Restart=on-failure and RestartSec=5. If it says the same again, look at its settings: which camera, which
                format, which size and rate they name.
                """),
        CatalogueEntry(
            id: .accessInsecurePage, check: .access, title: "a page by http gets no camera from any browser",
            explanation: """
                Browsers give the camera only to pages of a secure context: by https, or from this machine itself
                (localhost). For a page by plain http of another machine `navigator.mediaDevices` does not exist, so the
                page shows "no camera", "not supported" or a TypeError, without a question. Nothing is wrong with the
                camera, its driver or its permissions.

                The doctor reads the command line of running browsers, as kiosks start them. It cannot see which pages
                were opened later. Source: W3C, Secure Contexts, and Media Capture and Streams.

                Serve the page by https, with a certificate that the browser accepts; or open it as http://localhost,
                through a proxy or `ssh -L 8080:localhost:8080 HOST`. For a kiosk in a network of its own, Chromium can be
                told to trust one address: `--unsafely-treat-insecure-origin-as-secure=http://HOST --user-data-dir=FOLDER`,
                or the policy OverrideSecurityRestrictionsOnInsecureOrigin. Firefox has media.devices.insecure.enabled and
                media.getusermedia.insecure.enabled in about:config.

                Do not switch these on for everyday browsing: anybody in the network can change a page by http.
                """),
        CatalogueEntry(
            id: .accessPageQuestion, check: .access, title: "nobody answers the browser's question",
            explanation: """
                A browser asks before a page may use the camera, and keeps the answer in its profile. In a private window
                (`--incognito`, `--guest`, `--private-window`) the answer is forgotten at its end, so a kiosk that starts like
                that asks after every start. In a kiosk (`--kiosk`) the question may not be shown, or nobody is there who
                would answer it.

                The doctor reads the command of a browser that it is asked about (`--pid N`), and looks for a policy that
                answers the question: VideoCaptureAllowedUrls or VideoCaptureAllowed of Chromium and its relatives, Camera of
                Firefox. In the profile of Chromium and its relatives it looks up whether the page that the kiosk opens was
                allowed before; for other browsers and pages it is only possible.

                Allow the camera once in the profile that the kiosk uses, or with a policy for that page only.
                `--use-fake-ui-for-media-stream` allows everything to every page, and is made for tests.
                """),
        CatalogueEntry(
            id: .accessPageSound, check: .access, title: "there is no microphone for pages that want one",
            explanation: """
                Many pages ask for camera and microphone together. If the machine has only one of the two, the browser gives
                neither: the page is told NotFoundError (Requested device not found), and often says that there is no camera.

                The doctor looks for it if it is asked about a browser (`--pid N`): no sound device of the machine
                (`/proc/asound/pcm`) records. It is a note, since a page that asks for the picture alone works, and so does one that
                finds the microphone of a Bluetooth headset, which is not in that list.

                Connect a microphone, a headset or a webcam with one, or let the page ask for the picture alone
                (`getUserMedia({video: true})`).
                """),
        CatalogueEntry(
            id: .accessPageRefused, check: .access, title: "the browser keeps a \"no\" for the page",
            explanation: """
                A browser that was once told not to give the camera to a page keeps that answer in its profile, and does not
                ask again: the page is told NotAllowedError (permission denied) at once, while other pages and programs get
                the camera. The same happens if its settings refuse the camera to all pages.

                The doctor looks for such answers if it is asked about a browser of Chromium's family (`--pid N`: Chromium,
                Chrome, Brave, Edge, Vivaldi), in the profile of its command or the one that was used last. They can be read
                by the browser's own user only. Saved evidence holds their number, and not the pages.

                Click the sign left of the page's address, allow the camera and load the page again; or take the page out of
                the list at Settings, Site settings, Camera. In Firefox: Settings, Privacy & Security, Permissions, Camera.
                """),
        CatalogueEntry(
            id: .accessPagePolicy, check: .access, title: "a permissions policy forbids the page the camera",
            explanation: """
                A server can send a page with the header `Permissions-Policy: camera=()`, as guides for safe servers advise:
                then no browser of Chromium's family gives that page a camera. It does not ask, and no setting of the site
                changes that; the page is told NotAllowedError. A page in a frame (iframe) of another server's page gets the
                camera only if the frame has the attribute `allow="camera"`. Pages of add-ons, portals and learning platforms
                lie in such frames. A development server mostly sends no such header, so that it works there.

                The doctor looks for it if it is asked about a browser of Chromium's family (`--pid N`). If a server of this
                machine serves the page that the browser was started with, the doctor asks it for the header of that page
                (`curl -I`); other servers are not asked. A header that is not well formed does not count, for the browser
                either: the commas of `camera=(), microphone=()` must not be semicolons. And it reads the browser's log, if it writes one
                (`--enable-logging`: `chrome_debug.log` in the folder of its profiles, or the journal of a unit), for "Permissions policy violation:
                camera is not allowed in this document". Source: W3C, Permissions Policy.

                Let the server send `Permissions-Policy: camera=(self)`. In nginx, `add_header` in a location drops all
                headers of the server block, so change both. For a frame: open the page in a tab of its own, or update the
                program that makes the page around it to a version that hands the camera on.
                """),
        CatalogueEntry(
            id: .accessPageSettings, check: .access, title: "preferences of Firefox keep pages from the camera",
            explanation: """
                Files of hardened preferences (user.js, such as arkenfox's) switch off what pages with a camera need, for
                every page: with media.navigator.enabled and media.peerconnection.enabled both false, no page finds a
                camera; with media.peerconnection.enabled false alone, pages for calls do not work; with
                permissions.default.camera at 2 the browser refuses the camera without asking; with
                privacy.resistFingerprinting true, pages get random pixels out of the picture, in which no reader finds a code; with
                javascript.options.wasm false, readers of WebAssembly do not start.

                The doctor reads prefs.js and user.js of the profile in use if it is asked about Firefox, LibreWolf or Waterfox
                (`--pid N`): the profile that the command names, or that the process has locked. They can be read by the browser's own user only. What is built into the browser or set by
                a policy is not in these files. Which page is meant it does not know, so most of these are only possible
                causes. Source: Firefox, dom/base/Navigator.cpp and StaticPrefList.yaml.

                Use a profile of its own for such pages (`firefox -P`), or set these preferences back to their defaults:
                in about:config, or, if user.js sets them at each start, there.
                """),
        CatalogueEntry(
            id: .accessOwnNetwork, check: .access, title: "a container's own network",
            explanation: """
                A container mostly has a network of its own, in which 127.0.0.1 and localhost are the container itself. A
                stream that a program on this machine serves at such an address is not there, although everything on this
                machine reaches it.

                The doctor reports it if a container is asked about (`--container NAME`) together with an address of this
                machine's own, and `docker inspect` says that the container does not share the machine's network; and if the
                program in it writes that it finds no way to the very camera that answers the doctor, as where a firewall
                rejects what comes from the containers' network. A container behind a bridge reaches nothing beyond this machine
                if the kernel forwards nothing (`net.ipv4.ip_forward` is 0), of which Docker only warns: that is told where the
                container's router is this machine's own address on that bridge, and the camera lies beyond.

                Name the machine by its address in the network, or by host.docker.internal with
                `extra_hosts: ["host.docker.internal:host-gateway"]`; or let the container share the machine's network
                (`network_mode: host`), which also gives it all of the machine's ports.
                """),
        CatalogueEntry(
            id: .accessTooEarly, check: .access, title: "a service ended before the camera was there",
            explanation: """
                When a machine starts, a USB camera appears some seconds after the first services. A unit that waits only
                for the network can start before it. Its program finds no device, ends, and without `Restart=` nobody
                starts it again, although it works whenever one starts it by hand.

                The doctor reads when the unit that you name with `--unit` ended, and when the kernel found the camera, both
                in seconds since the start of the machine. It says this only if the unit does not run, systemd
                does not start it again (its settings do not say so, or it has given up after too many starts), it named no
                cause of its own, and it ended before the camera was found. A unit that ended without an error
                counts, too: crowsnest ends so if it finds no camera.

                Let systemd start it again: `sudo systemctl edit UNIT`, with `Restart=on-failure` and `RestartSec=5`
                (`Restart=always` for a program that ends without an error) below `[Service]` and
                `StartLimitIntervalSec=0` below `[Unit]`, then `sudo systemctl restart UNIT`.
                Or let udev start it when the camera appears: a rule for its node with `TAG+="systemd"` and
                `ENV{SYSTEMD_WANTS}+="UNIT"`.

                Do not put a fixed delay into the unit: how long the camera takes differs from start to start.
                """),
        CatalogueEntry(
            id: .accessNoSeat, check: .access, title: "this session is not at the machine's screen",
            explanation: """
                On a machine with systemd, the person in front of it has access to its cameras. udev marks the node
                with the tag uaccess, and logind gives access to the user whose session is active on the screen. An
                SSH login, a remote desktop, a service, a cron job, and a user whose screen is switched to somebody
                else have no seat, or not the active one, and get no access. This is intentional: nobody should be
                filmed remotely.

                `open` fails with EACCES. The node has the tag, as the line that begins with Q: in
                `/run/udev/data/c81:N` shows, but its ACL has no entry for you, and logind's records in
                `/run/systemd/sessions` show no session of yours that has a seat and is active. No rule is missing,
                so installing one does not help. To check this yourself, run `loginctl` and `getfacl /dev/video0`.

                If you do not need to work remotely, run the program at the machine's own screen. A scanner that
                runs without anybody at the screen needs the group: `sudo usermod -aG video USER` and a new login
                (undo: `sudo gpasswd -d USER video`). For a service, add `SupplementaryGroups=video` to the section
                [Service] of its unit with `sudo systemctl edit NAME` (undo: `sudo systemctl revert NAME`), and
                restart it.

                Do not `chmod 666` the node, and do not run the service as root: the group gives the access that is
                needed and no more.
                """),
        CatalogueEntry(
            id: .accessRuleOrder, check: .access, title: "a udev rule comes too late or is ignored",
            explanation: """
                Somebody wrote a udev rule to give users access to the camera, but it has no effect. udev reads the
                rules files of all its directories in one order, by file name. The file 73-seat-late.rules turns the
                tag uaccess into access for the person at the screen, so a rule in 99-camera.rules sets the tag too
                late. Or udev ignores a whole line: systemd 258 and later drop a line whose GROUP or OWNER names a
                regular account instead of a system one, and with it a tag on the same line. Or a file overrides
                another one of the same name that gave access.

                `open` fails with EACCES, and the mode and ACL agree with that. The doctor reads
                `/etc/udev/rules.d`, `/run/udev/rules.d`, `/usr/local/lib/udev/rules.d` and `/usr/lib/udev/rules.d`
                as udev does, and shows the file and line that fails, with the reason. The finding is likely rather
                than certain, because there is no record of what udev did at the time. A tag that comes too late
                does no harm if an earlier line sets it too, as systemd's 70-uaccess.rules does for cameras; this
                finding is then not reported.

                `sudo candela udev install` installs a rule that is read in time (undo: `sudo candela udev
                uninstall`). Or fix the existing rule. Rename the file so that it sorts before 73, for example with
                `sudo mv /etc/udev/rules.d/99-camera.rules /etc/udev/rules.d/70-camera.rules`. Put `TAG+="uaccess"`
                and GROUP on separate lines, and name only system groups such as video. `udevadm verify` (systemd
                254 and later) finds lines with mistakes. Then run `sudo udevadm control --reload` and `sudo udevadm
                trigger --action=change --subsystem-match=video4linux` to apply it. To undo it, move the file back
                and run the same two commands. Often you can remove the rule: the system's own rules already give
                access to the person at the screen.

                Do not use MODE="0666" as a fix: it works in any file, but lets every program of every user watch.
                """),
        CatalogueEntry(
            id: .accessNoUdev, check: .access, title: "udev has not set up the node",
            explanation: """
                The kernel creates a node in `/dev` for root only. udev then gives it to the group video and to the
                person at the screen. Of a container it is a note: it may open the camera, and programs that look for
                cameras through udev's database (/run/udev) find none in it. Otherwise, no udev runs here: this is a minimal system, a container or a rescue shell, or
                the service did not start.

                `/run/udev/control`, the socket of a running udev, does not exist, and the node is as the kernel
                created it: owner and group root, mode 0600. `open` fails with EACCES for everybody except root. If
                somebody changed the permissions and the node opens, the doctor only warns: without udev there are
                no names in `/dev/v4l/by-id` either, so a camera is known only by its number, and the permissions
                are lost after a replug.

                If the system has systemd or eudev, start it: `sudo systemctl start systemd-udevd`, then `sudo
                udevadm trigger --subsystem-match=video4linux`. With mdev of BusyBox, the line `video[0-9]+
                root:video 660` in `/etc/mdev.conf` does the same at every plug. In a container, udev runs on the
                host: set up the node there and pass it in (see access.device-cgroup); `--volume
                /run/udev:/run/udev:ro` gives the container the names. As a workaround until the next replug, run
                `sudo chgrp video /dev/video0` and `sudo chmod 660 /dev/video0` (undo: `sudo chgrp root /dev/video0`
                and `sudo chmod 600 /dev/video0`).

                Mode 660 and a group are enough. Mode 666 would let every program on the machine watch.
                """),
        CatalogueEntry(
            id: .accessStaleNode, check: .access, title: "the node is a leftover of a removed device",
            explanation: """
                The node in `/dev` belongs to a device that the kernel has removed, so nobody can open it. This
                happens mostly in containers. A container gets its nodes when it starts. If the camera is then
                unplugged and plugged in again on the host, the host has a new node, but the container still has the
                old one, although it looks like a camera.

                `open` fails with EACCES, and the node's mode is 000: no permission for anybody. When the kernel
                removes a device, it clears the mode of its node and gives it to root, so that copies of the node
                stop working (`handle_remove` in drivers/base/devtmpfs.c). A node in use has the mode 660, or 600
                without udev. In a container the finding is certain, outside it is likely, because somebody can also
                have set that mode by hand. Root needs no permission: it reaches the camera if that has got its old
                number again.

                A container's runtime can also copy the node into the container's own `/dev`. A copy keeps its mode.
                If the camera got another number by the replug, the number of the copy leads to nothing, or to
                another camera that was plugged in meanwhile.

                Restart the container, which gives it the new node: `docker restart NAME` or `podman restart NAME`.
                If the camera has another number now, start the container again with that device; a link in
                `/dev/v4l/by-id` as the source avoids this: `--device /dev/v4l/by-id/NAME:/dev/video0`. If the
                camera is replugged often, start the container with `--volume /dev:/dev --device-cgroup-rule 'c 81:*
                rmw'`: it then sees the host's own `/dev`, and follows every replug. This shows it all nodes of the
                host, so use it only if you need hotplug. Outside a container, replug the camera, and the kernel
                creates its node again.

                Groups, `--group-add` and udev rules do not help, because the device behind the node is gone. Do not
                change the mode with chmod: the node would open nothing.
                """),
        CatalogueEntry(
            id: .accessDeviceCgroup, check: .access, title: "a device filter blocks the camera",
            explanation: """
                The node exists and its mode may allow access, but a device filter denies it. Containers have such a
                filter: they can use only the devices they were started with. So do systemd services whose unit
                contains DevicePolicy= or DeviceAllow=. Adding the node with a volume or with mknod does not change
                the filter.

                `open` fails with EPERM, not EACCES: the kernel's device controller (cgroup) returns EPERM, file
                permissions return EACCES. Outside containers the finding is only likely, because a system call
                filter (seccomp) can return the same. The filter applies to root too, so chmod, groups and sudo do
                not help. In a snap or a flatpak, EPERM is access.sandbox.

                For a service, `candela doctor --unit NAME` checks the unit's settings PrivateDevices=,
                DevicePolicy= and DeviceAllow= as `systemctl show` prints them, without starting anything. To check
                a running process or container, use `--pid N` or `--container NAME`: the doctor then looks for the
                node in `/proc/N/root/dev`, and a node that is missing there is access.node-missing. The doctor does
                not read the device filter of a running container. Of Docker's containers it looks at what they were
                created with (Privileged, Devices and DeviceCgroupRules of `docker inspect`), which decides it.

                Start the container with the device: `docker run --device /dev/video0 ...`, the same in podman,
                `devices:` in a compose file. For a user who is not root, add the group's number from the host:
                `--group-add "$(stat -c %g /dev/video0)"`. For a camera that may be plugged in later, use
                `--device-cgroup-rule 'c 81:* rmw'` together with `--volume /dev:/dev`; 81 is the kernel's major
                number for video devices. This shows all nodes of the host to the container, so use it only if you
                need hotplug. In a systemd unit: `DeviceAllow=char-video4linux rw`. To undo any of these, start
                again without the option.

                Do not use `--privileged`: it gives the container every device and most privileges of the host,
                which a camera does not need.
                """),
        CatalogueEntry(
            id: .accessNodeMissing, check: .access, title: "the camera is detected, but has no node here",
            explanation: """
                The kernel has a driver for the camera and lists it, but there is no file in `/dev` to open. The
                cause is nearly always a container: `/sys` shows the host's devices, but `/dev` belongs to the
                container and was filled when it started. A camera that was plugged in or replugged later is missing
                there. The same applies to a service with PrivateDevices=yes in its unit, and to a flatpak without
                permission for devices.

                `/sys/class/video4linux` has the entry, for example video0, and `open` on `/dev/video0` fails with
                ENOENT. If the node existed but were forbidden, the error would be EACCES or EPERM. A camera that is
                disconnected would be missing from `/sys` as well (see device.none and node.moved).

                Plug in the camera first, then start the container with `--device /dev/video0`. For a camera that is
                plugged in and out, start it with `--volume /dev:/dev --device-cgroup-rule 'c 81:* rmw'`. In a unit,
                set `PrivateDevices=no` and allow what is needed with `DeviceAllow=char-video4linux rw`. For a
                flatpak, see access.sandbox. Without a container or sandbox, somebody deleted the node: replug the
                camera, and the kernel creates it again.

                Do not create the node with mknod: it is wrong as soon as the number changes, and the container's
                device filter still blocks it.
                """),
        CatalogueEntry(
            id: .accessGroupMismatch, check: .access, title: "the group has another number in this container",
            explanation: """
                The node was passed into the container, but its group is a number that means nothing there. Files
                store a group's number, not its name. On the host the camera belongs to video, which is number 44 on
                Debian and another one elsewhere; in the container, video has a different number or does not exist.
                Membership of the container's group video therefore does not help.

                `open` fails with EACCES, the program runs in a container, and the group number of the node (`stat
                -c %g /dev/video0`) either has no name in the container's `/etc/group` or is not the number of its
                group video. EPERM would be the container's device filter (access.device-cgroup).

                Give the container the number that the doctor shows: `docker run --device /dev/video0 --group-add 44
                ...`; in a compose file `group_add: ["44"]`. Podman without root can keep your own groups with
                `--group-add keep-groups`. Nothing changes on the host; to undo it, start the container without the
                option. Do not fix the number in an image that runs on many hosts, because it differs between
                distributions.

                Do not change the node's mode on the host to 666, and do not run the container's program as root for
                this.
                """),
        CatalogueEntry(
            id: .accessSandbox, check: .access, title: "a snap or flatpak without permission for cameras",
            explanation: """
                This program runs inside a snap or a flatpak, a sandbox in which a program can use only what was
                granted to it. The camera was not granted. Your own permissions do not count there, so what works in
                a terminal outside fails inside.

                `$SNAP` is set, or there is a `/.flatpak-info`, and `open` on the node fails with EACCES or EPERM.
                The doctor checks the sandbox before groups and rules, because it takes effect before them. A
                flatpak without permission for devices often has no node at all, which is access.node-missing.

                To check an application from outside, name it: `candela doctor --app ID`. The doctor reads `flatpak
                info --show-permissions ID`, where the line devices= must contain all, or `snap connections ID`,
                where the interface camera must be connected. An application that asks the camera portal needs
                neither: see desktop.denied.

                For a snap, connect its camera plug: `sudo snap connect NAME:camera` (undo: `sudo snap disconnect
                NAME:camera`); `snap connections NAME` lists its connections. If NAME has no such plug, its
                publisher must add one. For a flatpak: `flatpak override --user --device=all NAME` (undo: `flatpak
                override --user --nodevice=all NAME`). It takes effect at the next start, and it grants all devices,
                not only cameras. Or install the program outside the sandbox.

                Joining groups or changing the node's mode does nothing for a sandboxed program, but weakens the
                security of the machine.
                """),
        CatalogueEntry(
            id: .accessPortal, check: .access, title: "the camera portal refuses an application",
            explanation: """
                An application in a Flatpak can ask the desktop's camera portal for the camera. The portal asks the user,
                keeps the answer in the permission store, and hands a connection to PipeWire to the application, which then
                needs no device in its sandbox. Here the portal refuses.

                `candela doctor --app ID` reads the stored answer (table devices, key camera). With the answer "no" the portal refuses without asking; GNOME's settings write it if the camera is switched off
                for the application. With "ask" it asks each time and does not keep the answer, and
                gives the camera only where "yes" is stored, so that allowing it does not help.

                GNOME shows the question only over the window that is in front. For a request that names none it fails, and
                the portal's journal has "Only the focused app is allowed to show a system access dialog". That line does not
                say who asked, so the doctor adds it to access.sandbox only.

                Look at the answers with `flatpak permissions devices camera`. Allow the camera to an application with
                `flatpak permission-set devices camera ID yes`, or delete its answer with `flatpak permission-remove
                devices camera ID`, after which the portal asks again.
                """),
        CatalogueEntry(
            id: .accessSecurityModule, check: .access, title: "allowed by mode and ACL, but denied",
            explanation: """
                The file's owner, group, mode and ACL allow you to open the camera, but the kernel denies it.
                Something above file permissions decided: a security module such as SELinux or AppArmor, whose
                policy does not let this program use video devices. More rarely, the node is on a file system
                mounted with nodev, where no device can be opened.

                `open` fails with EACCES, although the permissions, computed by the kernel's own rules from mode,
                ACL, your user and your groups, allow access. In the other access findings they do not, or the errno
                is EPERM. This is a conclusion by exclusion, because no module tells a program that it denied the
                access: the finding is likely if SELinux or AppArmor is enforcing (`/sys/fs/selinux/enforce`,
                `/proc/self/attr/current`), otherwise possible. If the node opens, but mapping its frames fails with
                EACCES or EPERM, only a module can have denied that: SELinux has the permission `map` for it.

                Check the log. SELinux: `sudo ausearch -m avc -ts recent -c candela`; `getenforce` shows whether it
                is enforcing. AppArmor: `sudo journalctl -k --grep apparmor`; `cat /proc/self/attr/current` shows
                the profile of your session. Mount: `findmnt -n -o OPTIONS -T /dev/video0` should not list nodev.
                Then ask the administrator of the policy to allow this program the video devices. For a container
                under SELinux the label is the usual cause; the boolean `container_use_devices` allows devices:
                `sudo setsebool container_use_devices on` (undo: `off`).

                Do not disable the module permanently (`setenforce 0`, removing AppArmor), and do not chmod the
                node: its mode is not the cause.
                """),
        CatalogueEntry(
            id: .accessWorldWritable, check: .access, title: "every user of this machine can use the camera",
            explanation: """
                This is a warning: the camera opens, for you and for everyone else. The mode of its node lets any
                account on the machine read and write it, so any web server, game or guest can take pictures in
                secret and change its settings. The usual cause is advice found in many forums: `chmod 666
                /dev/video0`, or a udev rule with MODE="0666".

                The doctor checks the mode of the node: its last digit has the write bit (0002), as in crw-rw-rw-.
                An ACL, the plus sign in `ls -l`, is not reported, because it names the users to whom it gives
                access.

                Find the cause: `grep -rn 0666 /etc/udev/rules.d`. Remove that rule, or change it to MODE="0660"
                with GROUP="video", then run `sudo udevadm control --reload` and `sudo udevadm trigger
                --action=change --subsystem-match=video4linux`. If there is no rule, somebody changed the mode by
                hand: run `sudo chmod o-rw /dev/video0` (undo: `sudo chmod o+rw /dev/video0`); a replug does the
                same.

                First make sure that those who need the camera have access in another way: the person at the screen
                has it, and others can join the group video (see access.not-permitted).
                """),
    ]
}
