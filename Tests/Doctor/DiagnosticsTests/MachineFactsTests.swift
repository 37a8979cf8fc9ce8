// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Output
import Testing

@Suite("what the machine says about itself and its camera hardware")
struct MachineFactsTests {
    private static let release = "6.1.0-56-amd64"

    private func collect(_ files: [String: String], links: [String: String] = [:]) throws -> MachineRecord {
        let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"], links: links)
        return MachineCollector(files: tree.files).collect(release: Self.release)
    }

    @Test(
        "the way to install packages follows the distribution and its ancestors",
        arguments: [
            ("ID=debian", Platform.Packages.apt), ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"", .apt),
            ("ID=fedora", .dnf),
            ("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"", .zypper), ("ID=manjaro\nID_LIKE=arch", .pacman),
            ("ID=nixos", .nix), ("ID=buildroot", Platform.Packages.none), ("", Platform.Packages.none),
        ])
    func packages(release: String, expected: Platform.Packages) throws {
        #expect(try collect(["/etc/os-release": release + "\n"]).platform.packages == expected)
    }

    @Test("on an image that packages cannot change there is no command for it")
    func images() throws {
        let silverblue = ["/etc/os-release": "ID=fedora\n", "/run/ostree-booted": ""]
        #expect(try collect(silverblue).platform.packages == .rpmOSTree)
        #expect(try collect(["/etc/os-release": "ID=haos\n"]).platform.packages == Platform.Packages.none)
    }

    @Test(
        "of config.txt, the lines count that are for this model",
        arguments: [
            ("Raspberry Pi 4 Model B Rev 1.4", ["dtoverlay=a", "dtoverlay=pi4", "dtoverlay=b"]),
            ("Raspberry Pi Compute Module 4 Rev 1.0", ["dtoverlay=a", "dtoverlay=pi4", "dtoverlay=cm4", "dtoverlay=b"]),
            ("Raspberry Pi Zero 2 W Rev 1.0", ["dtoverlay=a", "dtoverlay=zero2", "dtoverlay=b"]),
            ("Raspberry Pi 5 Model B Rev 1.0", ["dtoverlay=a", "dtoverlay=b"]),
        ])
    func bootSections(board: String, expected: [String]) throws {
        let text = """
            dtoverlay=a
            [pi4]
            dtoverlay=pi4
            [cm4]
            dtoverlay=cm4
            [pi02]
            dtoverlay=zero2
            [none]
            dtoverlay=never
            [all]
            dtoverlay=b

            """
        let machine = try collect(["/proc/device-tree/model": board + "\0", "/boot/firmware/config.txt": text])
        #expect(machine.bootConfiguration == expected)
    }

    @Test("lines of config.txt that a filter keeps from counting are told apart from those of which that is not known")
    func filteredLines() throws {
        let text = """
            [pi3]
            dtoverlay=imx219
            [EDID=ABC-X]
            dtoverlay=imx477
            [pi4]
            dtoverlay=imx708
            [all]
            dtoverlay=ov5647
            [0x12345678]
            dtoverlay=imx296

            """
        let machine = try collect([
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0", "/proc/device-tree/serial-number": "10000000abcdef01\0",
            "/boot/firmware/config.txt": text,
        ])
        #expect(machine.bootConfiguration == ["dtoverlay=imx708", "dtoverlay=ov5647"])
        let expected: [MachineRecord.FilteredLine] = [
            .init(line: "dtoverlay=imx219", filter: "[pi3]", isPassedOver: true), .init(line: "dtoverlay=imx477", filter: "[pi3]", isPassedOver: true),
            .init(line: "dtoverlay=imx708", filter: "[EDID=ABC-X]", isPassedOver: false),
            .init(line: "dtoverlay=imx296", filter: "[0x…]", isPassedOver: true),
        ]
        #expect(machine.filteredConfiguration == expected)
    }

