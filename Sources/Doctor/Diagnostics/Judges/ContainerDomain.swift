// SPDX-License-Identifier: Apache-2.0

/// The type under which SELinux confines a container. Its policy keeps all of them from devices, unless a boolean allows it: nothing is
/// missing in it, and no rule is to be added. Source: container-selinux, container.te.
struct ContainerDomain {
    let name: String

    init?(_ name: String) {
        // That of the program which starts containers is none of a container.
        guard name.hasPrefix("container_") && !name.hasPrefix("container_runtime") || name == Self.old else { return nil }
        self.name = name
    }

    /// - Parameter context: `system_u:system_r:container_t:s0:c214,c891`.
    init?(context: String) {
        let parts = context.split(separator: ":")
        guard parts.count > 2 else { return nil }
        self.init(String(parts[2]))
    }

    /// Before the policy had the boolean (RHEL 7).
    private static let old = "svirt_lxc_net_t"

    /// Lets the container have devices.
    ///
    /// - Parameters:
    ///   - engine: `docker` or `podman`.
    ///   - node: the path of the camera's node.
    func fixes(engine: String, node: String) -> [Fix] {
        let unconfined = Fix(
            "\(name == Self.old ? "Create" : "Or create") this container again without SELinux's confinement (SecurityLabelDisable=true in a Quadlet file)",
            commands: ["\(engine) run --security-opt label=disable --device \(Words.shell(node)) IMAGE"], isRunnable: false)
        guard name != Self.old else { return [unconfined] }
        return [
            Fix(
                "On the host, let containers use the devices that they were given", commands: ["sudo setsebool -P container_use_devices 1"],
                needsRoot: true, undo: ["sudo setsebool -P container_use_devices 0"], isRunnable: false),
            unconfined,
        ]
    }
}
