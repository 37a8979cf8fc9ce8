// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import MachineFacts
import Testing
import UserSession

/// Devices without a driver whose link or descriptors the kernel log tells of, and other things that stand for a camera.
@Suite("Links, descriptors and nodes of devices")
struct DeviceLinkTests {
    private static func headline(_ lines: [String], _ device: UnclaimedDevice) -> Finding? {
        var machine = MachineRecord(platform: Platform())
        machine.unclaimed = [device]
        return Doctor.judge(.withoutCamera(lines, machine)).findings.first
    }

    private static let buses = [
        "[1.2] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1",
        "[1.3] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 2",
    ]
    private static let movidius = UnclaimedDevice(name: "1-3", title: "Movidius MyriadX", vendorID: "03e7", productID: "2485", isConfigured: true)
    private static let astronomy = UnclaimedDevice(name: "1-1.2", title: "ASI120MC", vendorID: "03c3", productID: "120b", isConfigured: true)

    /// A program of such a device that starts and ends.
    private static func run(at time: Int, _ error: Bool) -> [String] {
        [
            "[\(time).1] usb 1-3: New USB device found, idVendor=03e7, idProduct=2485, bcdDevice= 0.01",
            "[\(time + 2).1] usb 1-3: USB disconnect, device number 11",
        ] + (error ? ["[\(time + 2).7] usb 2-3: device descriptor read/8, error -71"] : []) + [
            "[\(time + 3).1] usb 2-3: New USB device found, idVendor=03e7, idProduct=f63b, bcdDevice= 1.00",
            "[\(time + 30).1] usb 2-3: USB disconnect, device number 6",
        ]
    }

    @Test("a board that gets its program over USB leaves the bus each time: only errors on the link make that a fault")
    func bootLoader() {
        let last = ["[500.1] usb 1-3: New USB device found, idVendor=03e7, idProduct=2485, bcdDevice= 0.01"]
        let clean: [String] = Self.buses + [300, 350, 400, 450].flatMap { Self.run(at: $0, false) } + last
        #expect(Self.headline(clean, Self.movidius)?.message.contains("has left the USB bus") == false)
        let broken: [String] = Self.buses + [300, 350, 400, 450].flatMap { Self.run(at: $0, $0 > 350) } + last
        let finding = Self.headline(broken, Self.movidius)
        #expect(finding?.message.contains("has left the USB bus 4 times") == true)
        #expect(finding?.fixes.first?.title.contains("short cable") == true)
        #expect(finding?.fixes.contains { $0.title.contains("usb2Mode") } == true)
        #expect(Self.headline(Self.buses + Self.run(at: 300, true) + last, Self.movidius)?.message.contains("has left the USB bus") == false)
    }

    @Test("the same device that is back within seconds, twice, has a bad link; one that another takes the place of has not")
    func quickReturn() {
        func found(_ time: String, _ product: String) -> String { "[\(time)] usb 1-1.2: New USB device found, idVendor=03c3, idProduct=\(product), bcdDevice= 0.00" }
        func gone(_ time: String) -> String { "[\(time)] usb 1-1.2: USB disconnect, device number 9" }
        let lost = [found("100.1", "120b"), gone("130.1"), found("131.1", "120b"), gone("170.1"), found("171.3", "120b")]
        #expect(Self.headline(lost, Self.astronomy)?.message.contains("has left the USB bus 2 times") == true)
        let loader = [found("100.1", "0001"), gone("130.1"), found("131.1", "120b"), gone("170.1"), found("171.3", "120b")]
        #expect(Self.headline(loader, Self.astronomy)?.message.contains("has left the USB bus") == false)
        let replugged = [found("100.1", "120b"), gone("130.1"), found("141.1", "120b"), gone("170.1"), found("191.3", "120b")]
        #expect(Self.headline(replugged, Self.astronomy)?.message.contains("has left the USB bus") == false)
        #expect(Self.headline(lost.map { String($0.drop { $0 != "]" }.dropFirst(2)) }, Self.astronomy)?.message.contains("has left") == false)
        let open = Self.headline(lost, Self.openAstronomy)?.message
        #expect(open?.contains("is open in a program") == true && open?.contains("has left the USB bus 2 times") == true)
    }