    @Test(
        "filters of config.txt hold for the models that the documentation names",
        arguments: [
            ("Raspberry Pi 4 Model B Rev 1.4", "pi4 HDMI:0"), ("Raspberry Pi 400 Rev 1.0", "pi4 pi400 HDMI:0"),
            ("Raspberry Pi Compute Module 4S Rev 1.0", "pi4 cm4s HDMI:0"), ("Raspberry Pi Compute Module 4 Rev 1.0", "pi4 cm4 HDMI:0"),
            ("Raspberry Pi 3 Model B Plus Rev 1.3", "pi3 pi3+ HDMI:0?"), ("Raspberry Pi Compute Module 3 Rev 1.0", "pi3 cm3 HDMI:0?"),
            ("Raspberry Pi Compute Module 3 Plus Rev 1.0", "pi3 pi3+ cm3? cm3+ HDMI:0?"),
            ("Raspberry Pi Zero W Rev 1.1", "pi0 pi0w HDMI:0?"), ("Raspberry Pi Zero 2 W Rev 1.0", "pi0 pi0w pi02 HDMI:0?"),
            ("Raspberry Pi Compute Module 0 Rev 1.0", "pi0? pi0w? pi02 cm0 HDMI:0?"), ("Raspberry Pi Compute Module Rev 1.0", "pi1 cm1 HDMI:0?"),
        ])
    func modelFilters(model: String, expected: String) throws {
        let filters = ["pi0", "pi0w", "pi02", "cm0", "pi1", "cm1", "pi3", "pi3+", "cm3", "cm3+", "pi4", "pi400", "cm4", "cm4s", "HDMI:0"]
        let text = filters.map { "[all]\n[\($0)]\ndtoverlay=\($0)\n" }.joined()
        let machine = try collect(["/proc/device-tree/model": model + "\0", "/boot/firmware/config.txt": text])
        let uncertain = Set((machine.filteredConfiguration ?? []).filter { !$0.isPassedOver }.map(\.line))
        let found = (machine.bootConfiguration ?? []).map { $0.dropFirst("dtoverlay=".count) + (uncertain.contains($0) ? "?" : "") }
        #expect(found.joined(separator: " ") == expected)
    }

    @Test("a serial number and the type in the revision code decide on their filters")
    func boardFilters() throws {
        let text = "[0xABCDEF01]\ndtoverlay=serial\n[all]\n[board-type=0x11]\ndtoverlay=type\n[board-type=20]\ndtoverlay=other\n"
        let files = [
            "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0", "/proc/device-tree/serial-number": "10000000abcdef01\0",
            "/boot/firmware/config.txt": text,
        ]
        let unknown = try collect(files)
        #expect(unknown.bootConfiguration == ["dtoverlay=serial", "dtoverlay=type", "dtoverlay=other"])
        #expect(unknown.filteredConfiguration?.map(\.isPassedOver) == [false, false])
        // The bytes 00 c3 81 14: bit 23 is set, and the type is 0x11.
        let known = try collect(files.merging(["/proc/device-tree/system/linux,revision": "\0\u{c1}\u{14}"]) { $1 })
        #expect(known.bootConfiguration == ["dtoverlay=serial", "dtoverlay=type"])
        #expect(known.filteredConfiguration == [.init(line: "dtoverlay=other", filter: "[board-type=20]", isPassedOver: true)])
        // An old code names no type.
        let old = try collect(files.merging(["/proc/device-tree/system/linux,revision": "\0\0\u{1}\u{14}"]) { $1 })
        #expect(old.bootConfiguration == unknown.bootConfiguration)
    }

