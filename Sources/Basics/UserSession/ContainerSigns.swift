// SPDX-License-Identifier: Apache-2.0

/// What tells that this is no machine of its own: then the host, or the keeper of the sandbox, decides about devices.
public struct ContainerSigns: Codable, Hashable, Sendable {
    public var signs: [Sign]

    public struct Sign: Codable, Hashable, Sendable {
        public var kind: Kind
        /// The file or variable that says so: `/.dockerenv`, `$SNAP`.
        public var evidence: String
        /// Which one, where it says so: `lxc`, `candela`; raw, of files and the environment.
        public var name: String?

        public init(_ kind: Kind, evidence: String, name: String? = nil) {
            self.kind = kind
            self.evidence = evidence
            self.name = name
        }
    }

    public enum Kind: String, Codable, Hashable, Sendable {
        case docker, podman, snap, flatpak
        /// systemd-nspawn, lxc and others that say so to process 1.
        case container
        /// Windows' Linux: a virtual machine whose USB devices must be handed in.
        case wsl

        /// What people call it.
        public var label: String {
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

    public init(signs: [Sign] = []) { self.signs = signs }

    /// Whether device nodes are the host's to give: not so in WSL, which has a kernel and udev of its own.
    public var hostDecides: Bool { signs.contains { $0.kind != .wsl } }

    public static func read(
        root: String = "", environment: (String) -> String? = environmentVariable
    ) -> ContainerSigns {
        var signs: [Sign] = []
        func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        // A file alone proves nothing where process 1 is the kernel's own: a machine made from an image has it too.
        let isMachine = TextFile.link(root + "/proc/self/ns/pid") == initialProcesses
        if !isMachine, TextFile.exists(root + "/.dockerenv") { signs.append(Sign(.docker, evidence: "/.dockerenv")) }
        if !isMachine, TextFile.exists(root + "/run/.containerenv") {
            signs.append(Sign(.podman, evidence: "/run/.containerenv"))
        }
        if let name = filled(environment("SNAP_NAME")), filled(environment("SNAP")) != nil {
            signs.append(Sign(.snap, evidence: "$SNAP", name: name))
        }
        if TextFile.exists(root + "/.flatpak-info") { signs.append(Sign(.flatpak, evidence: "/.flatpak-info")) }
        // systemd as process 1 of a container leaves the word it was given.
        let word = TextFile.read(root + "/run/systemd/container").flatMap { filled(line($0)) }
        if isMachine {
            // The same goes for what process 1 was told.
        } else if let word, word != "wsl" {
            signs.append(Sign(kind(word), evidence: "/run/systemd/container", name: word))
        } else if let word = filled(initial(root)), word != "wsl" {
            signs.append(Sign(kind(word), evidence: "container of process 1", name: word))
        }
        if let version = TextFile.read(root + "/proc/version")?.lowercased(), version.contains("microsoft") {
            signs.append(Sign(.wsl, evidence: "/proc/version"))
        }
        var seen: Set<Kind> = []
        return ContainerSigns(signs: signs.filter { seen.insert($0.kind).inserted })
    }

    /// The first namespace of processes. Source: `PROC_PID_INIT_INO` in the kernel's `linux/proc_ns.h`.
    private static let initialProcesses = "pid:[4026531836]"

    private static func kind(_ word: String) -> Kind {
        switch word {
        case "docker": .docker
        case "podman": .podman
        case "flatpak": .flatpak
        default: .container
        }
    }

    private static func line(_ text: String) -> String { text.split(separator: "\n").first.map(String.init) ?? "" }

    /// The variable `container` of process 1, which only root may read.
    private static func initial(_ root: String) -> String? {
        TextFile.read(root + "/proc/1/environ")?.split(separator: "\0").first { $0.hasPrefix("container=") }
            .map { String($0.dropFirst("container=".count)) }
    }
}
