// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("what the machine's files say about its modules and its start")
struct ModuleFactsTests {
    private static let release = "6.1.0-56-amd64"

    private func collect(_ files: [String: String]) throws -> HostRecord {
        let system = ["/proc/sys/kernel/osrelease": Self.release + "\n"]
        let tree = try MachineTree(system.merging(files) { $1 })
        return HostCollector(files: tree.files).collect()
    }

    private func machine(_ files: [String: String]) throws -> MachineRecord {
        let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"])
        return MachineCollector(files: tree.files).collect(release: Self.release)
    }

    @Test(
        "parameters on the kernel's command line that block the driver count; of the kernel's own the last one is in force",
        arguments: [
            ("ro quiet modprobe.blacklist=pcspkr,uvcvideo", ["modprobe.blacklist=pcspkr,uvcvideo"]),
            ("ro module_blacklist=uvcvideo module_blacklist=pcspkr", []), ("ro modprobe.blacklist=uvcvideo2 uvcvideo.quirks=2", []),
            ("module_blacklist=uvcvideo modprobe.blacklist=uvcvideo", ["module_blacklist=uvcvideo", "modprobe.blacklist=uvcvideo"]),
        ] as [(String, [String])])
    func commandLine(text: String, expected: [String]) throws {
        #expect(try collect(["/proc/cmdline": text + "\n"]).blacklisting == expected.map { "/proc/cmdline: \($0)" })
    }

    @Test("of the devices here, those that uvcvideo's list names by their ids, and the parameter that takes the list's place")
    func uvcList() throws {
        var files = [
            "/lib/modules/\(Self.release)/modules.alias": """
            alias usb:v1DE1pF105d*dc*dsc*dp*ic0Eisc01ip00in* uvcvideo
            alias usb:v2E1Ap4C01d*dc*dsc*dp*ic0Eisc01ip00in* uvcvideo
            alias usb:v046DpC52Bd*dc*dsc*dp*ic*isc*ip*in* hid_logitech_dj
            alias usb:v*p*d*dc*dsc*dp*ic0Eisc01ip00in* uvcvideo

            """,
            "/sys/bus/usb/devices/1-2/idVendor": "1de1\n", "/sys/bus/usb/devices/1-2/idProduct": "f105\n",
            "/sys/bus/usb/devices/1-3/idVendor": "046d\n", "/sys/bus/usb/devices/1-3/idProduct": "c52b\n",
            "/sys/module/uvcvideo/parameters/quirks": "4294967295\n",
        ]
        let listed = try machine(files)
        #expect(listed.uvcListed == ["1de1:f105"] && listed.uvcQuirks == nil)
        files["/sys/module/uvcvideo/parameters/quirks"] = "128\n"
        files["/lib/modules/\(Self.release)/modules.alias"] = "alias usb:v046DpC52Bd* hid_logitech_dj\n"
        let unread = try machine(files)
        #expect(unread.uvcListed == nil && unread.uvcQuirks == 128)
    }

    @Test("the modules of NixOS and Guix are found with the system that was started")
    func otherRoots() throws {
        for root in ["/run/booted-system/kernel-modules/lib/modules", "/run/booted-system/kernel/lib/modules"] {
            let host = try collect([
                "\(root)/\(Self.release)/modules.dep": "kernel/drivers/media/usb/uvc/uvcvideo.ko.xz:\n",
                "\(root)/\(Self.release)/kernel/drivers/media/usb/uvc/uvcvideo.ko.xz": "",
            ])
            #expect(host.hasModulesFolder && host.uvcDriver == .available && host.modulesRoot == root)
            #expect(host.machine?.kernels == [Self.release])
            #expect(host.machine?.module("uvcvideo")?.missingFiles == [])
        }
        let usual = try collect(["/lib/modules/\(Self.release)/modules.dep": "kernel/x.ko:\n"])
        #expect(usual.hasModulesFolder && usual.modulesRoot == nil)
    }

    @Test("a kernel that loads no more modules is noted")
    func locked() throws {
        #expect(try collect(["/proc/sys/kernel/modules_disabled": "1\n"]).isModuleLoadingLocked == true)
        #expect(try collect(["/proc/sys/kernel/modules_disabled": "0\n"]).isModuleLoadingLocked == nil)
    }

    @Test("a module that another kernel's folder lends has the versions of its symbols")
    func weak() throws {
        let folder = "/lib/modules/\(Self.release)"
        let module = try machine([
            "\(folder)/modules.dep": "weak-updates/v4l2loopback/v4l2loopback.ko:\n",
            "\(folder)/weak-updates/v4l2loopback/v4l2loopback.ko": "vermagic=6.1.0-50-amd64 SMP mod_unload modversions \u{0}",
        ]).module("v4l2loopback")
        #expect(module?.isWeak == true && module?.builtFor == "6.1.0-50-amd64" && module?.hasSymbolVersions == true)
    }

    @Test("config.txt is read with the files that it includes, which may name each other")
    func included() throws {
        let folder = "/boot/firmware"
        let record = try machine([
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
            "\(folder)/config.txt": "gpu_mem=64\r\n[all]\r\ninclude usercfg.txt\r\ninclude missing.txt\r\n",
            "\(folder)/usercfg.txt": "start_x=1\ninclude usercfg.txt\n",
        ])
        #expect(record.bootConfiguration?.first == "gpu_mem=64")
        #expect(record.bootConfiguration?.contains("start_x=1") == true && record.isCameraFirmware)
    }

    @Test("an Arm machine is a board only if a device tree names it, and no hypervisor's")
    func boards() throws {
        let arm = ["/proc/sys/kernel/arch": "aarch64\n"]
        func isBoard(_ files: [String: String]) throws -> Bool { try machine(arm.merging(files) { $1 }).platform.hasDeviceTree }
        #expect(try isBoard(["/proc/device-tree/model": "Radxa ROCK 5B\0"]))
        #expect(try !isBoard(["/proc/device-tree/model": "linux,dummy-virt\0"]))
        #expect(try !isBoard(["/sys/class/dmi/id/sys_vendor": "QEMU\n", "/sys/class/dmi/id/product_name": "QEMU Virtual Machine\n"]))
        // Older evidence does not say.
        var old = Platform()
        (old.machine, old.board) = ("aarch64", "Hardkernel ODROID-N2")
        #expect(old.hasDeviceTree)
        old.board = "Parallels International GmbH. Parallels ARM Virtual Machine"
        #expect(!old.hasDeviceTree)
    }

    @Test("Asus's switches for the camera are read from each of its drivers")
    func switches() throws {
        let path = "/sys/devices/platform/asus-nb-wmi/camera"
        #expect(try machine([path: "0\n"]).switches == [MachineRecord.Switch(path: path, value: "0", isOff: true)])
        #expect(try machine(["/sys/devices/platform/eeepc-wmi/camera": "1\n"]).switches.map(\.isOff) == [false])
    }

    @Test("cameras from before UVC are known by their ids, where no module wants them")
    func gspca() {
        func device(_ vendor: String, _ product: String) -> UnclaimedDevice {
            UnclaimedDevice(name: "1-5", title: nil, vendorID: vendor, productID: product, isConfigured: true)
        }
        #expect(device("1415", "2000").ownDriver == "gspca_ov534" && device("1415", "2000").ownKind == "camera")
        #expect(device("0C45", "612a").ownDriver == "gspca_sonixj")
        #expect(device("1b71", "3002").ownDriver == "usbtv" && device("1b71", "3002").ownKind == "grabber")
        #expect(device("046d", "0892").ownDriver == nil && device("", "").ownDriver == nil)
    }
}