    private static var openAstronomy: UnclaimedDevice {
        var device = astronomy
        device.isInUse = true
        return device
    }

    @Test("descriptors that break the rules of USB are the firmware's fault, and resets after them not the cable's")
    func descriptors() {
        let complaint = "[3.2] usb 1-1.2: config 1 interface 0 altsetting 0 bulk endpoint 0x82 has invalid maxpacket 1024"
        let found = "[3.3] usb 1-1.2: New USB device found, idVendor=03c3, idProduct=120b, bcdDevice= 0.00"
        let resets = ["[62.5] usb 1-1-port2: disabled by hub (EMI?), re-enabling...", "[66.0] usb 1-1-port2: disabled by hub (EMI?), re-enabling..."]
        let finding = Self.headline([complaint, found] + resets, Self.astronomy)
        #expect(finding?.message.contains("its firmware is at fault") == true)
        #expect(finding?.fixes.first?.title.contains("firmware") == true)
        #expect(finding?.message.contains("cable") == false)
        #expect(finding?.evidence.contains(EvidenceLine("kernel log", complaint)) == true)
        // What the kernel corrects, and what only a slow link makes too large.
        for harmless in [
            "[3.2] usb 1-1.2: config 1 interface 0 altsetting 0 endpoint 0x83 has an invalid bInterval 32, changing to 9",
            "[3.2] usb 1-1.2: config 1 interface 2 altsetting 0 endpoint 0x83 has invalid maxpacket 512, setting to 64",
        ] {
            #expect(Self.headline([harmless, found], Self.astronomy)?.message.contains("firmware is at fault") == false)
        }
        // Of another device that was there before.
        let replaced = [complaint, found, "[90.1] usb 1-1.2: USB disconnect, device number 9", "[99.1] usb 1-1.2: New USB device found, idVendor=03c3, idProduct=120e"]
        #expect(Self.headline(replaced, Self.astronomy)?.message.contains("firmware is at fault") == false)
        #expect(KernelLog.relevant(complaint) == [complaint])
        // A program has it, so this controller accepts such packets.
        let open = Self.headline([complaint, found], Self.openAstronomy)
        #expect(open?.message.contains("is open in a program") == true)
        #expect(open?.fixes.contains { $0.title.contains("firmware") } == false)
    }

    @Test("descriptors that devices which work have, too, are evidence, and a fault only with resets")
    func commonDescriptors() {
        let found = "[3.3] usb 1-1.2: New USB device found, idVendor=03c3, idProduct=120b, bcdDevice= 0.00"
        let resets = [61, 64].map { "[\($0).4] usb 1-1.2: reset high-speed USB device number 9 using xhci_hcd" }
        for complaint in [
            "[3.2] usb 1-1.2: config 1 interface 2 altsetting 0 has a duplicate endpoint with address 0x83, skipping",
            "[3.2] usb 1-1.2: config 1 has an invalid descriptor of length 0, skipping remainder of the config",
        ] {
            for lines in [[complaint, found], [complaint, found, resets[0]]] {
                let finding = Self.headline(lines, Self.astronomy)
                #expect(finding?.message.contains("firmware is at fault") == false)
                #expect(finding?.fixes.contains { $0.title.contains("newer firmware") } == false)
                #expect(finding?.evidence.contains(EvidenceLine("kernel log", complaint)) == true)
            }
            let broken = Self.headline([complaint, found] + resets, Self.astronomy)
            #expect(broken?.message.contains("its firmware is at fault: attempts to use it end with a reset") == true)
            #expect(broken?.fixes.first?.title.contains("newer firmware") == true)
        }
    }

