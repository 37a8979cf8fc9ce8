// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// How the container that this program runs in is given a camera: each kind of container has options of its own, and only the host
/// can set them.
extension Place {
    enum Engine {
        case docker, podman
        /// LXC as Proxmox VE, LXD and Incus manage it, or alone.
        case proxmox, lxc
        case nspawn
    }

    /// What made the container; `nil` outside of one.
    var engine: Engine? {
        guard let container else { return nil }
        switch container.kind {
        case .podman: return .podman
        case .container where container.name?.hasPrefix("lxc") == true:
            // Its hosts run kernels of their own: `6.8.12-4-pve`.
            return kernel.hasSuffix("-pve") ? .proxmox : .lxc
        case .container where container.name == "systemd-nspawn": return .nspawn
        default: return .docker
        }
    }

    /// Whether the container is a system of its own, in which accounts are put into groups and keep them.
    var hasOwnAccounts: Bool {
        switch engine {
        case .proxmox, .lxc, .nspawn: true
        case .docker, .podman, nil: false
        }
    }

    /// Starts the container with a node.
    ///
    /// - Parameters:
    ///   - title: what it is for, with Docker or Podman.
    ///   - isRoot: whether the program runs as root, which needs no group.
    ///   - group: the number that the node's group is to have in a container with accounts of its own.
    func passIn(_ path: String, _ title: String, isRoot: Bool, group: UInt32) -> [Fix] {
        let place = Words.shell(path)
        switch engine {
        case .docker, nil:
            let groups = isRoot ? "" : " --group-add $(stat -c %g \(place))"
            return [Fix(title, commands: ["docker run --device \(place)\(groups) IMAGE"], isRunnable: false)]
        case .podman:
            guard !isRoot else { return [Fix(title, commands: ["podman run --device \(place) IMAGE"], isRunnable: false)] }
            return [
                Fix(
                    title + " (the second command if root runs the container)",
                    commands: [
                        "podman run --device \(place) --group-add keep-groups IMAGE",
                        "sudo podman run --device \(place) --group-add $(stat -c %g \(place)) IMAGE",
                    ], isRunnable: false)
            ]
        case .proxmox:
            return [
                Fix(
                    "On the host, pass the device in (Proxmox VE 8.2 and later; in its pages: Resources, Add, Device Passthrough), and restart the container. This also allows the device in its filter, and gives it a group that it has; lines lxc.mount.entry for the device must go",
                    commands: ["pct set CTID --dev0 \(place),gid=\(group)", "pct reboot CTID"], needsRoot: true,
                    undo: ["pct set CTID --delete dev0", "pct reboot CTID"], isRunnable: false),
                Fix(
                    "Before that version: lines in the container's file on the host (lxc.cgroup.devices.allow with cgroup v1)",
                    commands: ["# /etc/pve/lxc/CTID.conf:"] + Self.deviceLines(path, ": ") + ["pct reboot CTID"], needsRoot: true,
                    isRunnable: false),
            ]
        case .lxc:
            return [
                Fix(
                    "On the host, with LXD or Incus: give the container the node as a device of the type unix-char (the type usb passes in only what libusb opens); with Incus the command is incus",
                    commands: ["lxc config device add NAME camera unix-char source=\(place) path=\(place) gid=\(group)"],
                    undo: ["lxc config device remove NAME camera"], isRunnable: false),
                Fix(
                    "With LXC alone: lines in the container's file on the host, and start it again (lxc.cgroup.devices.allow with cgroup v1)",
                    commands: ["# /var/lib/lxc/NAME/config:"] + Self.deviceLines(path, " = "), needsRoot: true, isRunnable: false),
            ]
        case .nspawn:
            return [
                Fix(
                    "On the host, bind the node into the container, allow the device in its unit, and start it again",
                    commands: [
                        "# /etc/systemd/nspawn/NAME.nspawn: [Files] Bind=\(place)",
                        "sudo systemctl edit systemd-nspawn@NAME.service   # [Service] DeviceAllow=char-video4linux rw",
                        "sudo systemctl restart systemd-nspawn@NAME.service",
                    ], needsRoot: true, isRunnable: false)
            ]
        }
    }

    /// Gives a container whose user namespace does not have the node's owner and group a way to it.
    func mapIn(_ path: String, group: UInt32) -> [Fix] {
        let place = Words.shell(path)
        switch engine {
        case .podman:
            return [
                Fix(
                    "Keep the groups of the user who starts the container, and who must be in the node's group on the host (with the runtime crun)",
                    commands: ["podman run --group-add keep-groups --device \(place) IMAGE"], isRunnable: false)
            ]
        case .docker:
            return Self.unmapped(path, user: "USER")
        case .proxmox, .lxc: return passIn(path, "", isRoot: false, group: group) + [Self.identity]
        case .nspawn:
            return [
                Fix(
                    "On the host, let the container have the machine's own numbers of users, and start it again",
                    commands: ["# /etc/systemd/nspawn/NAME.nspawn: [Exec] PrivateUsers=no"], needsRoot: true, isRunnable: false)
            ]
        case nil: return []
        }
    }

    /// Starts a container of Docker with the host's own numbers of users, or gives the node to the number that its user has there.
    ///
    /// - Parameter reason: a sentence for the title.
    static func unmapped(_ path: String, user: String, reason: String = "") -> [Fix] {
        [
            Fix(
                "If Docker maps the containers' users (userns-remap): start this container without that" + reason,
                commands: ["docker run --userns=host --device \(Words.shell(path)) IMAGE", "# docker-compose.yml: userns_mode: \"host\""],
                isRunnable: false),
            listed(user),
        ]
    }

    /// Gives the cameras of a host to one of its numbers of users, each time they are plugged in.
    private static func listed(_ user: String) -> Fix {
        let file = "/etc/udev/rules.d/72-camera-container.rules"
        let rule = "SUBSYSTEM==\"video4linux\", RUN+=\"/usr/bin/setfacl -m u:\(user):rw $devnode\""
        return Fix(
            "Or, on the host, let udev give cameras to the number that the container's user has there (/proc/PID/uid_map of its program tells where its numbers begin)",
            commands: [
                "echo \(Words.shell(rule)) | sudo tee \(file)", "sudo udevadm control --reload",
                "sudo udevadm trigger --subsystem-match=video4linux --action=add",
            ], needsRoot: true, undo: ["sudo rm \(file)", "sudo udevadm control --reload"], isRunnable: false)
    }

    /// Source: lxc.container.conf(5), "USER NAMESPACES".
    private static let identity = Fix(
        "Or map the node's group into the container as it is (lxc.idmap: with a colon in place of = on Proxmox VE), and put the program's account there into that group: N is the group's number on the host (stat -c %g), whose /etc/subgid must have the line root:N:1",
        commands: [
            "# lxc.idmap = u 0 100000 65536", "# lxc.idmap = g 0 100000 N", "# lxc.idmap = g N N 1",
            "# lxc.idmap = g N+1 100000+N+1 65536-N-1",
        ], needsRoot: true, isRunnable: false)

    /// The lines of LXC that let a container use a node. 81 is the kernel's number of video devices.
    private static func deviceLines(_ path: String, _ sign: String) -> [String] {
        let inside = path.drop { $0 == "/" }
        return [
            "# lxc.cgroup2.devices.allow\(sign)c 81:* rwm",
            "# lxc.mount.entry\(sign)\(path) \(inside) none bind,optional,create=file",
        ]
    }
}
