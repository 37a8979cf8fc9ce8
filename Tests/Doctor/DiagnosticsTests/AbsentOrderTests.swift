// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

/// Machines without a camera on which more than one thing is out of the ordinary.
@Suite("which of several causes of a missing camera comes first")
struct AbsentOrderTests {
    private static func headline(_ lines: [String], _ change: (inout MachineRecord) -> Void = { _ in }) -> Finding? {
        var machine = MachineRecord(platform: Platform())
        change(&machine)
        return Doctor.judge(.withoutCamera(lines, machine)).findings.first
    }

    private static let bus = "[1.2] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1"
    private static let found = [
        bus, "[3.2] usb 1-4.1: New USB device found, idVendor=046d, idProduct=082d", "[5.3] usb 1-4.1: Found UVC 1.00 device HD Pro Webcam C920 (046d:082d)",
    ]
    private static let gone = "[99.1] usb 1-4.1: USB disconnect, device number 3"
    private static let setup = "/sys/class/firmware-attributes/thinklmi/attributes/"

    private static func off(_ name: String) -> MachineRecord.Switch {
        .init(path: "\(setup)\(name)/current_value", value: "Disable", isOff: true)
    }

    @Test("a camera that was lost comes before the built-in one that the setup disables, and its key takes away the built-in one itself")
    func switches() {
        let lost = Self.headline(Self.found + [Self.gone]) {
            $0.platform.isPortable = true
            $0.switches = [Self.off("IntegratedCamera")]
        }
        #expect(lost?.message.contains("has disconnected") == true && lost?.message.contains("besides, the built-in camera is switched off") == true)
        #expect(lost?.message.contains("privacy switch") == false)
        let own = ["[3.2] usb 1-5: New USB device found, idVendor=04f2, idProduct=b5d6", "[5.3] usb 1-5: Found UVC 1.00 device EasyCamera (04f2:b5d6)"]
        let key = MachineRecord.Switch(path: "/sys/bus/platform/drivers/ideapad_acpi/VPC2004:00/camera_power", value: "0", isOff: true)
        let pressed = Self.headline(own + ["[823.1] usb 1-5: USB disconnect, device number 3"]) {
            $0.platform.isPortable = true
            $0.switches = [key]
        }
        #expect(pressed?.id == .deviceSwitchedOff)
        // Of a tablet's two cameras, the one that is on was lost.
        let rear = Self.headline(own + ["[823.1] usb 1-5: USB disconnect, device number 3"]) {
            $0.switches = [
                .init(path: "\(Self.setup)Integrated Front Camera/current_value", value: "Enable", isOff: false), Self.off("Integrated Rear Camera"),
            ]
        }
        #expect(rear?.message.contains("switched off") == false)
        let webcam = Self.headline([]) { $0.switches = [.init(path: "/sys/devices/platform/msi-ec/webcam", value: "off", isOff: true)] }
        #expect(webcam?.fixes.first?.commands == ["echo on | sudo tee /sys/devices/platform/msi-ec/webcam"])
    }

    @Test("a hub that left in the same moment is told, unless it is part of the machine; so is a connection that breaks off by itself")
    func losses() {
        let hub = "[99.0] usb 1-4: USB disconnect, device number 2"
        let left = Self.headline(Self.found + [hub, Self.gone]) { $0.platform.isPortable = true }
        #expect(left?.message.contains("together with the hub at USB port 1-4") == true && left?.message.contains("privacy") == false)
        let chipset = "[1.9] usb 1-4: New USB device found, idVendor=8087, idProduct=0024"
        #expect(Self.headline([chipset] + Self.found + [hub, Self.gone])?.message.contains("together") == false)
        #expect(Self.headline(Self.found + ["[20.0] usb 1-4: USB disconnect, device number 2", Self.gone])?.message.contains("together") == false)
        let loose = Self.headline(Self.found + ["[98.9] usb 1-4-port1: disabled by hub (EMI?), re-enabling...", Self.gone])
        #expect(loose?.message.contains("breaks off by itself") == true)
        #expect(Self.headline(Self.found + [Self.gone])?.message.contains("by itself") == false)
    }

