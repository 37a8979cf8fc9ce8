// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("the system that runs here, and remedies that fit it")
struct PlatformTests {
    private func read(_ release: String, _ files: [String: String] = [:]) throws -> Platform {
        let tree = try MachineTree(files.merging(["/etc/os-release": release]) { $1 })
        return withExtendedLifetime(tree) { Platform.read(tree.files) }
    }

    @Test("how packages are installed")
    func packages() throws {
        for (release, packages) in [
            ("ID=opensuse-microos\nID_LIKE=\"suse opensuse opensuse-tumbleweed microos sl-micro\"\n", .transactional),
            ("ID=aeon\nID_LIKE=\"suse opensuse\"\n", .transactional), ("ID=opensuse-tumbleweed\nID_LIKE=\"opensuse suse\"\n", .zypper),
            ("ID=openwrt\nID_LIKE=\"lede openwrt\"\n", .openwrt), ("ID=turrisos\nID_LIKE=\"lede openwrt\"\n", .openwrt), ("ID=guix\n", .guix),
            ("ID=debian\n", .apt),
        ] as [(String, Platform.Packages)] {
            #expect(try read(release).packages == packages, "\(release)")
        }
        let tool = ["/usr/sbin/transactional-update": ""]
        let mounts = "30 1 0:27 /@/.snapshots/2/snapshot / ro,relatime shared:1 - btrfs /dev/sda3 ro\n"
        #expect(try read("ID=sles\nID_LIKE=suse\n", tool.merging(["/proc/self/mountinfo": mounts]) { $1 }).packages == .transactional)
        let writable = mounts.replacing(" ro,", with: " rw,")
        #expect(try read("ID=sles\nID_LIKE=suse\n", tool.merging(["/proc/self/mountinfo": writable]) { $1 }).packages == .zypper)
        let appliance = try read("ID=debian\n", ["/proc/sys/kernel/osrelease": "6.6.44-production+truenas\n"])
        #expect(appliance.isImage && appliance.packages == .none)
    }

    @Test("KVM is a virtual machine only as a word of DMI")
    func virtualMachine() {
        for (board, isTree, expected) in [
            ("Luckfox PicoKVM", true, nil), ("Luckfox PicoKVM", nil, nil), ("Board KVM", true, nil), ("Red Hat KVM", nil, "KVM"), ("KVM/Red Hat", nil, "KVM"),
        ] as [(String, Bool?, String?)] {
            var platform = Platform()
            (platform.board, platform.isFromDeviceTree) = (board, isTree)
            #expect(platform.virtualMachine == expected, "\(board)")
        }
    }

    /// The commands for a camera of the group video, on this system.
    private func commands(_ distribution: String, _ change: (inout Snapshot) -> Void = { _ in }) throws -> [String] {
        let report = Doctor.judge(
            .healthy {
                var platform = Platform()
                (platform.distribution, platform.initProgram) = (distribution, distribution == "guix" ? "shepherd" : "systemd")
                $0.host.value?.machine = MachineRecord(platform: platform)
                $0.node.tags = []
                $0.refuse("EACCES")
                change(&$0)
            })
        return try #require(report.headline).fixes.flatMap(\.commands)
    }

    @Test("no rule is put into /etc, and no account changed, where the system's configuration makes both")
    func declared() throws {
        for (distribution, file) in [("nixos", "/etc/nixos/configuration.nix"), ("guix", "/etc/config.scm")] {
            let found = try commands(distribution)
            #expect(found.contains { $0.contains(file) })
            #expect(!found.contains { $0.contains("udev install") || $0.contains("usermod") || $0.contains("tee /etc/udev") })
        }
    }

    @Test("an account that is not in /etc/passwd joins a group by gpasswd")
    func foreignAccount() throws {
        let local = try commands("debian") { $0.host.value?.localAccounts = [1000] }
        #expect(local.contains { $0.contains("usermod -aG") })
        let foreign = try commands("debian") { $0.host.value?.localAccounts = [1001] }
        #expect(foreign.contains { $0.contains("gpasswd -a ada") } && !foreign.contains { $0.contains("usermod") })
    }

    @Test("a system whose nodes another manager makes is not told to start udev")
    func otherManagers() {
        for (distribution, program, group, isWarned) in [
            ("openwrt", "procd", 0, false), ("alpine", "init", 44, false), ("alpine", "init", 0, true), ("debian", "init", 44, true),
        ] as [(String, String, UInt32, Bool)] {
            let report = Doctor.judge(
                .healthy {
                    var platform = Platform()
                    (platform.distribution, platform.initProgram) = (distribution, program)
                    $0.host.value?.machine = MachineRecord(platform: platform)
                    $0.host.value?.hasUdev = false
                    $0.node.access?.groupID = group
                })
            #expect(report.checks.flatMap(\.findings).contains { $0.id == .accessNoUdev } == isWarned, "\(distribution) \(group)")
        }
    }
}
