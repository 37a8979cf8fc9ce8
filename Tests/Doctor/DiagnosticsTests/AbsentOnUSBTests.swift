// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import MachineFacts
import Testing

/// Machines without a camera whose kernel log tells of USB.
@Suite("USB without a camera")
struct AbsentOnUSBTests {
    private static func headline(_ lines: [String], _ platform: Platform = Platform()) -> Finding? {
        Doctor.judge(.withoutCamera(lines, MachineRecord(platform: platform))).findings.first
    }

    private static let bus = "[1.2] xhci_hcd 0000:00:14.0: new USB bus registered, assigned bus number 1"
    private static let found = [
        "[3.2] usb 1-4: New USB device found, idVendor=046d, idProduct=082d", "[5.3] uvcvideo: Found UVC 1.00 device HD Pro Webcam C920 (046d:082d)",
    ]
    private static let failed = "[304.7] usb usb1-port2: unable to enumerate USB device"

    @Test("the camera's own disconnect is told, whatever left before and after it")
    func vanished() {
        let gone = "[99.1] usb 1-4: USB disconnect, device number 3"
        let mouse = "[3.4] usb 1-2: New USB device found, idVendor=046d, idProduct=c077"
        let others = ["[50.1] usb 1-2: USB disconnect, device number 4", "[120.1] usb 1-41: USB disconnect, device number 9"]
        let finding = Self.headline(Self.found + [mouse, others[0], gone, others[1]])
        #expect(finding?.evidence.contains(EvidenceLine("kernel log", gone)) == true)
        let hub = "[99.1] usb usb1: USB disconnect, device number 1"
        #expect(Self.headline(Self.found + [hub])?.message.contains("has disconnected") == true)
        #expect(Self.headline(Self.found + [others[1]])?.message.contains("has disconnected") != true)
        let grabber = ["[12.3] usbtv 1-5:1.0: Fushicai USBTV007 Audio-Video Grabber", "[99.1] usb 1-5: USB disconnect, device number 4"]
        #expect(Self.headline(grabber)?.message.contains("has disconnected") == true)
    }

    @Test("a failure is over when the device came up later, also at the other side of its socket or in old words")
    func recovered() {
        #expect(Self.headline([Self.bus, Self.failed])?.message.contains("USB port 1-2 does not identify itself") == true)
        let later = "[310.1] usb 1-2: New USB device found, idVendor=0951, idProduct=1666"
        #expect(Self.headline([Self.failed, later])?.message.contains("identify") == false)
        #expect(Self.headline(["[304.7] hub 1-0:1.0: unable to enumerate USB device on port 2", later])?.message.contains("identify") == false)
        let fast = "[304.7] usb usb2-port2: Cannot enable. Maybe the USB cable is bad?"
        #expect(Self.headline([Self.bus, fast, later])?.message.contains("identify") == false)
        // The buses of two controllers.
        let second = "[1.3] xhci_hcd 0000:02:00.0: new USB bus registered, assigned bus number 2"
        #expect(Self.headline([Self.bus, second, fast, later])?.message.contains("identify") == true)
        // What left another port has nothing to do with it.
        #expect(Self.headline([Self.failed, "[400.1] usb 1-7: USB disconnect, device number 2"])?.message.contains("identify") == true)
    }

    @Test("hubs of the machine itself are no hubs to talk of; others are")
    func hubs() {
        let line = "[304.7] usb 1-1-port6: unable to enumerate USB device"
        let chipset = "[1.9] usb 1-1: New USB device found, idVendor=8087, idProduct=0024"
        #expect(Self.headline([chipset, line])?.message.contains("at a hub") == false)
        #expect(Self.headline(["[1.9] usb 1-1: New USB device found, idVendor=05e3, idProduct=0608", line])?.message.contains("at a hub") == true)
        var pi = Platform()
        pi.board = "Raspberry Pi 4 Model B Rev 1.4"
        #expect(Self.headline([line], pi)?.message.contains("at a hub") != true)
    }

    @Test("too much current and a loose contact are causes of their own")
    func causes() {
        let current = "[310.2] usb usb1-port4: over-current change #1"
        let gone = "[310.3] usb 1-4: USB disconnect, device number 3"
        #expect(Self.headline(Self.found + [current, gone])?.message.contains("over-current") == true)
        #expect(Self.headline(Self.found + ["[2.1] usb usb1-port4: over-current change #1", gone])?.message.contains("over-current") == false)
        let loose = ["[310.2] usb usb1-port4: connect-debounce failed", "[313.2] usb usb1-port4: connect-debounce failed"]
        #expect(Self.headline(loose)?.message.contains("without steady contact") == true)
        #expect(Self.headline([loose[0]])?.message.contains("contact") == false)
    }

    @Test("a controller stays dead when something is plugged into another one")
    func controllers() {
        let other = "[1.3] xhci_hcd 0000:02:00.0: new USB bus registered, assigned bus number 3"
        let died = "[99.1] xhci_hcd 0000:02:00.0: HC died; cleaning up"
        let mouse = "[120.1] usb 1-2: New USB device found, idVendor=046d, idProduct=c077"
        #expect(Self.headline([Self.bus, other, died, mouse])?.message.contains("0000:02:00.0 has died") == true)
        #expect(Self.headline([Self.bus, other, died, mouse.replacing("1-2", with: "3-2")])?.message.contains("died") == false)
    }

    @Test("a guest gets devices from its host, unless it has a controller of hardware; a computer by its maker is no guest")
    func guests() {
        var guest = Platform()
        guest.board = "Xen HVM domU"
        #expect(Self.headline([Self.failed], guest)?.message.contains("its host does not pass it on") == true)
        let gone = Self.found + ["[99.1] usb 1-4: USB disconnect, device number 3"]
        #expect(Self.headline(gone, guest)?.message.contains("its host has taken it back") == true)
        var dom0 = Platform()
        (dom0.board, dom0.isGuest) = ("LENOVO 20UES00100", true)
        #expect(Self.headline([Self.failed], dom0)?.message.contains("virtual machine") == false)
    }
}