    @Test("only losses of the camera itself, in the minutes before it left and at known times, are a connection that breaks off by itself")
    func ownLosses() {
        func log(_ id: String, _ times: [Double?]) -> [String] {
            func line(_ time: Double?, _ words: String) -> String { time.map { "[\($0)] usb 1-2: \(words)" } ?? "usb 1-2: \(words)" }
            let found = "New USB device found, idVendor=046d, idProduct=082d"
            let other = "New USB device found, \(id)"
            return [Self.bus] + times.flatMap { time in
                [line(time, other), line(time.map { $0 + 5 }, "USB disconnect, device number 3"), line(time.map { $0 + 6 }, other)]
            } + [
                line(times.last.flatMap(\.self).map { $0 + 7 }, found),
                line(times.last.flatMap(\.self).map { $0 + 8 }, "Found UVC 1.00 device HD Pro Webcam C920 (046d:082d)"),
                line(times.last.flatMap(\.self).map { $0 + 99 }, "USB disconnect, device number 9"),
            ]
        }
        func breaksOff(_ lines: [String]) -> Bool? { Self.headline(lines)?.message.contains("breaks off by itself") }
        let camera = "idVendor=046d, idProduct=082d"
        #expect(breaksOff(log(camera, [100, 200])) == true)
        #expect(breaksOff(log("idVendor=18d1, idProduct=4ee1", [100, 200])) == false)
        #expect(breaksOff(log(camera, [100, 2000])) == false)
        #expect(breaksOff(log(camera, [nil, nil])) == false)
    }

    @Test("a hub that left can be inside a laptop, or a machine that has slept; not at a webcam of a maker who makes only those")
    func ownHub() {
        let lines = [
            Self.bus, "[1.9] usb 1-4: New USB device found, idVendor=05e3, idProduct=0610",
            "[3.2] usb 1-4.1: New USB device found, idVendor=04f2, idProduct=b5d6", "[5.3] usb 1-4.1: Found UVC 1.00 device EasyCamera (04f2:b5d6)",
            "[99.0] usb 1-4: USB disconnect, device number 2", Self.gone,
        ]
        let laptop = Self.headline(lines) { $0.platform.isPortable = true }
        #expect(laptop?.message.contains("inside this machine") == true)
        #expect(laptop?.fixes.contains { $0.title.contains("switch the machine off completely") } == true)
        #expect(Self.headline(lines)?.message.contains("inside this machine") == false)
        let webcam = lines.map { $0.replacing("04f2", with: "046d").replacing("idProduct=b5d6", with: "idProduct=082d") }
        #expect(Self.headline(webcam) { $0.platform.isPortable = true }?.message.contains("inside this machine") == false)
    }

    @Test("a USB controller that is passed through tells something only where nothing else does, and that of a graphics card nothing")
    func controllers() {
        func message(_ name: String) -> String {
            Self.headline([]) { $0.passedControllers = [PassedController(name: name, driver: "vfio-pci")] }?.message ?? ""
        }
        #expect(message("0000:00:14.0").contains("passed through"))
        #expect(!message("0000:01:00.2").contains("passed through"))
    }

    @Test("a camera over USB/IP is attached again, and not replugged")
    func overNetwork() {
        let lines = [Self.bus.replacing("xhci_hcd 0000:00:14.0", with: "vhci_hcd vhci_hcd.0")] + Self.found.dropFirst() + [Self.gone]
        let finding = Self.headline(lines)
        #expect(finding?.message.contains("USB/IP") == true)
        #expect(finding?.fixes.first?.commands.joined().contains("usbip attach") == true)
    }

