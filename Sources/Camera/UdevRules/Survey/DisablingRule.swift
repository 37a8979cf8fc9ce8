// SPDX-License-Identifier: Apache-2.0

/// A rule of somebody's that takes the authorisation from a USB device, so that no driver may bind to it.
package struct DisablingRule {
    /// The name of the device in sysfs, `1-8`.
    private let device: String
    /// Four hexadecimal digits each.
    private let vendor: String
    private let product: String
    /// The first line of a file in its folder of sysfs; `nil` without it.
    private let attribute: (String) -> String?

    /// - Parameters:
    ///   - device: its name in sysfs, `1-8`.
    ///   - vendor: four hexadecimal digits.
    ///   - attribute: gives the first line of a file in its folder of sysfs, or `nil`.
    package init(device: String, vendor: String, product: String, attribute: @escaping (String) -> String?) {
        self.device = device
        self.vendor = vendor
        self.product = product
        self.attribute = attribute
    }

    /// The file that disables this device, without the root; `nil` if none surely does. A rule is not blamed if one of its conditions cannot
    /// be looked at.
    package func file(in rules: RuleFiles) -> String? { rules.files.first { disables($0.lines) }?.path }

    private func disables(_ lines: [RuleLine]) -> Bool {
        var label: String?
        for line in lines {
            if let wanted = label {
                guard line.tokens.contains(where: { $0.key == "LABEL" && $0.value == wanted }) else { continue }
                label = nil
            }
            guard line.matches.allSatisfy(admits) else { continue }
            if line.assignments.contains(where: isDisabling) { return true }
            label = line.assignments.first { $0.key == "GOTO" }?.value
        }
        return false
    }

    private func isDisabling(_ token: RuleToken) -> Bool {
        switch token.key {
        case "ATTR": return token.attribute == "authorized" && token.value == "0"
        // `RUN+="/bin/sh -c 'echo 0 > /sys$devpath/authorized'"`, or with the name of one device.
        case "RUN":
            guard token.value.contains("/authorized"), token.value.contains("echo 0") else { return false }
            let folder = "/bus/usb/devices/"
            return !token.value.contains(folder) || [device, "$kernel", "%k"].contains { token.value.contains("\(folder)\($0)/authorized") }
        default: return false
        }
    }

    private func admits(_ token: RuleToken) -> Bool {
        switch token.key {
        // What is plugged in is added; what was there before is changed, and gets its driver later.
        case "ACTION": holds(token, ["add", "change", "bind"])
        case "SUBSYSTEM": token.holds(for: "usb")
        case "SUBSYSTEMS": ["usb", "pci"].contains(where: token.holds(for:))
        case "KERNEL": token.holds(for: device)
        case "KERNELS": parents.contains(where: token.holds(for:))
        case "DRIVER", "DRIVERS": holds(token, ["usb", "uvcvideo"])
        case "ENV": holds(property: token)
        case "ATTR", "ATTRS": holds(attribute: token)
        case "TEST": !token.value.hasPrefix("/") && (attribute(token.value) != nil) == (token.operation == .equal)
        default: false
        }
    }

    private func holds(property token: RuleToken) -> Bool {
        switch token.attribute {
        case "DEVTYPE": token.holds(for: "usb_device")
        case "ID_VENDOR_ID": holds(token, vendor)
        case "ID_MODEL_ID": holds(token, product)
        // Those of a webcam with a microphone.
        case "ID_USB_INTERFACES": token.holds(for: ":0e0100:0e0200:010100:010200:")
        case "PRODUCT": token.holds(for: number)
        default: false
        }
    }

    private func holds(attribute token: RuleToken) -> Bool {
        switch token.attribute {
        case "idVendor": holds(token, vendor)
        case "idProduct": holds(token, product)
        // Others are about storage or network devices; 00 and ef are those of devices with several functions. Without authorisation a
        // device has no interfaces to look at. Source: the class codes of USB.
        case "bInterfaceClass": ["0e", "0E"].contains(where: token.holds(for:))
        case "bDeviceClass":
            attribute("bDeviceClass").map { holds(token, $0) } ?? ["0e", "0E", "ef", "EF", "00"].contains(where: token.holds(for:))
        // The rule has changed it since.
        case "authorized": token.holds(for: "1")
        case let name?: attribute(name).map(token.holds(for:)) ?? false
        case nil: false
        }
    }

    /// The ids as the kernel writes them into PRODUCT: `4f2/b6ea/100`.
    private var number: String {
        [vendor, product, attribute("bcdDevice") ?? "0"].map { UInt16($0, radix: 16).map { String($0, radix: 16) } ?? $0 }.joined(separator: "/")
    }

    /// The names of the device and of the hubs above it: `1-8.2`, `1-8`, `usb1`.
    private var parents: [String] {
        var names = [device]
        var name = device[...]
        while let dot = name.lastIndex(of: ".") {
            name = name[..<dot]
            names.append(String(name))
        }
        return names + ["usb\(name.prefix { $0 != "-" })"]
    }

    /// Whether it holds for one of these, where it names some; where it leaves some out, for the first.
    private func holds(_ token: RuleToken, _ values: [String]) -> Bool {
        values.prefix(token.operation == .equal ? values.count : 1).contains(where: token.holds(for:))
    }

    private func holds(_ token: RuleToken, _ id: String) -> Bool {
        token.operation == .equal
            ? token.holds(for: id.lowercased()) || token.holds(for: id.uppercased())
            : token.holds(for: id.lowercased()) && token.holds(for: id.uppercased())
    }
}