    @Test("beside another camera, too, the reason of a remedy is told")
    func besideOthers() {
        let complaint = "[3.2] usb 1-1.2: config 1 interface 0 altsetting 0 bulk endpoint 0x82 has invalid maxpacket 1024"
        let report = Doctor.judge(
            .healthy {
                $0.subject.name = "/dev/video7"
                $0.selection = .seen(SelectionRecord(failure: .init(.noSuchPath, "there is no such device")))
                $0.stopBefore()
                var machine = MachineRecord(platform: Platform())
                machine.unclaimed = [Self.astronomy]
                $0.host.value?.machine = machine
                $0.host.value?.kernelLog = .seen([complaint])
                $0.host.value?.usbNodes = [
                    .init(device: "1-1.2", path: "/dev/bus/usb/001/009", access: NodeAccess(mode: 0o664, owner: "root", group: "root", mayOpen: false))
                ]
            })
        let message = report.headline?.message ?? ""
        #expect(message.contains("no driver of this kernel takes ASI120MC"), "\(message)")
        #expect(message.contains("its firmware is at fault") && message.contains("no permission to open /dev/bus/usb/001/009"), "\(message)")
        #expect(report.headline?.fixes.contains { $0.title.contains("newer firmware") } == true)
    }

    @Test("what a program does with the general library for USB, nothing shows", arguments: [("libusb-1.0.so", "can open"), ("libOrbbecSDK.so", "opens")])
    func loadedLibrary(library: String, words: String) {
        let report = Doctor.judge(
            .healthy {
                $0.node.title = "Orbbec Gemini 335"
                $0.host.value?.usbCameras[0].vendorID = "2bc5"
                $0.host.value?.usbNodes = [
                    .init(device: "1-1", path: "/dev/bus/usb/001/002", access: NodeAccess(mode: 0o664, owner: "root", group: "root", mayOpen: false))
                ]
                var client = CameraClientRecord(.process, name: "viewer")
                client.user = UserRecord.ada(groups: [1000, 44])
                client.usbLibrary = library
                $0.client = client
            })
        let note = report.notes.first { $0.message.contains(library) }?.message
        #expect(note?.contains("has loaded \(library), which \(words) it over USB, and ada has no permission") == true, "\(note ?? "")")
    }

    private static func touch(_ driver: String) -> Snapshot {
        var node = NodeRecord(
            sysname: "v4l-touch0", path: "/dev/v4l-touch0", title: "SUR40", nodeClass: "touch", classReason: "the kernel registers it as v4l-touch",
            yieldsPictures: false, cameraKey: "/sys/devices/pci0000:00/0000:00:12.2/usb1/1-5", bus: "usb")
        node.driver = driver
        var snapshot = Snapshot.withoutCamera([], MachineRecord(platform: Platform()))
        snapshot.host.value?.videoNames = ["v4l-touch0"]
        snapshot.nodes = .seen([node])
        return snapshot
    }

    @Test("a table that sees touches has a node of another name; a touchpad's is no camera's")
    func touchNode() {
        let table = Doctor.judge(Self.touch("sur40")).findings.first
        #expect(table?.id == .nodeNotCapture)
        #expect(table?.message.contains("/dev/v4l-touch0") == true)
        #expect(table?.fixes.contains { $0.commands.contains("sudo ln -s /dev/v4l-touch0 /dev/video0") } == true)
        #expect(Doctor.judge(Self.touch("rmi4_f54")).findings.first?.fixes.contains { $0.commands.contains { $0.contains("ln -s") } } == false)
    }