    @Test("a camera on USB that worked while a sensor was silent is what has changed; one that left before says nothing")
    func sensors() {
        func jetson(_ lines: [String]) -> Finding? {
            Self.headline(lines) { machine in
                machine.platform.board = "NVIDIA Jetson Orin Nano Developer Kit"
                machine.platform.machine = "aarch64"
                machine.platform.isFromDeviceTree = true
                var sensor = CameraSensor(name: "9-001a")
                sensor.model = "imx477"
                machine.sensors = [sensor]
            }
        }
        let silent = "[8.1] imx477: probe of 9-001a failed with error -121"
        let lost = jetson([silent] + Self.found + [Self.gone])
        #expect(lost?.message.contains("has disconnected") == true && lost?.message.contains("besides, the sensor") == true)
        #expect(jetson(Self.found + [Self.gone, silent])?.message.contains("sensor does not answer") == true)
    }

    @Test("what has no driver behind a chip of its own is told, where a camera is")
    func chips() {
        func mac(_ board: String) -> Finding? {
            Self.headline([Self.bus]) {
                $0.platform.board = board
                $0.lacksT2Driver = true
            }
        }
        #expect(mac("Apple Inc. MacBookPro16,1")?.message.contains("apple-bce") == true)
        #expect(mac("Apple Inc. Macmini8,1")?.message.contains("apple-bce") == false)
        let amd = Self.headline([Self.bus]) { $0.sensorsBehindAMD = ["OMNI5C10"] }
        #expect(amd?.message.contains("ISP4") == true)
    }

    @Test("a driver that hangs at its start comes before all that it would drive")
    func stuck() {
        let finding = Self.headline([]) { $0.stuckModule = StuckModule(name: "bcm2835_v4l2", tasks: ["modprobe (process 1502)"]) }
        #expect(finding?.id == .deviceDriverHangs && finding?.message.contains("bcm2835-v4l2 hangs") == true)
        // One that nothing waits for may be loaded just now, and has crashed if the kernel says so.
        #expect(Self.headline([]) { $0.stuckModule = StuckModule(name: "uvcvideo", tasks: []) }?.id != .deviceDriverHangs)
        let crash = Self.headline([
            "[   69.2] Unable to handle kernel NULL pointer dereference at virtual address 00000000",
            "[   69.3] PC is at uvc_probe+0x78/0x768 [uvcvideo]",
        ]) { $0.stuckModule = StuckModule(name: "uvcvideo", tasks: []) }
        #expect(crash?.message.contains("uvcvideo crashed") == true)
    }

    @Test("a board whose port is a device for another computer has no USB, which comes first where no sensor can be meant")
    func devicePort() {
        func finding(_ board: String, _ configuration: [String]? = nil) -> Finding? {
            Self.headline([]) {
                $0.platform.board = board
                $0.platform.isFromDeviceTree = true
                $0.deviceControllers = ["3f980000.usb"]
                $0.bootConfiguration = configuration
            }
        }
        let other = finding("Some Board")
        #expect(other?.message.contains("as a device (gadget") == false)
        #expect(other?.fixes.first?.title.contains("overlay of its sensor") == true)
        let zero = finding("Raspberry Pi Zero 2 W Rev 1.0", ["camera_auto_detect=1", "dtoverlay=dwc2,dr_mode=peripheral"])
        #expect(zero?.id == .deviceSensorMissing)
        for finding in [other, zero] {
            #expect(finding?.evidence.contains { $0.what == "/sys/class/udc" } == true)
            #expect(finding?.fixes.contains { $0.title.hasPrefix("If the camera is on USB") } == true)
        }
        #expect(finding("Raspberry Pi Zero 2 W Rev 1.0", ["dtoverlay=dwc2,dr_mode=peripheral"])?.message.contains("as a device (gadget") == true)
    }
}

/// What is read of such machines.
@Suite("facts that tell why a camera is missing")
struct AbsentFactsTests {
    private static let release = "6.1.0-56-amd64"

    private func collect(_ files: [String: String], links: [String: String] = [:]) throws -> MachineRecord {
        let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"], links: links)
        return MachineCollector(files: tree.files).collect(release: Self.release)
    }

