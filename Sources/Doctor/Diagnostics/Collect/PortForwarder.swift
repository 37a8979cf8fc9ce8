// SPDX-License-Identifier: Apache-2.0

/// Programs that listen at a port, and only pass on what another program serves there. Their names are the kernel's, at most 15 characters.
enum PortForwarder: Hashable {
    /// The engine of containers, or what it starts for each port.
    case docker, podman, kubernetes
    /// What holds the port for a program that it starts.
    case starter
    /// A way to another machine, a phone or a virtual machine.
    case tunnel

    private static let names: [PortForwarder: Set<String>] = [
        .docker: ["docker-proxy", "dockerd", "containerd", "containerd-shim", "rootlesskit", "rootlesskit-doc"],
        .podman: [
            "podman", "conmon", "rootlessport", "slirp4netns", "pasta", "pasta.avx2", "passt", "passt.avx2", "netavark", "aardvark-dns",
        ],
        .kubernetes: ["kube-proxy", "kubelet", "k3s", "k3s-server", "k3s-agent", "crio"],
        .starter: ["systemd", "init", "inetd", "xinetd"],
        .tunnel: [
            "ssh", "autossh", "sshd", "sshd-session", "dropbear", "socat", "ncat", "rinetd", "redir", "sslh", "stunnel", "stunnel4", "wstunnel",
            "systemd-socket-", "kubectl", "adb", "iproxy", "usbmuxd", "cloudflared", "frpc", "frps", "ngrok", "tailscaled", "lxd", "incusd",
            "qemu-system-x86", "qemu-system-aar", "VBoxHeadless", "VBoxNetNAT",
        ],
    ]

    /// - Parameter name: the kernel's `comm`. `nil` for every other program.
    init?(_ name: String) {
        guard let kind = Self.names.first(where: { $0.value.contains(name) })?.key else { return nil }
        self = kind
    }

    /// Whether what it passes on is served in a container of this machine.
    var isOfContainers: Bool { [.docker, .podman, .kubernetes].contains(self) }

    /// Whether a unit of systemd is a container engine's, or runs virtual machines: stopping it ends all of them.
    static func isEngine(unit: String) -> Bool {
        let name = unit.hasSuffix(".service") ? unit.dropLast(".service".utf8.count) : unit[...]
        return engines.contains(String(name)) || ["k3s", "rke2-", "snap.docker.", "snap.lxd.", "snap.microk8s."].contains { name.hasPrefix($0) }
    }

    private static let engines: Set = [
        "docker", "containerd", "podman", "crio", "kubelet", "lxd", "lxc", "incus", "balena", "balena-engine", "libvirtd", "virtqemud",
        "hassio-supervisor",
    ]

    /// Whether its command line says that it listens at a port of this machine: those of root's have their sockets hidden.
    static func listens(at port: Int, _ words: [String]) -> Bool {
        let port = String(port)
        return words.indices.contains { index in
            let word = words[index]
            // docker-proxy
            if index > 0, words[index - 1] == "-host-port" { return word == port }
            // socat: TCP-LISTEN:8080,fork
            let capitals = word.uppercased()
            if let mark = capitals.firstRange(of: "LISTEN:") { return capitals[mark.upperBound...].prefix { $0.isNumber } == port[...] }
            // ssh: -L 8080:host:80, -L 127.0.0.1:8080:host:80
            let parts = (word.hasPrefix("-L") ? word.dropFirst(2) : word[...]).split(separator: ":")
            return parts.count > 2 && parts[parts.count - 3] == port[...]
        }
    }
}
