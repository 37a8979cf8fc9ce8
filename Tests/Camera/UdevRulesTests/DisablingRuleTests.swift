// SPDX-License-Identifier: Apache-2.0

import Testing
import UdevRules

@Suite("rules that disable a USB device")
struct DisablingRuleTests {
    @Test(
        "a rule counts that takes the authorisation from this device, and none for another one",
        arguments: [
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="04f2", ATTR{idProduct}=="b6ea", ATTR{authorized}="0""#, true),
            (#"SUBSYSTEM=="usb", ENV{ID_VENDOR_ID}=="04F2", ATTR{authorized}="0""#, true),
            (#"ACTION=="add", SUBSYSTEM=="usb", KERNEL=="1-8", RUN+="/bin/sh -c 'echo 0 > /sys$devpath/authorized'""#, true),
            (#"ACTION=="add", SUBSYSTEM=="usb", ATTR{bDeviceClass}=="ef", ATTR{authorized}="0""#, true),
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="046d", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", KERNEL=="1-3", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ATTRS{bInterfaceClass}=="08", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="04f2", ATTR{idProduct}=="b6ea", ATTR{authorized}="1""#, false),
            (#"SUBSYSTEM=="usb", ATTR{idVendor}=="04f2", ATTR{authorized}=="0", MODE="0660""#, false),
            (#"SUBSYSTEM=="usb", ATTR{product}=="*Camera*", ATTR{authorized}="0""#, true),
            (#"SUBSYSTEM=="usb", ATTR{product}=="Mass Storage", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ATTR{serial}=="0002", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ATTR{manufacturer}=="Acer", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="thunderbolt", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_interface", ATTR{authorized}="0""#, false),
            (#"SUBSYSTEM=="usb", ENV{DEVTYPE}=="usb_device", ENV{ID_USB_INTERFACES}=="*:0e*:*", ATTR{authorized}="0""#, true),
            (#"SUBSYSTEM=="usb", ENV{PRODUCT}=="4f2/b6ea/*", ATTR{authorized}="0""#, true),
            (#"SUBSYSTEM=="usb", ENV{KIOSK}=="1", ATTR{authorized}="0""#, false),
            ("SUBSYSTEM!=\"usb\", GOTO=\"end\"\nATTR{idVendor}!=\"046d\", GOTO=\"end\"\nATTR{authorized}=\"0\"\nLABEL=\"end\"", false),
            ("ACTION!=\"add\", GOTO=\"end\"\nSUBSYSTEM!=\"usb\", GOTO=\"end\"\nATTR{idVendor}==\"04f2\", ATTR{authorized}=\"0\"\nLABEL=\"end\"", true),
            (#"KERNEL=="1-8", RUN+="/bin/sh -c 'echo 0 > /sys/bus/usb/devices/1-3/authorized'""#, false),
        ])
    func file(text: String, disables: Bool) throws {
        let tree = try RuleTree(["/etc/udev/rules.d/80-x.rules": text])
        let attributes = ["product": "Integrated Camera", "serial": "0001", "bDeviceClass": "ef", "bcdDevice": "0100"]
        let rule = DisablingRule(device: "1-8", vendor: "04f2", product: "b6ea") { attributes[$0] }
        let file = rule.file(in: RuleFiles(root: tree.path))
        #expect(file == (disables ? "/etc/udev/rules.d/80-x.rules" : nil))
    }
}
