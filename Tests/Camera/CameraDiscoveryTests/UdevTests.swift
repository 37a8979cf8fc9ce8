// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Foundation
import Testing
import Udev

/// Against the real libudev; every Linux has the memory devices, also without udevd.
@Suite struct UdevTests {
    @Test("a device number survives the way through dev_t")
    func convertsNumbers() {
        for (major, minor) in [(81, 0), (1, 3), (0, 0), (4095, 1_048_575), (4096, 256), (UInt32.max, UInt32.max)]
            as [(UInt32, UInt32)]
        {
            let number = DeviceNumber(major: major, minor: minor)
            #expect(DeviceNumber(rawValue: number.rawValue) == number)
        }
        // As mknod(1) and stat(1) show /dev/video0.
        #expect(DeviceNumber(major: 81, minor: 0).rawValue == 0x5100)
        #expect(DeviceNumber(major: 81, minor: 256).rawValue == 0x10_5100)
    }

    @Test("the devices of a subsystem are listed with their numbers and nodes")
    func listsDevices() throws {
        let devices = try UdevContext().devices(subsystem: "mem")
        let null = try #require(devices.first { $0.sysname == "null" })
        #expect(null.syspath == "/sys/devices/virtual/mem/null")
        #expect(null.devnode == "/dev/null")
        #expect(null.deviceNumber == DeviceNumber(major: 1, minor: 3))
        #expect(null.subsystem == "mem")
        #expect(null.properties["MAJOR"] == "1")
        #expect(devices == devices.sorted { $0.syspath < $1.syspath })
    }

    @Test("a device is found by number and by path, one that is not there is nil")
    func findsDevices() throws {
        let context = try UdevContext()
        let null = try #require(context.device(number: DeviceNumber(major: 1, minor: 3)))
        #expect(context.device(syspath: null.syspath)?.devnode == "/dev/null")
        #expect(context.device(number: DeviceNumber(major: 4000, minor: 9999)) == nil)
        #expect(context.device(syspath: "/sys/devices/no-such-device") == nil)
        #expect(context.device(syspath: "/etc") == nil)
        #expect(context.parent(of: null, subsystem: "usb", devtype: "usb_device") == nil)
    }

    @Test("an attribute is read without white space, one that is not there is nil")
    func readsAttributes() throws {
        let context = try UdevContext()
        let null = try #require(context.device(number: DeviceNumber(major: 1, minor: 3)))
        #expect(context.attribute("dev", of: null) == "1:3")
        #expect(context.attribute("no-such-attribute", of: null) == nil)
        #expect(context.attribute("power", of: null) == nil)
        #expect(context.attribute("subsystem", of: null) == nil)
    }

    @Test("a subsystem nobody has is empty, not an error")
    func listsNothing() throws {
        #expect(try UdevContext().devices(subsystem: "no-such-subsystem").isEmpty)
    }

    @Test("attributes are bounded, cut at NUL, and never hang on a fifo")
    func boundsAttributes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "candela-sysfs-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func write(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(filePath: folder + "/" + name))
        }
        try write("big", [UInt8](repeating: 0x61, count: 100_000))
        try write("nul", Array(" ab\0cd".utf8))
        try write("empty", [])
        try write("blank", Array(" \n\t".utf8))
        try write("bad", [0x61, 0xff, 0x62])
        let status = unsafe mkfifo(folder + "/fifo", 0o600)
        #expect(status == 0)
        #expect(SysfsAttribute.read("big", in: folder)?.utf8.count == SysfsAttribute.limit)
        #expect(SysfsAttribute.read("nul", in: folder) == "ab")
        #expect(SysfsAttribute.read("empty", in: folder) == "")
        #expect(SysfsAttribute.read("blank", in: folder) == "")
        #expect(SysfsAttribute.read("bad", in: folder) == "a\u{fffd}b")
        #expect(SysfsAttribute.read("fifo", in: folder) == nil)
    }

    @Test("actions are known by the kernel's words, others are kept")
    func readsActions() {
        #expect(UdevAction("add") == .add)
        #expect(UdevAction("unbind") == .unbind)
        #expect(UdevAction("explode") == .other("explode"))
    }

    @Test("the real machine is listed and followed without udevd, too; waking ends the waiting")
    func followsRealMachine() throws {
        let finder = try CameraFinder(probe: nil)
        let monitor = try CameraMonitor(finder: finder)
        #expect(monitor.initialNodes == (try finder.nodes()))
        #expect(monitor.source == (UdevContext.isServiceRunning ? .udev : .kernel))
        #expect(try monitor.next(timeout: .milliseconds(1)) == .timedOut)
        let wake = monitor.wake
        wake()
        wake()
        #expect(try monitor.next() == .woken)
        #expect(try monitor.next(timeout: .zero) == .timedOut)
        Thread { wake() }.start()
        #expect(try monitor.next() == .woken)
    }

    @Test("the real files are what they are")
    func looksAtFiles() throws {
        let files = SystemDeviceFiles()
        #expect(files.kind(ofFileAt: "/dev/null") == .characterDevice(DeviceNumber(major: 1, minor: 3)))
        #expect(files.kind(ofFileAt: "/dev/stdin/x") == .missing)
        #expect(files.kind(ofFileAt: "/no-such-file") == .missing)
        #expect(files.kind(ofFileAt: "/") == .folder)
        #expect(files.access(toNodeAt: "/no-such-file") == nil)
        #expect(files.access(toNodeAt: "/") == nil)
        let access = try #require(files.access(toNodeAt: "/dev/null"))
        #expect(access.mayOpen)
        #expect(access.mode & 0o666 == 0o666)
        #expect(access.owner == "root")
    }
}