    @Test("a scanner that types does not reach a container that was given no input device")
    func scannerInContainer() {
        var machine = MachineRecord(platform: Platform())
        machine.handScanner = HandScanner(title: "SM-2D PRODUCT HID KBW", identifier: "ac90:3002", layout: nil, node: "/dev/input/event0")
        func headline(_ name: String, hasInput: Bool?) -> Finding? {
            var snapshot = Snapshot.withoutCamera([], machine)
            var client = CameraClientRecord(.container, name: name)
            client.setup = ContainerSetup()
            client.setup?.hasInput = hasInput
            snapshot.client = client
            return Doctor.judge(snapshot).findings.first
        }
        let addOn = headline("addon_7a99f312_bbuddy-grocy", hasInput: false)
        #expect(addOn?.message.contains("was given no input device") == true)
        #expect(addOn?.fixes.first?.commands.contains { $0.contains("devices: [\"/dev/input/event0\"]") && $0.contains("ATTACH_BARCODESCANNER") } == true)
        let plain = headline("stock", hasInput: false)
        #expect(plain?.fixes.first?.commands.contains { $0.contains("docker run --device /dev/input/event0:/dev/input/event0") } == true)
        #expect(plain?.fixes.contains { $0.title.contains("ATTACH_BARCODESCANNER") } == false)
        for given in [true, nil] { #expect(headline("stock", hasInput: given)?.message.contains("was given no input device") == false) }
    }

    /// What the doctor takes from what Docker says of a container with a scanner on its host.
    private static func hasInput(_ host: String, mounted: String = "", rootless: Bool = false) throws -> Bool? {
        let map = rootless ? "0 1000 1\n" : "0 0 4294967295\n"
        let tree = try MachineTree(
            [
                "/proc/77/status": "Name:\tstock\nUid:\t0\t0\t0\t0\nGroups:\t0\n", "/proc/77/comm": "stock\n", "/proc/77/uid_map": map,
                "/proc/self/uid_map": "0 0 4294967295\n", "/dev/input/event0": "", "/dev/ttyACM0": "",
                "/proc/devices": "Character devices:\n 13 input\n189 usb_device\n243 hidraw\n\nBlock devices:\n  8 sd\n",
            ], links: ["/dev/barcodescanner": "input/event0", "/dev/scale": "ttyACM0"])
        let inspected = "[{\"HostConfig\": {\(host)}, \"State\": {\"Pid\": 77}, \"Mounts\": [\(mounted)]}]"
        let clients = ClientCollector(
            files: tree.files, account: { _ in nil },
            ask: { words in
                guard words.first == "docker" else { return nil }
                return words.contains("--format") ? "77" : words.contains("inspect") ? inspected : ""
            })
        return try clients.collect(.container("stock"), path: nil).setup?.hasInput
    }

    private static let plain = "\"Runtime\": \"runc\", \"Privileged\": false"

    private static func given(_ outside: String, as inside: String) -> String {
        "\(plain), \"Devices\": [{\"PathOnHost\": \"\(outside)\", \"PathInContainer\": \"\(inside)\"}]"
    }

    @Test("a scanner's keys reach a container over its input device, its raw one and its USB node")
    func givenInput() throws {
        for host in [
            Self.given("/dev/input/event0", as: "/dev/input/event0"), Self.given("/dev/barcodescanner", as: "/dev/input/event0"),
            Self.given("/dev/barcodescanner", as: "/dev/barcodescanner"), Self.given("/dev/hidraw0", as: "/dev/hidraw0"),
            Self.given("/dev/bus/usb", as: "/dev/bus/usb"), Self.given("/dev", as: "/dev"), "\"Runtime\": \"runc\", \"Privileged\": true",
            Self.plain + ", \"DeviceCgroupRules\": [\"c 13:* rmw\"]", Self.plain + ", \"DeviceCgroupRules\": [\"c 189:* rmw\"]",
            Self.plain + ", \"DeviceCgroupRules\": [\"c 243:* rmw\"]", Self.plain + ", \"DeviceCgroupRules\": [\"a *:* rwm\"]",
        ] {
            #expect(try Self.hasInput(host) == true, "\(host)")
        }
        for host in [
            Self.plain, "\"Privileged\": false, \"Devices\": null", Self.given("/dev/scale", as: "/dev/scale"),
            Self.plain + ", \"DeviceCgroupRules\": [\"c 81:* rmw\"]",
        ] {
            #expect(try Self.hasInput(host) == false, "\(host)")
        }
    }

    @Test("what a container has got in other ways is not known")
    func unknownInput() throws {
        #expect(try Self.hasInput(Self.plain + ", \"DeviceRequests\": [{\"Driver\": \"cdi\", \"DeviceIDs\": [\"acme.com/scanner=0\"]}]") == nil)
        #expect(try Self.hasInput("\"Runtime\": \"nvidia\", \"Privileged\": false") == nil)
        for folder in ["/dev", "/dev/input"] {
            let mounted = "{\"Type\": \"bind\", \"Source\": \"\(folder)\", \"Destination\": \"\(folder)\"}"
            // A device filter keeps it from what is mounted, unless its engine runs without root.
            #expect(try Self.hasInput(Self.plain, mounted: mounted) == false)
            #expect(try Self.hasInput(Self.plain, mounted: mounted, rootless: true) == nil)
        }
        #expect(try Self.hasInput(Self.plain, rootless: true) == false)
    }
}
