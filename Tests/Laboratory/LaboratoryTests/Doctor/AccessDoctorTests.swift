// SPDX-License-Identifier: Apache-2.0

import Testing

extension DoctorLaboratory {
    @Suite("access")
    struct Access {
        /// nobody's number, whose name the groups and sessions below use.
        private let user = 65534

        @Test("a user outside the group, without or with an ACL for another user; then a node open to everybody")
        func notPermitted() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withCamera { camera in
                for arguments in [[], [camera.byID]] {
                    let answer = try await laboratory.end(try laboratory.startDoctor(arguments, as: .stranger))
                    answer.expect(
                        "access.not-permitted",
                        evidence: ["open(\(camera.node)): EACCES", "crw-rw---- root:video", "nobody is not a member"])
                }
                try await laboratory.allow(1000, camera.node)
                try await laboratory.doctor(as: .stranger).expect(
                    "access.not-permitted", evidence: ["EACCES", "ACL: user 1000 rw"])

                try await laboratory.require("chmod 666 \(camera.node)")
                try await laboratory.doctor("--size", "320x240", as: .stranger).expect(
                    "access.world-writable", "degraded", evidence: ["crw-rw-rw-"])
            }
        }

        @Test("a group joined after the session began: access.stale-group")
        func staleGroup() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { _ in
                try await laboratory.require(Laboratory.nobodyJoinsVideo)
                let answer = try await laboratory.doctor(as: .stranger)
                try await laboratory.require("cp /run/group /etc/group")
                answer.expect("access.stale-group", evidence: ["EACCES", "getgroups(): does not include video"])
            }
        }

        @Test("a remote session, with a node for the user at the seat: access.no-seat")
        func noSeat() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { _ in
                // As logind writes it. Source: session_save in systemd's logind-session.c.
                try await laboratory.require(
                    """
                    mkdir -p /run/systemd/sessions && printf '%s\\n' UID=\(user) USER=nobody ACTIVE=1 IS_DISPLAY=0 \
                        STATE=active REMOTE=1 TYPE=tty CLASS=user SERVICE=sshd >/run/systemd/sessions/5
                    """)
                let answer = try await laboratory.doctor(as: .stranger)
                try await laboratory.require("rm -r /run/systemd/sessions")
                answer.expect("access.no-seat", evidence: ["uaccess: set", "5: no seat, active, remote, sshd"])
            }
        }

        @Test("a rule that tags cameras too late, the right one hidden: access.rule-order")
        func ruleOrder() async throws {
            let laboratory = try await Laboratory.shared()
            let apply = "\(Laboratory.udevReload) && udevadm trigger -s video4linux --action=add --settle"
            try await laboratory.withVivid { _ in
                try await laboratory.require(
                    """
                    mkdir -p /etc/udev/rules.d && ln -s /dev/null /etc/udev/rules.d/70-uaccess.rules &&
                    echo 'SUBSYSTEM=="video4linux", TAG+="uaccess"' >/etc/udev/rules.d/99-cameras.rules && \(apply)
                    """)
                let answer = try await laboratory.doctor(as: .stranger)
                try await laboratory.require(
                    "rm /etc/udev/rules.d/70-uaccess.rules /etc/udev/rules.d/99-cameras.rules && \(apply)")
                answer.expect("access.rule-order", evidence: ["EACCES", "70-uaccess.rules"])
            }
        }

        @Test("no udevd when the camera came: access.no-udev, and a warning for root")
        func noUdev() async throws {
            let laboratory = try await Laboratory.shared()
            let (stranger, root) = try await laboratory.withoutUdev {
                try await laboratory.require("modprobe vivid \(Vivid.webcam)")
                return (try await laboratory.doctor(as: .stranger), try await laboratory.doctor("--size", "320x180"))
            }
            stranger.expect(
                "access.no-udev", evidence: ["EACCES", "crw------- root:root", "/run/udev/control: missing"])
            #expect(root.finding("access.no-udev") != nil, "\(root)")
        }

        private static let snap = "env SNAP=/snap/candela/1 SNAP_NAME=candela"

        @Test("a device filter, which stops even root with EPERM: access.device-cgroup; in a snap, access.sandbox")
        func deviceCgroup() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                // The same controller as cgroup v2's eBPF program, in the form a shell can set.
                try await laboratory.require(
                    """
                    mkdir -p /run/devices && mount -t cgroup -o devices none /run/devices && mkdir /run/devices/service &&
                    echo 'c 81:* rwm' >/run/devices/service/devices.deny
                    """)
                let filtered = "sh -c 'echo $$ >/run/devices/service/tasks; exec \"$@\"' sh"
                let answer = try await laboratory.doctor(through: filtered)
                // A snap's devices are filtered so.
                let snap = try await laboratory.doctor(through: "\(Self.snap) \(filtered)")
                try await laboratory.require("rmdir /run/devices/service && umount /run/devices")
                answer.expect("access.device-cgroup", evidence: ["open(\(vivid.capture)): EPERM"])
                snap.expect("access.sandbox", evidence: ["EPERM", "sandbox: snap"])
            }
        }

        @Test(
            "a /dev without the node, or that allows no devices, is told from a missing group; a snap's variables prove nothing"
        )
        func confined() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                let bare = "mount -t tmpfs dev /mnt; cp -a /dev/null /dev/urandom /mnt; mount --move /mnt /dev"
                try await laboratory.doctor(inNamespace: bare).expect(
                    "access.node-missing", evidence: ["stat(\(vivid.capture)): ENOENT", "present"])
                try await laboratory.doctor(inNamespace: bare, vivid.capture, as: .stranger).expect(
                    "access.node-missing", evidence: ["ENOENT"])
                try await laboratory.doctor(inNamespace: "mount -o remount,bind,nodev /dev", as: .inGroupVideo).expect(
                    "access.security-module", evidence: ["EACCES", "mode and ACL: allow access", "nodev"])
                // In a snap the mode would allow it. Where it does not, the snap's variables alone prove nothing.
                let snap = "export SNAP=/snap/candela/1 SNAP_NAME=candela"
                try await laboratory.doctor(
                    inNamespace: "mount -o remount,bind,nodev /dev; \(snap)", as: .inGroupVideo
                ).expect("access.sandbox", evidence: ["EACCES", "snap"])
                try await laboratory.doctor(inNamespace: snap, as: .stranger).expect(
                    "access.not-permitted", evidence: ["EACCES"])
            }
        }

        @Test("a container that knows the node's group by no name, or another: access.group-mismatch")
        func groupMismatch() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { vivid in
                try await laboratory.require("touch /.dockerenv && chgrp 991 \(vivid.capture)")
                // The file counts only where process 1 is not the machine's.
                let container = "unshare --pid --fork --mount-proc setpriv \(GuestUser.stranger.setprivArguments)"
                let answer = try await laboratory.doctor(through: container)
                try await laboratory.require("rm /.dockerenv")
                answer.expect("access.group-mismatch", evidence: ["EACCES", "root:991", "/.dockerenv"])
            }
        }
    }
}

extension Laboratory {
    /// Runs `body` as on a machine without udev, then unloads vivid if it was loaded.
    fileprivate func withoutUdev<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await require(
            """
            udevd=$(pidof systemd-udevd) && kill -KILL $udevd && mv /run/udev /run/udev.away
            for process in $udevd; do while [ -e /proc/$process/exe ]; do sleep 0.05; done; done
            """)
        let back = """
            modprobe -r vivid; mv /run/udev.away /run/udev
            /lib/systemd/systemd-udevd --daemon --resolve-names=late && udevadm settle --timeout=60
            """
        do {
            let result = try await body()
            try await require(back)
            return result
        } catch {
            _ = try? await require(back)
            throw error
        }
    }
}

extension Laboratory {
    /// Puts nobody into the group video, which has members on many machines, and keeps the file as it was in /run/group.
    static let nobodyJoinsVideo = """
        cp /etc/group /run/group && sed -i -E '/^video:/{s/[^:]$/&,/;s/$/nobody/}' /etc/group
        """
}
