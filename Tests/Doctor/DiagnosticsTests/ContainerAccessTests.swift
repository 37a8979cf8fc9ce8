// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import Testing
import UserSession

/// Who may open a camera in a container, and how each engine and system gives it to them.
@Suite("Access in containers and on other systems")
struct ContainerAccessTests {
    private static func headline(_ change: (inout Snapshot) -> Void) -> Finding? { Doctor.judge(.healthy(change)).headline }

    private static func commands(_ finding: Finding?) -> String { (finding?.fixes ?? []).flatMap(\.commands).joined(separator: "\n") }

    /// Root of a container of this kind, without the right to open the node.
    private static func root(_ sign: ContainerSigns.Sign, _ errno: String, kernel: String = "6.8.12", owner: UInt32 = 0) -> Finding? {
        headline {
            $0.host.value?.kernelRelease = kernel
            $0.surroundings = .seen(ContainerSigns(signs: [sign]))
            $0.user = .seen(UserRecord(id: 0, name: "root", accountGroups: [], sessionGroups: []))
            $0.node.access = NodeAccess(mode: 0o660, ownerID: owner, groupID: owner == 0 ? 44 : owner, owner: nil, group: nil, mayOpen: false)
            $0.refuse(errno)
        }
    }

    private static let lxc = ContainerSigns.Sign(.container, evidence: "/run/systemd/container", name: "lxc")

    @Test("root of a user namespace has no power over an owner without a number in it")
    func overflow() {
        let podman = Self.root(.init(.podman, evidence: "/run/.containerenv"), "EACCES", owner: 65534)
        #expect(podman?.id == .accessSandbox)
        #expect(Self.commands(podman).contains("keep-groups"))
        let proxmox = Self.root(Self.lxc, "EACCES", kernel: "6.8.12-4-pve", owner: 65534)
        #expect(proxmox?.id == .accessSandbox)
        #expect(Self.commands(proxmox).contains("pct set CTID --dev0 /dev/video0,gid=44"))
        // A mode that lets everybody in leaves only a security module.
        let open = Self.headline {
            $0.node.access = NodeAccess(mode: 0o666, ownerID: 65534, groupID: 65534, owner: nil, group: nil, mayOpen: false)
            $0.refuse("EACCES")
        }
        #expect(open?.id == .accessSecurityModule)
    }

    @Test("a device filter is opened by the options of the engine that set it")
    func filter() {
        let lxd = Self.commands(Self.root(Self.lxc, "EPERM"))
        #expect(lxd.contains("unix-char") && lxd.contains("lxc.cgroup2.devices.allow = c 81:* rwm") && !lxd.contains("docker"))
        let nspawn = Self.commands(Self.root(.init(.container, evidence: "", name: "systemd-nspawn"), "EPERM"))
        #expect(nspawn.contains("Bind=/dev/video0") && !nspawn.contains("docker"))
        #expect(Self.commands(Self.root(.init(.docker, evidence: "/.dockerenv"), "EPERM")).contains("docker run --device /dev/video0 IMAGE"))
        #expect(Self.commands(Self.root(.init(.podman, evidence: "/run/.containerenv"), "EPERM")).contains("podman run --device /dev/video0 IMAGE"))
    }

    @Test("each system has its own way to put an account into a group")
    func groups() {
        func commands(_ distribution: String, _ change: (inout Platform) -> Void = { _ in }) -> String {
            Self.commands(
                Self.headline {
                    var platform = Platform()
                    platform.distribution = distribution
                    change(&platform)
                    $0.host.value?.machine = MachineRecord(platform: platform)
                    $0.host.value?.videoGroup = nil
                    $0.node.tags = []
                    $0.refuse("EACCES")
                })
        }
        #expect(commands("debian").contains("sudo usermod -aG video ada"))
        #expect(!commands("debian").contains("/usr/lib/group"))
        #expect(commands("alpine").contains("sudo addgroup ada video"))
        #expect(!commands("alpine").contains("usermod"))
        #expect(commands("nixos").contains("users.users.ada.extraGroups = [ \"video\" ];"))
        #expect(commands("nixos").contains("systemd.services.UNIT.serviceConfig.SupplementaryGroups = [ \"video\" ];"))
        let silverblue = commands("fedora") { $0.isImage = true }
        #expect(silverblue.contains("grep '^video:' /usr/lib/group | sudo tee -a /etc/group\nsudo usermod -aG video ada"))
    }

    @Test("SELinux keeps containers from devices by a boolean")
    func policy() {
        func fixes(_ domain: String) -> String {
            Self.commands(
                Self.headline {
                    var client = CameraClientRecord(.container, name: "watch")
                    client.engine = "podman"
                    client.denials = [
                        "avc:  denied  { read write } for comm=\"watch\" scontext=system_u:system_r:\(domain):s0 tcontext=system_u:object_r:v4l_device_t:s0"
                    ]
                    $0.client = client
                })
        }
        #expect(fixes("container_t").contains("setsebool -P container_use_devices 1"))
        #expect(!fixes("container_t").contains("audit2allow"))
        #expect(fixes("xdm_t").contains("audit2allow"))
    }

    @Test("a plug that was connected after the denial leaves nothing to say")
    func snap() {
        let line =
            "[  912.3] audit: type=1400 apparmor=\"DENIED\" operation=\"open\" profile=\"snap.teams.teams\" name=\"/dev/video0\" pid=5127 comm=\"teams\""
        func warned(_ slot: String) -> Bool {
            var host = HostRecord(kernelRelease: "6.8.0", hasModulesFolder: true, uvcDriver: .loaded, hasUdev: true)
            host.kernelLog = .seen([line])
            guard let tree = try? MachineTree() else { return false }
            let clients = ClientCollector(
                files: tree.files,
                ask: { $0 == ["snap", "connections", "teams"] ? "Interface Plug Slot Notes\ncamera teams:camera \(slot) -\n" : nil })
            let report = Doctor.judge(
                .healthy {
                    $0.host.value?.kernelLog = host.kernelLog
                    $0.services = clients.openSnaps(deniedIn: host)
                })
            return report.headline?.id == .accessSecurityModule
        }
        #expect(warned("-"))
        #expect(!warned(":camera"))
    }
}
