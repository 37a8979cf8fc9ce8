// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing
import UserSession

@Suite("Control groups of processes")
struct ControlGroupTests {
    static let id = "8e1f6a0c2b7d94e35f0a1c8b6d2e9f47a3b5c0d1e8f72a6b4c9d3e0f1a2b5c7d"

    @Test(
        "each engine names its containers in its own way",
        arguments: [
            ("0::/system.slice/docker-\(id).scope", "docker", id), ("0::/docker/\(id)", "docker", id),
            ("12:devices:/docker/\(id)\n1:name=systemd:/docker/\(id)", "docker", id),
            ("0::/machine.slice/libpod-\(id).scope/container", "podman", id),
            ("0::/system.slice/watch.service/libpod-payload-\(id)", "podman", id),
            ("0::/kubepods.slice/kubepods-besteffort.slice/kubepods-besteffort-pod7c.slice/cri-containerd-\(id).scope", "kubernetes", id),
            ("0::/lxc/105/ns/system.slice/go2rtc.service", "proxmox", "105"),
            ("0::/lxc/105/ns/system.slice/docker-\(id).scope", "proxmox", "105"),
            ("0::/lxc.payload.camera/system.slice/go2rtc.service", "lxc", "camera"),
            ("0::/machine.slice/systemd-nspawn@cam.service/payload/system.slice/motion.service", "nspawn", "cam"),
            ("0::/machine.slice/machine-my\\x2dcam.scope/payload/init.scope", "nspawn", "my-cam"),
        ])
    func containers(text: String, engine: String, name: String) throws {
        let tree = try MachineTree(["/proc/sys/kernel/osrelease": "6.8.12-4-pve\n"])
        let container = withExtendedLifetime(tree) { ControlGroup(text, files: tree.files).container }
        #expect(container?.engine.rawValue == engine)
        #expect(container?.name == name)
    }

    @Test(
        "what is in no container",
        arguments: [
            "0::/system.slice/motion.service", "0::/user.slice/user-1000.slice/session-2.scope", "0::/system.slice/docker.service", "", "0::/",
            "0::/machine.slice/libpod-conmon-\(id).scope", "0::/machine.slice/machine-qemu\\x2d1\\x2dwin10.scope/libvirt/emulator",
            "0::/docker/buildkit",
        ])
    func machines(text: String) throws {
        #expect(ControlGroup(text, files: try MachineTree().files).container == nil)
    }

    @Test("a unit inside of a container is the container's")
    func units() throws {
        let tree = try MachineTree()
        func group(_ text: String) -> ControlGroup { ControlGroup(text, files: tree.files) }
        #expect(group("0::/system.slice/motion.service").unit == "motion.service")
        let inner = group("0::/lxc.payload.camera/system.slice/go2rtc.service")
        #expect(inner.unit == nil)
        #expect(inner.container?.unit == "go2rtc.service")
        // Podman was told to stay in the unit that starts it.
        #expect(group("0::/system.slice/watch.service/libpod-payload-\(Self.id)").unit == "watch.service")
        let users = group("0::/user.slice/user-1000.slice/user@1000.service/user.slice/libpod-\(Self.id).scope/container")
        #expect(users.unit == nil)
        #expect(users.container?.isUsers == true)
    }

    @Test("a program in our own container is in none for us")
    func own() throws {
        let text = "0::/lxc/105/system.slice/motion.service"
        let tree = try MachineTree([
            "/proc/self/cgroup": "0::/lxc/105/init.scope\n", "/proc/77/cgroup": text, "/proc/78/cgroup": "0::/lxc/105/docker/\(Self.id)\n",
        ])
        let (beside, below) = withExtendedLifetime(tree) {
            (ControlGroup(of: 77, files: tree.files), ControlGroup(of: 78, files: tree.files))
        }
        #expect(beside.container == nil)
        #expect(beside.unit == "motion.service")
        #expect(below.container?.engine == .docker)
    }
}