    @Test("a driver that is installed as source counts as unbuilt only if this kernel has none of its versions")
    func unbuilt() throws {
        let dkms = "/var/lib/dkms"
        let machine = try collect([
            "\(dkms)/ipu6-drivers/r103/source/dkms.conf": "", "\(dkms)/facetimehd/0.5/source/dkms.conf": "",
            "\(dkms)/facetimehd/0.5/5.10.0-1-amd64/x86_64/log/make.log": "",
            "\(dkms)/v4l2loopback/0.12/source/dkms.conf": "", "\(dkms)/v4l2loopback/0.13/source/dkms.conf": "",
            "\(dkms)/v4l2loopback/0.13/\(Self.release)/x86_64/log/make.log": "",
        ])
        #expect(machine.unbuilt?.map(\.name) == ["facetimehd/0.5", "ipu6-drivers/r103"])
        #expect(machine.unbuilt?.allSatisfy { !$0.hasHeaders } == true)
        // Sources that DKMS has not begun with, as where a package's script found no headers.
        let sources = try collect([
            "/usr/src/v4l2loopback-main/dkms.conf": "PACKAGE_NAME=\"v4l2loopback\"\nPACKAGE_VERSION=\"0.12.5\"\n", "/usr/src/linux-headers-6.1/Makefile": "",
            "/usr/src/ipu6-drivers-r103/dkms.conf": "PACKAGE_NAME=ipu6-drivers\nPACKAGE_VERSION=r103\n",
            "/usr/src/other-1/dkms.conf": "PACKAGE_NAME=other\nPACKAGE_VERSION=#MODULE_VERSION#\n",
            "\(dkms)/ipu6-drivers/r103/source/dkms.conf": "", "\(dkms)/ipu6-drivers/r103/\(Self.release)/x86_64/log/make.log": "",
        ])
        #expect(sources.unbuilt?.map(\.name) == ["v4l2loopback/0.12.5"] && sources.unbuilt?.first?.isNew == true)
    }

    @Test("a hand-held scanner is a keyboard by its interface, and a scanner by its name or maker; the layout is read where systems keep it")
    func handScanner() throws {
        func scanner(_ product: String, _ vendor: String, protocol number: String, _ file: String = "/etc/x", _ text: String = "") throws -> HandScanner? {
            var files = [file: text]
            for (name, value) in [
                ("1-3/idVendor", vendor), ("1-3/idProduct", "1200"), ("1-3/product", product), ("1-3:1.0/bInterfaceClass", "03"),
                ("1-3:1.0/bInterfaceProtocol", number),
            ] {
                files["/sys/bus/usb/devices/\(name)"] = value + "\n"
            }
            let machine = try collect(files)
            return machine.handScanner
        }
        let french = try scanner("Symbol Bar Code Scanner", "05e0", protocol: "01", "/etc/default/keyboard", "XKBMODEL=\"pc105\"\nXKBLAYOUT=\"fr\"\n")
        #expect(french == HandScanner(title: "Symbol Bar Code Scanner", identifier: "05e0:1200", layout: "fr"))
        #expect(try scanner("Barcode Reader", "1234", protocol: "01", "/etc/vconsole.conf", "KEYMAP_TOGGLE=us\nKEYMAP=de-latin1 # German\n")?.layout == "de-latin1")
        let written = "Section \"InputClass\"\n  Option \"XkbLayout\" \"gb\"\n"
        #expect(try scanner("USB BarCode Scanner", "1234", protocol: "01", "/etc/X11/xorg.conf.d/00-keyboard.conf", written)?.layout == "gb")
        #expect(try scanner("1900", "0c2e", protocol: "01", "/etc/default/keyboard", "XKBLAYOUT=\"\"\n") != nil)
        // One that types nothing has a node that programs open.
        let raw = "/sys/bus/usb/devices/1-3:1.0/0003:0C2E:10D3.0003/hidraw/hidraw2/dev"
        let silent = try collect([
            "/sys/bus/usb/devices/1-3/idVendor": "0c2e\n", "/sys/bus/usb/devices/1-3/idProduct": "10d3\n",
            "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass": "03\n", "/sys/bus/usb/devices/1-3:1.0/bInterfaceProtocol": "00\n", raw: "240:2\n",
        ]).handScanner
        #expect(silent?.mode == .pointOfSale && silent?.rawNode == "/dev/hidraw2")
        // Known by its maker's name only, with the node of its keys and the name that stays.
        let device = "/sys/bus/usb/devices/1-3:1.0/0003:0483:0011.0001/input/input3"
        let netum = try collect(
            [
                "/sys/bus/usb/devices/1-3/idVendor": "0483\n", "/sys/bus/usb/devices/1-3/idProduct": "0011\n",
                "/sys/bus/usb/devices/1-3/product": "HIDKB\n", "/sys/bus/usb/devices/1-3/manufacturer": "Netum.\n",
                "/sys/bus/usb/devices/1-3/serial": "18502\n", "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass": "03\n",
                "/sys/bus/usb/devices/1-3:1.0/bInterfaceProtocol": "01\n", "\(device)/name": "Netum. HIDKB\n", "\(device)/event3/dev": "13:67\n",
            ], links: ["/dev/input/by-id/usb-Netum._HIDKB_18502-event-kbd": "../event3"]
        ).handScanner
        #expect(netum?.title == "Netum. HIDKB" && netum?.node == "/dev/input/event3" && netum?.serial == "18502")
        #expect(netum?.link == "/dev/input/by-id/usb-Netum._HIDKB_18502-event-kbd")
        let keyboard = try collect([
            "/sys/bus/usb/devices/1-3/idVendor": "0483\n", "/sys/bus/usb/devices/1-3/idProduct": "0012\n",
            "/sys/bus/usb/devices/1-3/product": "Wireless Keyboard\n", "/sys/bus/usb/devices/1-3/manufacturer": "Tera\n",
            "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass": "03\n", "/sys/bus/usb/devices/1-3:1.0/bInterfaceProtocol": "01\n",
        ]).handScanner
        #expect(keyboard == nil)
        // A keyboard, one for cards, and a scanner of documents.
        #expect(try scanner("Card Scanner", "1234", protocol: "01") == nil)
        #expect(try scanner("KB216 Wired Keyboard", "413c", protocol: "01") == nil)
        #expect(try scanner("CanoScan Scanner", "04a9", protocol: "00") == nil)
        // The mode of a point of sale, in which it types nothing, and that of a serial port.
        #expect(french?.mode == nil)
        #expect(try scanner("3800g", "0536", protocol: "00")?.mode == .pointOfSale)
        let serial = try collect([
            "/sys/bus/usb/devices/1-3/idVendor": "1eab\n", "/sys/bus/usb/devices/1-3/idProduct": "0d02\n",
            "/sys/bus/usb/devices/1-3/product": "USB COM\n", "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass": "ff\n",
        ]).handScanner
        #expect(serial?.mode == .vendor)
        // The cradle of a scanner is a hub, and a storage of its own is none of both.
        let other = try collect([
            "/sys/bus/usb/devices/1-3/idVendor": "05e0\n", "/sys/bus/usb/devices/1-3/idProduct": "0001\n",
            "/sys/bus/usb/devices/1-3:1.0/bInterfaceClass": "08\n",
        ]).handScanner
        #expect(other == nil)
    }

