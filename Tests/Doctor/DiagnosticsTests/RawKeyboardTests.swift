// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

@Suite("A keyboard that is read by /dev/hidraw")
struct RawKeyboardTests {
    private static let device = "/sys/bus/usb/devices/1-3"
    private static let rule = "KERNEL==\"hidraw*\", ATTRS{idVendor}==\"0581\", ATTRS{idProduct}==\"011a\", MODE=\"0666\"\n"

    private func host(
        rules: [String: String], name: String = "BSC-101", keyboard: String = "01", interfaces: Int = 1, isOpen: Bool = false
    ) throws -> HostRecord {
        var files = ["\(Self.device)/idVendor": "0581\n", "\(Self.device)/idProduct": "011a\n", "\(Self.device)/product": "\(name)\n"]
        for number in 0..<interfaces {
            let interface = "\(Self.device):1.\(number)"
            files["\(interface)/bInterfaceClass"] = "03\n"
            files["\(interface)/bInterfaceProtocol"] = number == 0 ? "\(keyboard)\n" : "00\n"
        }
        files["\(Self.device):1.0/0003:0581:011A.0001/hidraw/hidraw0/dev"] = "240:0\n"
        files["\(Self.device):1.0/0003:0581:011A.0001/input/input4/event3/dev"] = "13:67\n"
        files["/proc/2411/comm"] = "electron\n"
        for (file, text) in rules { files["/etc/udev/rules.d/\(file)"] = text }
        let tree = try MachineTree(files, links: isOpen ? ["/proc/2411/fd/37": "/dev/hidraw0"] : [:])
        return withExtendedLifetime(tree) { HostCollector(files: tree.files, ask: { _ in nil }, access: { _ in nil }).collect() }
    }

    @Test("a rule that speaks of a scanner makes a keyboard with its ids one")
    func called() throws {
        for rules in [["99-scanner.rules": Self.rule], ["70-pos.rules": "# the barcode reader\n" + Self.rule]] {
            let host = try host(rules: rules)
            #expect(host.machine?.handScanner?.identifier == "0581:011a" && host.machine?.handScanner?.mode == nil)
            #expect(host.rawKeyboard?.rule == "/etc/udev/rules.d/\(rules.keys.first ?? "")" && host.rawKeyboard?.reader == nil)
        }
        let read = try host(rules: ["99-scanner.rules": Self.rule], isOpen: true).rawKeyboard
        #expect(read?.reader == RawKeyboard.Reader(processID: 2411, name: "electron") && read?.input == "/dev/input/event3")
    }

    @Test("one that does not may be for anything; it is told only of what a program reads")
    func uncalled() throws {
        let rules = ["70-own.rules": Self.rule]
        #expect(try host(rules: rules).rawKeyboard == nil)
        let read = try host(rules: rules, isOpen: true)
        #expect(read.machine?.handScanner == nil && read.rawKeyboard?.reader?.name == "electron")
        #expect(try host(rules: rules, interfaces: 2, isOpen: true).rawKeyboard == nil)
        #expect(try host(rules: rules, name: "YubiKey OTP", isOpen: true).rawKeyboard == nil)
        // For another device, of another node, for all, without a right, no rule at all, and no keyboard.
        for rule in [
            Self.rule.replacing("011a", with: "011b"), Self.rule.replacing("hidraw*", with: "event*"), "KERNEL==\"hidraw*\", MODE=\"0666\"\n",
            Self.rule.replacing("MODE=", with: "SYMLINK+="), "# " + Self.rule,
        ] {
            let host = try host(rules: ["99-scanner.rules": rule], isOpen: true)
            #expect(host.rawKeyboard == nil && host.machine?.handScanner == nil)
        }
        #expect(try host(rules: [:], isOpen: true).rawKeyboard == nil)
        #expect(try host(rules: ["99-scanner.rules": Self.rule], keyboard: "00", isOpen: true).rawKeyboard == nil)
    }

    @Test("the reports of keys are the headline for a scanner, and a note in the conditional for another device")
    func finding() throws {
        var keyboard = RawKeyboard(title: "BSC-101", identifier: "0581:011a", node: "/dev/hidraw0")
        keyboard.reader = RawKeyboard.Reader(processID: 2411, name: "electron")
        func report(_ scanner: HandScanner?) -> DoctorReport {
            var machine = MachineRecord(platform: Platform())
            machine.handScanner = scanner
            var snapshot = Snapshot.withoutCamera([], machine)
            snapshot.host.value?.rawKeyboard = keyboard
            return Doctor.judge(snapshot)
        }
        let scanner = HandScanner(title: "BSC-101", identifier: "0581:011a", layout: nil, node: "/dev/input/event3")
        let headline = try #require(report(scanner).headline)
        #expect(headline.message.contains("electron (process 2411), which has /dev/hidraw0 open, gets the reports of a keyboard"))
        #expect(headline.fixes.first?.title.contains("/dev/input/event3") == true)
        let other = HandScanner(title: "Voyager", identifier: "0c2e:0200", layout: nil)
        #expect(report(other).headline?.message.contains("reports of a keyboard") == false)
        let note = report(nil).notes.first { $0.message.hasPrefix("if BSC-101 (0581:011a) is a barcode scanner") }
        #expect(note?.severity == .note && note?.confidence == .possible)
        var pointOfSale = scanner
        pointOfSale.mode = .pointOfSale
        #expect(report(pointOfSale).headline?.message.contains("reports of a keyboard") == false)
    }
}