    @Test("a name of the virtual camera's module is misplaced in modprobe.d, or misspelt where modules to load are named")
    func misplaced() throws {
        #expect(try collect(["/etc/modprobe.d/v4l2loopback.conf": "v4l2loopback\n"]).strayVirtual == "/etc/modprobe.d/v4l2loopback.conf: v4l2loopback")
        #expect(try collect(["/etc/modprobe.d/v4l2loopback.conf": "options v4l2loopback devices=1\n"]).strayVirtual == nil)
        #expect(try collect(["/etc/modules": "# v4l2loopbac\nv412loopback\n"]).strayVirtual == "/etc/modules: v412loopback")
        #expect(try collect(["/etc/modules-load.d/a.conf": "v4l2loopbak\n"]).strayVirtual == "/etc/modules-load.d/a.conf: v4l2loopbak")
        for comment in ["#v4l2loopback", "  #v4l2loopback", ";v4l2loopback"] {
            #expect(try collect(["/etc/modules": comment + "\n", "/etc/modules-load.d/a.conf": comment + "\n"]).strayVirtual == nil)
        }
        for name in ["v4l2loopback", "v4l2-loopback-dc", "v4l2loopback_dc", "loop", "bcm2835-v4l2"] {
            #expect(try collect(["/etc/modules": name + "\n"]).strayVirtual == nil)
        }
    }

    @Test("a module that is being loaded is stuck if a program waits for it that cannot be interrupted")
    func stuck() throws {
        let coming = ["/sys/module/uvcvideo/initstate": "coming\n", "/proc/77/comm": "modprobe\n"]
        func stuckModule(_ state: String) throws -> StuckModule? {
            var files = coming
            files["/proc/77/status"] = "Name:\tmodprobe\nState:\t\(state)\n"
            return try collect(files).stuckModule
        }
        #expect(try stuckModule("D (disk sleep)")?.tasks == ["modprobe (process 77)"])
        #expect(try stuckModule("R (running)")?.tasks == [])
    }

    @Test("a build that failed for this kernel is told by the compiler's words, and headers are found behind an absolute link")
    func builds() throws {
        let folder = "/var/lib/dkms/v4l2loopback/0.8.0/build"
        let error = "\(folder)/v4l2loopback.c:486:2: error: implicit declaration of function strict_strtoul\n"
        func log(_ release: String) throws -> UnbuiltModule? {
            try collect(
                [
                    "\(folder)/make.log": "DKMS make.log for v4l2loopback-0.8.0 for kernel \(release) (x86_64)\n" + error,
                    "/usr/src/linux-headers-x/Makefile": "",
                ], links: ["/lib/modules/\(Self.release)/build": "/usr/src/linux-headers-x"]
            ).unbuilt?.first
        }
        #expect(try log(Self.release)?.failure == "error: implicit declaration of function strict_strtoul")
        #expect(try log(Self.release)?.hasHeaders == true)
        #expect(try log("5.10.0-1-amd64")?.failure == nil)
    }

    @Test(
        "a compiler that is missing, and a disk that is full, say nothing about the source",
        arguments: [
            ("/bin/sh: 1: gcc-12: not found", "gcc-12"), ("/bin/sh: line 1: gcc-12: command not found", "gcc-12"),
            ("make[1]: gcc-12: No such file or directory", "gcc-12"), ("a.c:1: fatal error: error writing to /tmp/a.s: No space left on device", nil),
            ("make: *** No rule to make target 'modules'.  Stop.", nil),
        ])
    func otherTroubles(line: String, program: String?) throws {
        let log = "DKMS make.log for a-1 for kernel \(Self.release) (x86_64)\n\(line)\nmake: *** [Makefile:1: all] Error 127\n"
        let module = try collect(["/var/lib/dkms/a/1/build/make.log": log]).unbuilt?.first
        #expect(module != nil && module?.failure == nil)
        #expect(module?.missingProgram == program)
    }

    @Test("MSI's switch has words")
    func words() throws {
        let path = "/sys/devices/platform/msi-ec/webcam"
        #expect(try collect([path: "off\n"]).switches == [.init(path: path, value: "off", isOff: true)])
    }
}
