// SPDX-License-Identifier: Apache-2.0

/// Signs that this process runs in a container, sandbox or WSL, where the host decides about devices.
package struct ContainerSigns: Codable, Hashable, Sendable {
    package var signs: [Sign]

    package struct Sign: Codable, Hashable, Sendable {
        package var kind: Kind
        /// The file or variable that is the sign: `/.dockerenv`, `$SNAP`.
        package var evidence: String
        /// The name that the sign gives: `lxc`, `candela`. Not trusted: escape before showing.
        package var name: String?

        package init(_ kind: Kind, evidence: String, name: String? = nil) {
            self.kind = kind
            self.evidence = evidence
            self.name = name
        }
    }

    package enum Kind: String, Codable, Hashable, Sendable {
        case docker, podman, snap, flatpak
        /// systemd-nspawn, lxc and others that tell process 1.
        case container
        /// Windows Subsystem for Linux: a virtual machine to which USB devices must be attached.
        case wsl

        /// The name for messages.
        package var label: String {
            switch self {
            case .docker: "Docker"
            case .podman: "Podman"
            case .snap: "a snap"
            case .flatpak: "Flatpak"
            case .container: "a container"
            case .wsl: "WSL"
            }
        }
    }

    package init(signs: [Sign] = []) { self.signs = signs }

    /// Whether the host provides device nodes; not for WSL, which has its own kernel and udev.
    package var hostDecides: Bool { signs.contains { $0.kind != .wsl } }

    package static func read(
        root: String = "", environment: (String) -> String? = environmentVariable
    ) -> ContainerSigns {
        let files = SystemFiles(root: root)
        var signs: [Sign] = []
        func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        // Outside a container these files prove nothing: a machine made from a container image has them too.
        let isMachine = files.linkName("/proc/self/ns/pid") == initialProcesses
        if !isMachine, files.exists("/.dockerenv") { signs.append(Sign(.docker, evidence: "/.dockerenv")) }
        if !isMachine, files.exists("/run/.containerenv") {
            signs.append(Sign(.podman, evidence: "/run/.containerenv"))
        }
        if let name = filled(environment("SNAP_NAME")), filled(environment("SNAP")) != nil {
            signs.append(Sign(.snap, evidence: "$SNAP", name: name))
        }
        if files.exists("/.flatpak-info") { signs.append(Sign(.flatpak, evidence: "/.flatpak-info")) }
        // systemd as process 1 of a container writes the container's type there.
        let word = filled(files.line("/run/systemd/container"))
        if isMachine {
            // The same applies to the environment of process 1.
        } else if let word, word != "wsl" {
            signs.append(Sign(kind(word), evidence: "/run/systemd/container", name: word))
        } else if let word = filled(initial(files)), word != "wsl" {
            signs.append(Sign(kind(word), evidence: "container of process 1", name: word))
        }
        if let version = files.text("/proc/version")?.lowercased(), version.contains("microsoft") {
            signs.append(Sign(.wsl, evidence: "/proc/version"))
        }
        var seen: Set<Kind> = []
        return ContainerSigns(signs: signs.filter { seen.insert($0.kind).inserted })
    }

    /// The initial PID namespace. Source: `PROC_PID_INIT_INO` in the kernel's `linux/proc_ns.h`.
    private static let initialProcesses = "pid:[4026531836]"

    private static func kind(_ word: String) -> Kind {
        switch word {
        case "docker": .docker
        case "podman": .podman
        case "flatpak": .flatpak
        default: .container
        }
    }

    /// The variable `container` of process 1, which only root can read.
    private static func initial(_ files: SystemFiles) -> String? {
        files.text("/proc/1/environ")?.split(separator: "\0").first { $0.hasPrefix("container=") }
            .map { String($0.dropFirst("container=".count)) }
    }
}
