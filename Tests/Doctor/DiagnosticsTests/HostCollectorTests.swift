// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Suite("what the machine's files say about cameras")
struct HostCollectorTests {
    private static let release = ["/proc/sys/kernel/osrelease": "6.1.0-56-amd64\n"]

    private func collect(
        _ files: [String: String], folders: [String] = [], links: [String: String] = [:]
    ) throws -> HostRecord {
        let tree = try MachineTree(Self.release.merging(files) { $1 }, folders: folders, links: links)
        return HostCollector(files: tree.files).collect()
    }

    @Test("an empty machine has no camera; without sysfs that is unknown")
    func empty() throws {
        let host = try collect([:], folders: ["/sys/class", "/dev"])
        #expect(host.kernelRelease == "6.1.0-56-amd64")
        #expect(host.videoNames == [])
        #expect(host.usbCameras.isEmpty && host.mediaDevices == 0 && !host.hasUdev)
        #expect(try collect([:]).videoNames == nil)
    }

    @Test("a USB camera without a driver is found by its interface class, other interfaces are not")
    func usb() throws {
        let devices = "/sys/bus/usb/devices"
        let host = try collect([
            "\(devices)/1-1:1.0/bInterfaceClass": "0e\n", "\(devices)/1-1:1.0/bInterfaceSubClass": "01\n",
            "\(devices)/1-1:1.1/bInterfaceClass": "0e\n", "\(devices)/1-1:1.1/bInterfaceSubClass": "02\n",
            "\(devices)/1-2:1.0/bInterfaceClass": "03\n", "\(devices)/1-2:1.0/bInterfaceSubClass": "01\n",
            "\(devices)/1-1/product": "HD Webcam\n", "\(devices)/1-1/idVendor": "046d\n",
            "\(devices)/1-1/authorized": "0\n",
        ])
        #expect(host.usbCameras.map(\.interface) == ["1-1:1.0"])
        #expect(host.usbCameras.first?.driver == nil)
        #expect(host.usbCameras.first?.product == "HD Webcam")
        #expect(host.usbCameras.first?.isAuthorized == false)
        #expect(host.usbCameras.first?.device == "1-1")
    }

    @Test("an unauthorised camera has no interfaces, and is found by its descriptors")
    func unauthorized() throws {
        let device = "/sys/bus/usb/devices/1-1"
        // A device with a configuration 1: an association, a keyboard on interface 0, a camera's control on interface 2.
        let descriptors: [[UInt8]] = [
            [18, 1] + [UInt8](repeating: 0, count: 16), [9, 2, 60, 0, 3, 1, 0, 0, 50], [8, 11, 2, 2, 14, 3, 0, 0],
            [9, 4, 0, 0, 1, 3, 1, 1, 0], [9, 4, 2, 0, 1, 14, 1, 0, 0],
        ]
        let text = String(decoding: descriptors.joined(), as: UTF8.self)
        let files = ["\(device)/descriptors": text, "\(device)/product": "HD Webcam\n"]
        let host = try collect(files.merging(["\(device)/authorized": "0\n"]) { $1 })
        #expect(host.usbCameras.map(\.interface) == ["1-1:1.2"])
        #expect(host.usbCameras.first?.isAuthorized == false)
        // An authorised device is found by its interfaces; truncated or other descriptors are no camera.
        #expect(try collect(files.merging(["\(device)/authorized": "1\n"]) { $1 }).usbCameras.isEmpty)
        for broken in [String(text.dropLast(10)), "", "\u{0}\u{0}", "\u{12}"] {
            let files = ["\(device)/authorized": "0\n", "\(device)/descriptors": broken]
            #expect(try collect(files).usbCameras.isEmpty)
        }
    }

    @Test("a bound driver is known by its link")
    func bound() throws {
        let interface = "/sys/bus/usb/devices/1-1:1.0"
        let host = try collect(
            ["\(interface)/bInterfaceClass": "0e\n", "\(interface)/bInterfaceSubClass": "01\n"],
            links: ["\(interface)/driver": "../../../../bus/usb/drivers/uvcvideo"])
        #expect(host.usbCameras.first?.driver == "uvcvideo")
    }

    @Test("where the driver is: loaded, built in, on disk, or nowhere")
    func driver() throws {
        let modules = "/lib/modules/6.1.0-56-amd64"
        #expect(
            try collect([:], folders: ["/sys/bus/usb/drivers/uvcvideo", "/sys/module/uvcvideo"]).uvcDriver == .builtIn)
        #expect(
            try collect(["/sys/module/uvcvideo/refcnt": "0\n"], folders: ["/sys/bus/usb/drivers/uvcvideo"]).uvcDriver
                == .loaded)
        #expect(
            try collect(["\(modules)/modules.builtin": "kernel/drivers/media/usb/uvc/uvcvideo.ko\n"]).uvcDriver
                == .builtIn)
        let available = try collect([
            "\(modules)/modules.dep": "kernel/drivers/media/usb/uvc/uvcvideo.ko.xz: kernel/x.ko\n"
        ])
        #expect(available.uvcDriver == .available && available.hasModulesFolder)
        #expect(try collect(["\(modules)/modules.dep": "kernel/x.ko:\n"]).uvcDriver == .absent)
        let upgraded = try collect([:], folders: ["/lib/modules/6.1.0-57-amd64"])
        #expect(upgraded.uvcDriver == .absent && !upgraded.hasModulesFolder)
        #expect(try collect([:]).uvcDriver == .unknown)
    }

    @Test("lines that block the driver are quoted with their file; comments and other modules are not")
    func blacklist() throws {
        let host = try collect([
            "/etc/modprobe.d/a.conf": "# blacklist uvcvideo\nblacklist  uvcvideo\nblacklist pcspkr\n",
            "/usr/lib/modprobe.d/b.conf": "install uvcvideo /bin/false\n",
            "/etc/modprobe.d/c.txt": "blacklist uvcvideo\n",
        ])
        #expect(
            host.blacklisting == [
                "/etc/modprobe.d/a.conf: blacklist  uvcvideo",
                "/usr/lib/modprobe.d/b.conf: install uvcvideo /bin/false",
            ])
    }

    @Test("of a long kernel log only the first and the last lines about cameras and their ports are kept")
    func log() throws {
        let noise = String(repeating: "EXT4-fs: mounted\n", count: 50)
        let relevant = (0..<300).map { "usb 1-1: USB disconnect, device number \($0)\n" }.joined()
        let host = try collect(["/kernel.log": noise + relevant])
        #expect(host.kernelLog.value?.count == 161)
        #expect(host.kernelLog.value?.first == "usb 1-1: USB disconnect, device number 0")
        #expect(host.kernelLog.value?.last == "usb 1-1: USB disconnect, device number 299")
    }

    @Test("security modules, the group video and the options of /dev are noted")
    func surroundings() throws {
        let host = try collect([
            "/sys/fs/selinux/enforce": "1", "/proc/self/attr/current": "snap.candela.candela (enforce)\n",
            "/etc/group": "root:x:0:\nvideo:x:44:ada\n",
            "/proc/self/mountinfo":
                "21 1 0:5 / / rw - ext4 a rw\n22 21 0:6 / /dev rw,nosuid - devtmpfs b rw\n23 22 0:7 / /dev rw,nodev - tmpfs c rw\n",
        ])
        #expect(host.isSELinuxEnforcing == true)
        #expect(host.securityLabel == "snap.candela.candela (enforce)")
        #expect(host.videoGroup == 44)
        #expect(host.devMountOptions == "rw,nodev")
    }
}
