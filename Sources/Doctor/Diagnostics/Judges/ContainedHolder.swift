// SPDX-License-Identifier: Apache-2.0

/// A program in a container that has the camera. One that is ended alone is started again by what watches it there, and this machine's
/// systemd does not know its unit.
extension HoldersRecord.Holder {
    /// Stops the container, or the service inside of it; `nil` outside of a container, and for one that is a service of this machine.
    var containerFix: Fix? {
        guard let container, unit == nil else { return nil }
        return switch container.engine {
        case .docker: engine(container, "docker")
        case .podman: engine(container, container.isUsers == true ? "podman" : "sudo podman")
        case .kubernetes:
            Fix(
                "Look whose container it is, and let no pod of it run; a pod that is only deleted comes back",
                commands: ["sudo crictl ps --no-trunc --id \(container.shortName)", "kubectl scale --replicas=0 deployment/NAME"],
                needsRoot: true, isRunnable: false)
        case .proxmox: system(container, run: "pct exec NAME --", stop: "pct shutdown NAME", start: "pct start NAME")
        case .lxd: system(container, run: "lxc exec NAME --", stop: "lxc stop NAME", start: "lxc start NAME")
        case .incus: system(container, run: "incus exec NAME --", stop: "incus stop NAME", start: "incus start NAME")
        case .lxc where container.name == "waydroid":
            Fix(
                "Close the camera in Waydroid, or end its session", commands: ["waydroid session stop"], undo: ["waydroid session start"],
                isRunnable: false)
        case .lxc:
            system(container, run: "sudo lxc-attach -n NAME --", stop: "sudo lxc-stop -n NAME", start: "sudo lxc-start -n NAME")
        case .nspawn:
            system(
                container, run: "sudo systemd-run --wait --pipe -M NAME", stop: "sudo machinectl poweroff NAME", start: "sudo machinectl start NAME")
        }
    }

    private func engine(_ container: HoldersRecord.Container, _ program: String) -> Fix {
        let id = Words.shell(container.shortName)
        let whose = program == "podman" ? " (as the user who started it)" : ""
        return Fix(
            "Stop its container, which the first command names\(whose), or close the camera in the settings of the program that runs there (Home Assistant: stop the add-on on its page)",
            commands: ["\(program) ps --no-trunc --filter id=\(id)", "\(program) stop \(id)"], needsRoot: program.hasPrefix("sudo"),
            undo: ["\(program) start \(id)"], isRunnable: false)
    }

    /// A container that is a system of its own.
    private func system(_ container: HoldersRecord.Container, run: String, stop: String, start: String) -> Fix {
        // LXD puts the project before the name: `lxc.payload.PROJECT_NAME`; names have no underscore.
        let parts = container.name.split(separator: "_")
        let isOfProject = [.lxd, .incus].contains(container.engine) && parts.count > 1
        let name = isOfProject
            ? "\(Words.shell(String(parts[parts.count - 1]))) --project \(Words.shell(parts.dropLast().joined(separator: "_")))"
            : Words.shell(container.name)
        func named(_ command: String) -> String { command.replacing("NAME", with: name) }
        guard let inner = container.unit.map(Words.shell) else {
            return Fix(
                "Close it in \(container.title), or shut that down", commands: [named(stop)], needsRoot: true, undo: [named(start)],
                isRunnable: false)
        }
        return Fix(
            "Stop its service in \(container.title), which the host's own systemd does not know, or shut the container down",
            commands: [
                "\(named(run)) systemctl stop \(inner)", "\(named(stop))   # the whole container",
            ], needsRoot: true, undo: ["\(named(run)) systemctl start \(inner)"], isRunnable: false)
    }
}
