// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("a MacBook Pro whose T1 chip is in its recovery mode")
struct RecoveringT1Tests {
    /// - Parameter devices: products of Apple's on USB, by their names in sysfs.
    private func collect(_ model: String, _ devices: [String: String], _ other: [String: String] = [:], maker: String = "Apple Inc.") throws -> MachineRecord {
        var files = ["/sys/class/dmi/id/sys_vendor": maker, "/sys/class/dmi/id/product_name": model, "/sys/class/dmi/id/chassis_type": "9",
            "/proc/mounts": "/dev/sda2 / ext4 rw 0 0\n/dev/sda1 /boot/efi vfat rw 0 0\n"]
        for (name, product) in devices {
            files["/sys/bus/usb/devices/\(name)/idVendor"] = "05ac"
            files["/sys/bus/usb/devices/\(name)/idProduct"] = product
        }
        let tree = try MachineTree(files.merging(other) { $1 }, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"])
        return MachineCollector(files: tree.files).collect(release: "5.6.19-300.fc32.x86_64")
    }

    @Test("the chip without firmware is why there is no camera")
    func without() throws {
        let machine = try collect("MacBookPro13,3", ["1-3": "1281"], ["/boot/efi/EFI/fedora/grubx64.efi": ""])
        #expect(machine.recoveringT1?.folder == "/boot/efi/EFI" && machine.recoveringT1?.hasFirmware == false)
        let finding = try #require(Doctor.judge(.withoutCamera([], machine)).headline)
        #expect(finding.id == .deviceNoFirmware && finding.message.contains("05ac:1281"), "\(finding)")
        #expect(finding.evidence.contains { $0.what == "/boot/efi/EFI/APPLE/EMBEDDEDOS" }, "\(finding)")
    }

    @Test("the finding names the EFI partition's files, unless that partition cannot be seen")
    func firmware() throws {
        let file = "/boot/efi/EFI/Apple/EmbeddedOS/combined.memboot"
        let present = try collect("MacBookPro14,2", ["1-3": "1281"], [file: "image"])
        #expect(present.recoveringT1?.hasFirmware == true)
        #expect(Doctor.judge(.withoutCamera([], present)).headline?.message.contains("of another Mac") == true)
        let unseen = try collect("MacBookPro14,3", ["1-3": "1281"])
        #expect(unseen.recoveringT1 != nil && unseen.recoveringT1?.hasFirmware == nil)
        #expect(Doctor.judge(.withoutCamera([], unseen)).headline?.id == .deviceNoFirmware)
    }

    @Test("an iPhone in its recovery mode is no T1 chip")
    func telephone() throws {
        #expect(try collect("XPS 13 9360", ["1-3": "1281"], maker: "Dell Inc.").recoveringT1 == nil)
        // Without a Touch Bar, and with a chip of the next kind.
        for model in ["MacBookPro13,1", "MacBookPro15,1"] { #expect(try collect(model, ["1-3": "1281"]).recoveringT1 == nil) }
        #expect(try collect("MacBookPro13,3", ["1-3": "8600", "1-2": "1281"]).recoveringT1 == nil)
        #expect(try collect("MacBookPro13,3", ["1-1.2": "1281"]).recoveringT1 == nil)
        #expect(try collect("MacBookPro13,3", ["1-2": "1281"], ["/sys/bus/usb/devices/1-2/removable": "removable"]).recoveringT1 == nil)
        #expect(try collect("MacBookPro13,3", ["1-2": "12a8"]).recoveringT1 == nil)
    }
}
