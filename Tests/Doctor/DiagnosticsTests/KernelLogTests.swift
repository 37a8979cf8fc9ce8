// SPDX-License-Identifier: Apache-2.0

import MachineFacts
import Testing

@Suite("What is kept of the kernel log")
struct KernelLogTests {
    private static func night(_ number: Int) -> [String] {
        let time = number * 5000
        return [
            "[\(time).1] PM: suspend entry (s2idle)", "[\(time).2] usb 3-10: reset high-speed USB device number 3 using xhci_hcd",
            "[\(time).3] PM: suspend exit",
        ]
    }

    @Test("nights of sleep do not push out what a driver said at the start")
    func nights() {
        let refusal = "[3.8] ov02c10 i2c-OVTI02C1:00: probe with driver ov02c10 failed with error -22"
        let kept = KernelLog.relevant(([refusal] + (1...60).flatMap(Self.night)).joined(separator: "\n"))
        #expect(kept.first == refusal)
        #expect(kept.last == "[300000.3] PM: suspend exit")
        #expect(kept.count == 1 + 8 + 8)
    }

    @Test("a line is kept whatever its case, and wherever in it the words stand")
    func words() {
        let lines = ["[1.0] USB DISCONNECT", "webwebcam", "Camera", "cam", "[2.0] came ra"]
        #expect(KernelLog.relevant(lines.joined(separator: "\n")) == Array(lines.prefix(3)))
    }

    @Test("a sleep during which a device was disconnected stays beside that line")
    func disconnects() {
        let gone = "[5000.15] usb 1-4: USB disconnect, device number 3"
        var lines = (1...20).flatMap(Self.night)
        lines.insert(gone, at: 1)
        let kept = KernelLog.relevant(lines.joined(separator: "\n"))
        #expect(kept.starts(with: ["[5000.1] PM: suspend entry (s2idle)", gone]))
    }

    @Test("hibernation counts as sleep; the lines of every start about its memory do not")
    func hibernation() {
        let exit = "[8123.0] PM: hibernation: hibernation exit"
        #expect(KernelLog.relevant("[0.1] PM: hibernation: Registered nosave memory: [mem 0x0-0xfff]\n\(exit)") == [exit])
    }

    @Test("of a long log the first and the last lines are kept, and what became of a port in between")
    func long() {
        let noise = (0..<400).map { "[\($0).1] uvcvideo 1-1:1.1: Failed to resubmit video URB (-\($0))." }
        let found = "[200.2] usb 1-7: New USB device found, idVendor=046d, idProduct=082d"
        let kept = KernelLog.relevant((Array(noise[..<200]) + [found] + Array(noise[200...])).joined(separator: "\n"))
        #expect(kept == Array(noise.prefix(80)) + [found] + Array(noise.suffix(80)))
    }
}
