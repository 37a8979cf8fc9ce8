// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import UserSession

/// A camera without a driver that this user may not open over USB: what is to speak to it instead of a driver fails with "access
/// denied".
struct ClosedUSBNode {
    private let node: USBNodeRecord
    private let user: UserRecord
    private let place: Place
    /// Its ids, four hexadecimal digits each.
    private let vendor: String
    private let product: String

    /// `nil` if the user may open it, or nothing is known of it.
    ///
    /// - Parameter device: its name in sysfs; that of an interface counts as its device's.
    init?(_ device: String, vendor: String?, product: String?, _ snapshot: Snapshot, _ host: HostRecord) {
        let name = String(device.prefix { $0 != ":" })
        guard let user = snapshot.user.value, user.id != 0, let node = host.usbNodes?.first(where: { $0.device == name }),
            node.isClosed(to: user, isOurs: true),
            let vendor, let product, [vendor, product].allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) })
        else { return nil }
        place = Place(snapshot)
        (self.node, self.user, self.vendor, self.product) = (node, user, vendor.lowercased(), product.lowercased())
    }

    func explain(_ finding: inout Finding) {
        finding.message +=
            "; a program that speaks to it over USB itself (libusb, gphoto2, its maker's library) is denied as well: \(user.label) has no permission to open \(node.path)"
        finding.evidence.insert(EvidenceLine(node.path, node.access.description), at: min(1, finding.evidence.count))
        if let rule = node.rule {
            finding.message += ", although a rule of udev is there for it: it came after the device was plugged in, or gives it to others"
            finding.evidence.insert(EvidenceLine("udev's rule for it", rule), at: min(2, finding.evidence.count))
        }
        finding.fixes.insert(contentsOf: fixes, at: 0)
    }

    private var fixes: [Fix] {
        // The rule may well be right, and only has not been applied.
        let apply = node.rule.map { rule in
            Fix(
                "Plug it in again, or have udev apply its rules to what is plugged in: \(rule) has one for this device",
                commands: ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=usb --action=add"], needsRoot: true, isRunnable: false)
        }
        let rule = "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(vendor)\", ATTR{idProduct}==\"\(product)\", MODE=\"0660\", GROUP=\"plugdev\", TAG+=\"uaccess\""
        let join = node.ownGroup.map { group in
            node.join(
                group, user,
                "If a program of yours is to open it over USB: put the account \(user.label) into the group \(group), and log out and in again",
                in: place, isRunnable: false)
        }
        return [apply, join].compactMap(\.self)
            + [
                place.udevRule(
                    "\(join != nil ? "Or let" : "If a program of yours is to open it over USB: let") udev give it to the user at this machine's screen, and to the group plugdev (create that, if there is none); its maker's package may bring such a rule. Then plug it in again",
                    [rule], file: "70-usb-camera.rules")
            ]
    }
}

extension USBNodeRecord {
    /// Puts a user into the group whose members may open it.
    func join(_ group: String, _ user: UserRecord, _ title: String, in place: Place, isRunnable: Bool = true) -> Fix {
        place.join(group, user.label, title, isRunnable: isRunnable)
    }
}
