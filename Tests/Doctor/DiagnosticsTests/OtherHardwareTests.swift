// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing
import UserSession

@Suite("Scanners, cameras in other modes, and cameras that break off")
struct OtherHardwareTests {
    private func collect(_ files: [String: String], links: [String: String] = [:]) throws -> MachineRecord {
        let tree = try MachineTree(files, folders: ["/sys/bus/usb/devices", "/sys/bus/pci/devices"], links: links)
        return MachineCollector(files: tree.files).collect(release: "6.8.0-45-generic")
    }

    private func device(_ vendor: String, _ title: String, _ interfaces: [(String, String)]) -> [String: String] {
        let folder = "/sys/bus/usb/devices"
        var files = ["\(folder)/1-4/idVendor": vendor, "\(folder)/1-4/idProduct": "0001", "\(folder)/1-4/product": title]
        for (index, interface) in interfaces.enumerated() {
            files["\(folder)/1-4:1.\(index)/bInterfaceClass"] = interface.0
            files["\(folder)/1-4:1.\(index)/bInterfaceProtocol"] = interface.1
        }
        return files
    }

    @Test("a keyboard whose name says that it scans is a scanner; SNAPI and Bluetooth are other ways of one")
    func scanners() throws {
        #expect(try collect(device("1fbb", "FuzzyScan", [("03", "01")])).handScanner?.mode == nil)
        #expect(try collect(device("1fbb", "FuzzyScan", [("03", "01")])).handScanner != nil)
        #expect(try collect(device("1fbb", "Scandinavian Keyboard", [("03", "01")])).handScanner == nil)
        #expect(try collect(device("04b8", "EPSON Scanner", [("ff", "ff")])).handScanner == nil)
        #expect(try collect(device("05e0", "Symbol Bar Code Scanner::EA", [("03", "00"), ("ff", "ff")])).handScanner?.mode == .pointOfSale)
        let input = "/sys/class/input/input21"
        let wireless = ["\(input)/name": "BARCODE SCANNER", "\(input)/id/bustype": "0005", "\(input)/id/vendor": "248a", "\(input)/id/product": "8266", "\(input)/event12/dev": "13:76"]
        let scanner = try collect(wireless).handScanner
        #expect(scanner?.isBluetooth == true && scanner?.node == "/dev/input/event12" && scanner?.identifier == "248a:8266")
        var brand = wireless
        brand["\(input)/name"] = "Netum C750"
        #expect(try collect(brand).handScanner?.title == "Netum C750")
        brand["\(input)/name"] = "Tera Wireless Mouse"
        #expect(try collect(brand).handScanner == nil)
        var keyboard = wireless
        keyboard["\(input)/name"] = "K380 Keyboard"
        #expect(try collect(keyboard).handScanner == nil)
    }

    @Test("a photo camera as a disk is found by its name, a disk is not")
    func storage() throws {
        #expect(try collect(device("054c", "ILCE-6400", [("08", "50")])).hardware.first?.isStorage == true)
        #expect(try collect(device("054c", "Storage Media", [("08", "50")])).hardware.isEmpty)
        #expect(try collect(device("2e1a", "Insta360 Link", [("0e", "00"), ("08", "50")])).hardware.isEmpty)
    }

    @Test("transfers that break off are the cable's or the hub's; an answer that is refused or of another length is the camera's")
    func transfers() {
        func fixes(_ codes: [String]) -> [String] {
            let report = Doctor.judge(
                .healthy { snapshot in
                    snapshot.host.value?.usbCameras[0].driver = nil
                    snapshot.host.value?.videoNames = []
                    snapshot.nodes = .seen([])
                    snapshot.selection = .seen(SelectionRecord())
                    snapshot.stopBefore()
                    snapshot.host.value?.kernelLog = .seen(
                        ["usb 1-1: Found UVC 1.00 device HD Pro Webcam C920 (046d:082d)"]
                            + codes.map { "uvcvideo 1-1:1.1: Failed to query (129) UVC probe control : \($0) (exp. 26)." }
                            + ["uvcvideo 1-1:1.1: Failed to initialize the device (-5)."])
                })
            return (report.headline?.fixes ?? []).map(\.title)
        }
        #expect(fixes(["-71"]).first?.contains("cable") == true)
        #expect(fixes(["-71", "-110"]).first?.contains("cable") == true)
        for codes in [["-32"], ["-71", "-32"], ["26"]] { #expect(fixes(codes).first?.contains("kernel") == true) }
    }
}