    @Test("a camera of a maker with a library of its own may be open in a program, or wait for its firmware")
    func makersLibrary() throws {
        func camera(_ vendor: String, _ product: String, title: String?, driver: String?) throws -> UnclaimedDevice? {
            let folder = "/sys/bus/usb/devices"
            var files = [
                "\(folder)/1-3/idVendor": "\(vendor)\n", "\(folder)/1-3/idProduct": "\(product)\n", "\(folder)/1-3/speed": "480\n", "\(folder)/1-3/version": " 2.10\n",
                "\(folder)/1-3:1.0/bInterfaceClass": "ff\n", "\(folder)/1-3:1.0/modalias": "usb:v\(vendor)p\(product)\n",
            ]
            files["\(folder)/1-3/product"] = title.map { $0 + "\n" }
            let links = driver.map { ["\(folder)/1-3:1.0/driver": "../../../bus/usb/drivers/\($0)"] } ?? [:]
            return try collect(files, links: links).unclaimed?.first
        }
        let open = try camera("03c3", "178b", title: "ASI178MC", driver: "usbfs")
        #expect(open?.isInUse == true && open?.hasMakersLibrary == true && open?.isSlowed == true)
        #expect(try camera("1234", "178b", title: "Gadget", driver: "usbfs")?.isInUse == nil)
        #expect(try camera("1618", "0920", title: nil, driver: nil)?.waitsForFirmware == true)
        #expect(try camera("1618", "0921", title: "QHY5LII-M", driver: nil)?.waitsForFirmware == false)
        #expect(try camera("1618", "0587", title: "Cypress WestBridge", driver: nil)?.waitsForFirmware == true)
    }

