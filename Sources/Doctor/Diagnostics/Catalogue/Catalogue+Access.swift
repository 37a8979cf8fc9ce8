// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// About the right to open the camera's node.
    static let access: [CatalogueEntry] = [
        CatalogueEntry(
            id: .accessNotPermitted, check: .access, title: "this user may not open the camera",
            explanation: """
                Opening the camera's node was refused, and the reason is the plain one: the file belongs to root and
                a group, usually video; you are not in that group, and nobody gave you a right of your own. On a
                desktop the person at the screen gets that right by itself (see access.no-seat). Without a desktop,
                as on a kiosk or a small server, the group is the way.

                The call is `open` on the node, and its errno is EACCES. The doctor reads the node's owner, group
                and mode and its list of extra rights (the ACL, a plus sign in `ls -l`), computes what they allow
                you in the groups that this program runs with, and they do not allow it. A node that no group may
                open is reported here too, when udev runs all the same: its rules did not run for this node, or
                something changed its mode. The doctor has ruled out the causes that look alike: a group you joined
                but do not have yet (access.stale-group), a session without a seat (access.no-seat), rules that come
                too late (access.rule-order), a sandbox, a container and a security module.

                Join the group, by the name that the doctor shows: `sudo usermod -aG video USER`, with the a, or all
                your other groups are lost. Then log out and in, or restart: a running session keeps the groups it
                began with. `sudo gpasswd -d USER video` takes it back. Everybody in the group can use every camera
                of the machine at any time, also from afar, so put only those accounts into it that need it. A
                service is given the group in its unit instead: `SupplementaryGroups=video`. If it is the person at
                the screen who should have the camera, and the tag uaccess is not set, `sudo candela udev install`
                puts the rule for it in place, and `sudo candela udev uninstall` takes it away. If udev's rules did
                not run: `sudo udevadm trigger --action=add --subsystem-match=video4linux`.

                Do not `chmod 666` the node: it lets every program on the machine watch, and it is gone at the next
                plug. Do not scan as root either: a program that reads what strangers print should have no more
                rights than it needs.
                """),
        CatalogueEntry(
            id: .accessStaleGroup, check: .access, title: "in the group, but not in this session",
            explanation: """
                Your account was put into the camera's group, but the session you are in began before that. Linux
                gives a process its groups at login and never looks again, so every program you start from here is
                still without it. Nothing is wrong, it is just not in force yet.

                `open` answers EACCES. The user database (`getgrouplist`, or `id USER`) has you in the node's group,
                while the groups this process really has (`getgroups`, or `id` without a name) lack it. In
                access.not-permitted both lack it.

                Log out of the whole session, not only the terminal, and in again. On some desktops a user manager
                of systemd lives on after the logout, and with it the old groups: then restart, or end it with
                `loginctl terminate-user USER`, which closes all programs of that user. To go on at once in one
                shell: `newgrp video`, or for a single command `sg video -c 'candela doctor'`. A service has to be
                restarted, and so has a tmux or screen that was open before.

                There is no need to add the user once more, and none for `sudo`.
                """),
        CatalogueEntry(
            id: .accessNoSeat, check: .access, title: "this session does not sit at the machine",
            explanation: """
                On a machine with systemd, cameras belong to whoever sits in front of it. udev marks the node with
                the tag uaccess, and logind gives the user of the session that is now active on the screen a right
                of their own. A login by SSH, a remote desktop, a service, a job of cron, and a user whose screen is
                switched to somebody else have no seat, or not the active one, and get nothing. It is meant so:
                nobody should be filmed from afar.

                `open` answers EACCES. The node has the tag, as `/run/udev/data/c81:N` says in a line that begins
                with Q:, but its ACL has no entry for you, and logind's records in `/run/systemd/sessions` show no
                session of yours that is both at a seat and active. So no rule is missing, and installing one would
                not help. Look yourself with `loginctl` and `getfacl /dev/video0`.

                If you only happen to be logged in from afar, run the program at the machine's own screen. A scanner
                that works without anybody at the screen needs the group: `sudo usermod -aG video USER` and a new
                login, taken back by `sudo gpasswd -d USER video`. For a service put `SupplementaryGroups=video`
                into the section [Service] of its unit (`sudo systemctl edit NAME`, undone by `sudo systemctl revert
                NAME`), and restart it.

                Do not `chmod 666` the node, and do not run the service as root for it: the group gives what is
                needed and no more.
                """),
        CatalogueEntry(
            id: .accessRuleOrder, check: .access, title: "a udev rule comes too late or is dropped",
            explanation: """
                Somebody wrote a udev rule to let users at the camera, and it has no effect. udev reads the rules
                files of all its folders in one order, by file name. The file 73-seat-late.rules turns the tag
                uaccess into a right for the person at the screen, so a rule in 99-camera.rules sets the tag when
                that is over. Or a whole line goes: systemd 258 and later drop a line whose GROUP or OWNER names an
                account of people in place of a system group, and with it a tag on the same line. Or a file hides
                another of the same name, which gave access.

                `open` answers EACCES, and the mode and ACL agree with that. The doctor reads `/etc/udev/rules.d`,
                `/run/udev/rules.d`, `/usr/local/lib/udev/rules.d` and `/usr/lib/udev/rules.d` as udev does, and
                shows the file and line that fails, with the reason. It is called likely, as what udev did at the
                time is not on record. A tag that comes too late does no harm where an earlier line sets it too, as
                70-uaccess.rules of systemd does for cameras; then this finding does not come.

                `sudo candela udev install` puts a rule in place that is read in time (undo: `sudo candela udev
                uninstall`). Or mend the one that is there. Rename the file so that it sorts before 73, for example
                with `sudo mv /etc/udev/rules.d/99-camera.rules /etc/udev/rules.d/70-camera.rules`. Put
                `TAG+="uaccess"` on a line of its own and GROUP on another, and name only system groups such as
                video. `udevadm verify` (systemd 254 and later) finds lines with mistakes. Then `sudo udevadm
                control --reload` and `sudo udevadm trigger --action=change --subsystem-match=video4linux` put it in
                force. To undo it, move the file back and do the same two steps. Often the rule can go altogether:
                the system's own already serve the person at the screen.

                Do not mend it with MODE="0666": that works in any place, and lets every program of every user
                watch.
                """),
        CatalogueEntry(
            id: .accessNoUdev, check: .access, title: "no udev has set up the node",
            explanation: """
                The kernel makes a node in `/dev` by itself, for root alone. It is udev that then gives it to the
                group video and to the person at the screen. Here no udev runs: a minimal system, a container, a
                rescue shell, or a service that did not start.

                There is no `/run/udev/control`, the socket that a running udev has, and the node is as the kernel
                left it: owner and group root, mode 0600. `open` answers EACCES to everybody but root. Where
                somebody gave the node other rights and it opens, the doctor only warns: without udev there are no
                names below `/dev/v4l/by-id` either, so a camera is known by its number alone, and after a replug
                the rights are gone.

                If the system has systemd or eudev, start it: `sudo systemctl start systemd-udevd`, then `sudo
                udevadm trigger --subsystem-match=video4linux`. With mdev of BusyBox, the line `video[0-9]+
                root:video 660` in `/etc/mdev.conf` does the same at every plug. In a container udev belongs to the
                host: set the node up there and hand it in (see access.device-cgroup), and `--volume
                /run/udev:/run/udev:ro` gives the container the names. To help yourself until the next plug: `sudo
                chgrp video /dev/video0` and `sudo chmod 660 /dev/video0`, undone by `sudo chgrp root /dev/video0`
                and `sudo chmod 600 /dev/video0`.

                Mode 660 and a group are enough. 666 would let every program on the machine watch.
                """),
        CatalogueEntry(
            id: .accessDeviceCgroup, check: .access, title: "a device filter forbids the camera",
            explanation: """
                The node is there and its mode may well allow you in, but a filter in front of all devices says no.
                Containers have such a filter: they reach only the devices they were started with. So have services
                of systemd whose unit says DevicePolicy= or DeviceAllow=. Copying the node in with a volume or with
                mknod does not open the filter.

                `open` answers EPERM, not EACCES: the kernel's device controller (cgroup) gives the one, file rights
                give the other. Outside of containers it is called likely, as a filter of system calls (seccomp) may
                answer the same. The filter holds for root just the same, so chmod, groups and sudo are all in vain.
                In a snap or a flatpak EPERM is access.sandbox.

                Start the container with the device: `docker run --device /dev/video0 ...`, the same in podman,
                `devices:` in a compose file. For a user who is not root add the group's number, `--group-add
                "$(stat -c %g /dev/video0)"`, taken on the host. For a camera that may be plugged in later use
                `--device-cgroup-rule 'c 81:* rmw'` together with `--volume /dev:/dev`; 81 is the kernel's number
                for video devices. That shows the container all nodes of the host, so take it only where hotplug
                matters. In a unit of systemd: `DeviceAllow=char-video4linux rw`. To undo any of it, start again
                without the option.

                Do not use `--privileged`: it hands over every device and most powers of the host, and is not needed
                for a camera.
                """),
        CatalogueEntry(
            id: .accessNodeMissing, check: .access, title: "the camera is known, but has no node here",
            explanation: """
                The kernel has a driver for the camera and lists it, but there is no file in `/dev` to open it by.
                Nearly always this is a container: `/sys` shows the host's devices, while `/dev` is the container's
                own and was filled when it started. A camera plugged in later, or again, is missing there. A service
                with PrivateDevices=yes in its unit has the same view, and so has a flatpak without leave for
                devices.

                `/sys/class/video4linux` has the entry, for example video0, and `open` on `/dev/video0` answers
                ENOENT. A node that is there but forbidden would give EACCES or EPERM, and a camera that is gone
                would be missing from `/sys` as well (see device.none and node.moved).

                Plug the camera in first and then start the container with `--device /dev/video0`. For one that
                comes and goes, start it with `--volume /dev:/dev --device-cgroup-rule 'c 81:* rmw'`. In a unit set
                `PrivateDevices=no` and allow what is needed with `DeviceAllow=char-video4linux rw`. For a flatpak
                see access.sandbox. On a plain machine somebody deleted the node: plug the camera in again, and the
                kernel makes it anew.

                Do not make the node by hand with mknod: it misses the next change of number, and a container's
                device filter stays shut all the same.
                """),
        CatalogueEntry(
            id: .accessGroupMismatch, check: .access, title: "the group has another number in this container",
            explanation: """
                The node was handed into the container, but its group is a number that means nothing here. Files
                store a group's number, not its name. On the host the camera belongs to video, which has the number
                44 on Debian and another one elsewhere; inside, video has a number of its own or there is none. So
                being in the group video of the container does not help.

                `open` answers EACCES, the program runs in a container, and the group number of the node (`stat -c
                %g /dev/video0`) either has no name in the container's `/etc/group` or is not the number of its
                group video. EPERM would be the container's device filter instead (access.device-cgroup).

                Give the container the number: `docker run --device /dev/video0 --group-add 44 ...`, with the number
                that the doctor shows; in a compose file `group_add: ["44"]`. Podman without root can keep your own
                groups with `--group-add keep-groups`. Nothing on the host changes; start it without the option to
                undo it. An image that runs on many hosts should not fix the number, as it differs between
                distributions.

                Do not change the node's mode on the host to 666, and do not run the container's program as root for
                it.
                """),
        CatalogueEntry(
            id: .accessSandbox, check: .access, title: "a snap or flatpak that may not use cameras",
            explanation: """
                This program runs inside a snap or a flatpak, a sandbox that allows a program only what was granted
                to it. The camera was not. Your own rights do not count there, so what works in a terminal outside
                fails in here.

                `$SNAP` is set, or there is a `/.flatpak-info`, and `open` on the node answers EACCES or EPERM. The
                sandbox is asked about first, before groups and rules, because it stands before them. A flatpak
                without leave for devices often has no node at all, which is access.node-missing.

                For a snap, connect its camera plug: `sudo snap connect NAME:camera`, undone by `sudo snap
                disconnect NAME:camera`; `snap connections NAME` lists what it has. If NAME has no such plug, its
                maker must add one. For a flatpak: `flatpak override --user --device=all NAME`, undone by `flatpak
                override --user --nodevice=all NAME`; it takes effect at the next start, and it grants all devices,
                not cameras alone. Or install the program outside of the sandbox.

                Joining groups and changing the node's mode do nothing for a sandboxed program, but weaken the
                machine.
                """),
        CatalogueEntry(
            id: .accessSecurityModule, check: .access, title: "allowed by its mode, refused all the same",
            explanation: """
                The file's owner, group, mode and ACL allow you to open the camera, and the kernel refuses
                nevertheless. Something above file rights decided: a security module such as SELinux or AppArmor,
                whose policy does not let this program use video devices. More rarely the node lies on a file system
                mounted with nodev, where no device may be opened.

                `open` answers EACCES, while the rights computed by the kernel's own rules from mode, ACL, your user
                and your groups say yes. In the other findings about access they say no, or the errno is EPERM. This
                is a conclusion by exclusion, as no module tells a program that it was the one: likely where SELinux
                or AppArmor is seen to be in force (`/sys/fs/selinux/enforce`, `/proc/self/attr/current`), else
                possible.

                Ask the log. SELinux: `sudo ausearch -m avc -ts recent -c candela`, and `getenforce` tells whether
                it is in force. AppArmor: `sudo journalctl -k --grep apparmor`, and `cat /proc/self/attr/current`
                names the profile you are in. Mount: `findmnt -n -o OPTIONS -T /dev/video0` should not say nodev.
                Then have whoever looks after the policy allow this program the video devices. For a container under
                SELinux the label is the usual cause; `container_use_devices` is the switch for it, set with `sudo
                setsebool container_use_devices on` and undone with `off`.

                Do not switch the module off for good (`setenforce 0`, removing AppArmor), and do not chmod the
                node: its mode was never the obstacle.
                """),
        CatalogueEntry(
            id: .accessWorldWritable, check: .access, title: "everybody on this machine can use the camera",
            explanation: """
                This is a warning: the camera opens, for you and for everyone else. The mode of its node lets any
                account on the machine read and write it, so any web server, game or guest can take pictures in
                secret and change its settings. It is the remains of advice found in many forums: `chmod 666
                /dev/video0`, or a udev rule with MODE="0666".

                The doctor looks at the mode of the node: its last digit has the bit for writing (0002), as in
                crw-rw-rw-. An ACL, the plus sign in `ls -l`, is not meant: it names the users it is for.

                Find out where it comes from: `grep -rn 0666 /etc/udev/rules.d`. Remove that rule, or change it to
                MODE="0660" with GROUP="video", then `sudo udevadm control --reload` and `sudo udevadm trigger
                --action=change --subsystem-match=video4linux`. If there is no rule, somebody did it by hand: `sudo
                chmod o-rw /dev/video0`, which also comes by itself at the next plug. `sudo chmod o+rw /dev/video0`
                would undo it.

                Before that, see that those who need the camera have it another way: the person at the screen has,
                and others join the group video (see access.not-permitted).
                """),
    ]
}
