// SPDX-License-Identifier: Apache-2.0

import Testing
import UdevRules

@Suite("rules that load firmware into a USB device")
struct FirmwareRuleTests {
    @Test(
        "only a rule for both ids that runs fxload loads its firmware",
        arguments: [
            (#"ATTRS{idVendor}=="16c0", ATTRS{idProduct}=="296d", RUN+="/sbin/fxload -t fx2 -I /lib/firmware/a.hex -D $env{DEVNAME}""#, true),
            (#"ENV{PRODUCT}=="16c0/296d/*", RUN+="/sbin/fxload -D $env{DEVNAME}""#, true),
            (#"ATTRS{idVendor}=="16c0", ATTRS{idProduct}=="296b", RUN+="/sbin/fxload -D $env{DEVNAME}""#, false),
            (#"ATTRS{idVendor}=="16c0", ATTRS{idProduct}=="296d", MODE="0666""#, false),
            (#"ENV{PRODUCT}=="16c/296d/*", RUN+="/sbin/fxload -D $env{DEVNAME}""#, false),
        ])
    func loader(text: String, loads: Bool) throws {
        let tree = try RuleTree(["/usr/lib/udev/rules.d/85-x.rules": text])
        let loader = DeviceRule.loader(vendor: "16c0", product: "296d", in: RuleFiles(root: tree.path))
        #expect(loader?.file == (loads ? "/usr/lib/udev/rules.d/85-x.rules" : nil))
        #expect((loader?.command.contains("fxload") == true) == loads)
    }
}