    private static func pci(_ name: String, _ vendor: String, _ device: String, _ type: String) -> [String: String] {
        let folder = "/sys/bus/pci/devices/\(name)"
        return [
            "\(folder)/vendor": "0x\(vendor)\n", "\(folder)/device": "0x\(device)\n", "\(folder)/class": "0x\(type)\n",
            "\(folder)/modalias": "pci:v0000\(vendor.uppercased())d0000\(device.uppercased())sv0sd0bc04sc80i00\n",
        ]
    }

    @Test(
        "a sound chip of the multimedia class is no camera; an Intel image processor is one, and so is the FaceTime HD")
    func pciDevices() throws {
        let record = try collect(
            Self.pci("0000:03:00.5", "1022", "15e2", "048000")
                .merging(Self.pci("0000:00:05.0", "8086", "465d", "048000")) { $1 }
                .merging(Self.pci("0000:02:00.0", "14e4", "1570", "048000")) { $1 })
        #expect(record.hardware.map(\.identifier).sorted() == ["14e4:1570", "8086:465d"])
        #expect(record.hardware.first { $0.vendorID == "8086" }?.kind == .imageProcessor)
    }

    @Test("a camera that gives no video at USB 2 says so by its name, whatever its interfaces are")
    func needsUSB3() throws {
        var files = Self.usb("1-3", ("0fd9", "0077"), [("03", "00")], "USB3-REQUIRED-FOR-FACECAM")
        files["/sys/bus/usb/devices/1-3/speed"] = "480\n"
        let record = try collect(files)
        #expect(record.unclaimed?.first?.needsFasterLink == true)
        files["/sys/bus/usb/devices/1-3/speed"] = "5000\n"
        #expect(try collect(files).unclaimed == nil)
        var snapshot = Snapshot.healthy { $0.removeEverything() }
        snapshot.host.value?.machine = record
        let headline = try #require(Doctor.judge(snapshot).headline)
        #expect(headline.id == .deviceSlowLink && headline.fixes.first?.title.contains("USB 3") == true)
    }

    private static func usb(_ name: String, _ id: (String, String), _ interfaces: [(String, String)], _ title: String)
        -> [String: String]
    {
        let folder = "/sys/bus/usb/devices/\(name)"
        var files = [
            "\(folder)/idVendor": id.0 + "\n", "\(folder)/idProduct": id.1 + "\n", "\(folder)/product": title + "\n",
        ]
        for (number, interface) in interfaces.enumerated() {
            files["\(folder):1.\(number)/bInterfaceClass"] = interface.0 + "\n"
            files["\(folder):1.\(number)/bInterfaceSubClass"] = "42\n"
            if !interface.1.isEmpty { files["\(folder):1.\(number)/interface"] = interface.1 + "\n" }
        }
        return files
    }

    @Test("a phone that gives files only is told apart from a camera, and how it becomes one")
    func phones() throws {
        // As a Pixel with MTP and adb, an iPhone and a Canon announce themselves.
        for (id, interfaces, title) in [
            (("18d1", "4ee2"), [("ff", "MTP"), ("ff", "ADB Interface")], "Pixel 7"),
            (("05ac", "12a8"), [("06", "PTP")], "iPhone"), (("04a9", "32d1"), [("06", "")], "Canon Digital Camera"),
        ] {
            let record = try collect(Self.usb("1-2", id, interfaces, title))
            #expect(record.hardware.map(\.kind) == [.filesOnly])
            let report = Doctor.judge(
                .healthy {
                    $0.removeEverything()
                    $0.host.value?.machine = record
                })
            #expect(report.headline?.id == .deviceNotV4L2)
            #expect(report.headline?.message.hasPrefix("\(title) is connected for files") == true)
        }
        // A mouse is none.
        #expect(try collect(Self.usb("1-3", ("046d", "c077"), [("03", "")], "Mouse")).hardware.isEmpty)
    }

    @Test("a module is described by its index and its file: missing parts, its kernel, its signature, what it shadows")
    func modules() throws {
        let folder = "/lib/modules/\(Self.release)"
        let record = try collect([
            "\(folder)/modules.dep":
                "updates/dkms/uvcvideo.ko: kernel/drivers/media/v4l2-core/videodev.ko\nkernel/drivers/media/v4l2-core/videodev.ko:\n",
            "\(folder)/updates/dkms/uvcvideo.ko": "\u{1}vermagic=6.1.0-50-amd64 SMP preempt\u{0}",
            "\(folder)/kernel/drivers/media/usb/uvc/uvcvideo.ko": "x",
            "/lib/modules/6.1.0-50-amd64/modules.dep": "kernel/drivers/media/usb/uvc/uvcvideo.ko:\n",
        ])
        let module = try #require(record.module("uvcvideo"))
        #expect(module.isForeign && module.shadowed == "kernel/drivers/media/usb/uvc/uvcvideo.ko")
        #expect(module.missingFiles == ["kernel/drivers/media/v4l2-core/videodev.ko"])
        #expect(module.otherKernels == ["6.1.0-50-amd64"])
        // With all its files there, the file itself is read.
        let whole = try collect([
            "\(folder)/modules.dep": "updates/dkms/uvcvideo.ko:\n",
            "\(folder)/updates/dkms/uvcvideo.ko": "\u{1}vermagic=6.1.0-50-amd64 SMP preempt\u{0}",
        ])
        #expect(whole.module("uvcvideo")?.builtFor == "6.1.0-50-amd64")
        #expect(whole.module("uvcvideo")?.isSigned == false)
    }

    @Test(
        "a kernel has no video only if its index can be read and names nothing of it",
        arguments: [
            ("kernel/net/ip_tables.ko:\n", "kernel/drivers/net/tun.ko\n", true), ("kernel/net/ip_tables.ko:\n", "", nil), ("", "kernel/drivers/net/tun.ko\n", nil),
            ("kernel/net/ip_tables.ko:\n", "kernel/drivers/media/v4l2-core/videodev.ko\n", nil),
            ("kernel/drivers/media/v4l2-core/videodev.ko:\n", "kernel/drivers/net/tun.ko\n", nil),
            ("extra/my.ko: kernel/drivers/media/common/videobuf2/videobuf2-common.ko\n", "kernel/drivers/net/tun.ko\n", nil),
        ] as [(String, String, Bool?)])
    func withoutVideo(index: String, builtIn: String, expected: Bool?) throws {
        let folder = "/lib/modules/\(Self.release)/"
        let record = try collect([folder + "modules.dep": index, folder + "modules.builtin": builtIn])
        #expect(record.lacksVideo == expected)
    }

    @Test(
        "a camera on FireWire is known by its units; this machine's own node is none",
        arguments: [
            ("0", "0x00a02d:0x010001", FireWireCamera.Kind.tape), ("0", "0x00a02d:0x000102", .industrial), ("0", "0x00b09d:0x000104", .industrial),
            ("1", "0x00a02d:0x010001", nil), ("0", "0x00609e:0x010483", nil), ("0", "", nil),
        ] as [(String, String, FireWireCamera.Kind?)])
    func fireWire(isLocal: String, units: String, kind: FireWireCamera.Kind?) throws {
        let folder = "/sys/bus/firewire/devices/fw1"
        let record = try collect([
            folder + "/is_local": isLocal + "\n", folder + "/units": units + "\n", folder + "/vendor_name": "Sony\n", folder + "/model_name": "DSR-25\n",
            "/sys/bus/firewire/devices/fw1.0/units": "0x00a02d:0x010001\n",
        ])
        #expect(record.fireWire == kind.map { FireWireCamera($0, title: "Sony DSR-25", name: "fw1") })
    }

    @Test("a Raspberry Pi whose kernel has no device tree is known by its processor's lines")
    func oldPi() throws {
        let lines = "Processor\t: ARMv6-compatible processor rev 7 (v6l)\nHardware\t: BCM2708\nRevision\t: 000e\n"
        #expect(try collect(["/proc/cpuinfo": lines]).platform.isRaspberryPi)
        #expect(try !collect(["/proc/cpuinfo": lines.replacing("BCM2708", with: "sun7i")]).platform.isRaspberryPi)
        #expect(try !collect(["/proc/cpuinfo": lines.replacing("000e", with: "; rm")]).platform.isRaspberryPi)
    }

    @Test("a vendor-class webcam is found by the module that the index names for it, other devices are not")
    func vendorClass() throws {
        let folder = "/lib/modules/\(Self.release)"
        func device(_ name: String, _ vendor: String, _ product: String) -> [String: String] {
            [
                "/sys/bus/usb/devices/\(name)/idVendor": vendor, "/sys/bus/usb/devices/\(name)/idProduct": product,
                "/sys/bus/usb/devices/\(name):1.0/bInterfaceClass": "ff",
                "/sys/bus/usb/devices/\(name):1.0/modalias":
                    "usb:v\(vendor.uppercased())p\(product.uppercased())d0101dc00dsc00dp00icFFisc00ip00in00",
            ]
        }
        let record = try collect(
            device("1-1", "045e", "00f7").merging(device("1-2", "0403", "6001")) { $1 }.merging([
                "\(folder)/modules.dep":
                    "kernel/drivers/media/usb/gspca/gspca_sonixj.ko:\nkernel/drivers/usb/serial/ftdi_sio.ko:\n",
                "\(folder)/modules.alias":
                    "alias usb:v045Ep00F7d*dc*dsc*dp*ic*isc*ip*in* gspca_sonixj\nalias usb:v0403p6001d*dc*dsc*dp*ic*isc*ip*in* ftdi_sio\n",
            ]) { $1 })
        #expect(record.hardware.map(\.name) == ["1-1:1.0"])
        #expect(record.hardware.first?.modules == ["gspca_sonixj"])
        #expect(record.module("gspca_sonixj")?.isAvailable == true)
    }
}

@Suite("evidence with absurd values")
struct AbsurdEvidenceTests {
    @Test("a watch, a desktop and settings full of nonsense are judged without a trap")
    func nonsense() {
        for value in [1e300, -1e300, .infinity, -.infinity, .nan, 0] {
            let snapshot = Snapshot.healthy { snapshot in
                var watch = WatchRecord(seconds: 60)
                watch.focus = (0..<40).map { [Double($0), $0 % 3 == 0 ? 5 : value] } + [[], [1], [1, 2, 3]]
                watch.sharpness = (0..<40).map { [Double($0), $0 % 2 == 0 ? value : -value] }
                watch.brightness = watch.sharpness
                snapshot.watch = .seen(watch)
                snapshot.stream.value?.settings?.focusMaximum = .max
                snapshot.stream.value?.settings?.focusMinimum = .min
                snapshot.stream.value?.unpackProcessorMs = [value, value, value]
                var desktop = DesktopRecord()
                desktop.isCameraPresent = true
                desktop.services = [
                    .init(name: "wireplumber", state: "active", since: .max),
                    .init(name: "xdg-desktop-portal", state: "active", since: .min),
                ]
                snapshot.desktop = .seen(desktop)
            }
            #expect(!Doctor.judge(snapshot).json.text.isEmpty)
        }
    }

    @Test("the evidence of others keeps no names of people")
    func redaction() throws {
        let snapshot = Snapshot.healthy { snapshot in
            var client = CameraClientRecord(.unit, name: "motion@anna.service")
            client.user = .ada(groups: [44, 1000, 1234])
            client.missingAccount = "anna"
            snapshot.client = client
            var desktop = DesktopRecord()
            desktop.permissions = [
                .init(application: "org.example.Chat", answer: "yes"),
                .init(application: "org.example.Scan", answer: "no"),
            ]
            desktop.sources = [.init(name: "Anna's phone", path: nil, state: "running", clients: ["Private Chat"])]
            snapshot.desktop = .seen(desktop)
        }
        let bundle = try EvidenceBundle([snapshot]).redacted()
        let text = String(decoding: try bundle.encoded(), as: UTF8.self)
        for word in ["anna", "Anna", "\"ada\"", "org.example.Chat", "Private"] {
            #expect(!text.contains(word), "\(word)")
        }
        #expect(text.contains("org.example.Scan"))
    }
}
