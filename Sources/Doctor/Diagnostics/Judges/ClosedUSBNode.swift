// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
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
    /// - Parameters:
    ///   - device: its name in sysfs; that of an interface counts as its device's.
    ///   - client: whose rights count; `nil` for the user of this process. Of containers and sandboxes nothing is known.
    init?(
        _ device: String, vendor: String?, product: String?, _ snapshot: Snapshot, _ host: HostRecord, for client: CameraClientRecord? = nil
    ) {
        // What these are given over USB is not looked at, and their groups are others than this machine's.
        if let client, [.container, .flatpak, .snap].contains(client.kind) { return nil }
        let name = String(device.prefix { $0 != ":" })
        let own = snapshot.user.value
        guard let user = client?.user ?? own, user.id != 0, let node = host.usbNodes?.first(where: { $0.device == name }),
            node.isClosed(to: user, isOurs: user.id == own?.id),
            let vendor, let product, [vendor, product].allSatisfy({ $0.utf8.count == 4 && $0.allSatisfy(\.isHexDigit) })
        else { return nil }
        place = Place(snapshot)
        (self.node, self.user, self.vendor, self.product) = (node, user, vendor.lowercased(), product.lowercased())
    }

    func explain(_ finding: inout Finding) {
        explain(&finding, after: "; a program that speaks to it over USB itself (libusb, gphoto2, its maker's library) is denied as well: ")
    }

    /// - Parameter words: the clause that leads to who may not open it.
    private func explain(_ finding: inout Finding, after words: String) {
        finding.message += "\(words)\(user.label) has no permission to open \(node.path)"
        addProof(to: &finding)
        finding.fixes.insert(contentsOf: fixes, at: 0)
    }

    /// The same for a camera of USB3 Vision, which has no other way than that.
    func explainVision(_ finding: inout Finding) {
        finding.message += "; \(user.label) has no permission to open \(node.path), over which such software speaks to it, so that Aravis and others do not list it"
        finding.effect += ", and GenICam software finds no camera, unless it runs as root"
        addProof(to: &finding)
        finding.fixes.insert(
            contentsOf: [
                apply,
                joined("Put the account \(user.label) into the group \(node.ownGroup ?? ""), and log out and in again"),
                place.usb3VisionRule(
                    "Give cameras of USB3 Vision to the user at this machine's screen, and to the group plugdev (create that, if there is none), by a udev rule for the class; the maker's software may bring a rule of its own (Aravis: aravis.rules)",
                    group: "plugdev"),
            ].compactMap(\.self), at: 0)
    }

    /// Adds the node's rights, and the rule for it that has had no effect.
    private func addProof(to finding: inout Finding) {
        finding.evidence.insert(EvidenceLine(node.path, node.access.description), at: min(1, finding.evidence.count))
        guard let rule = node.rule else { return }
        finding.message += ", although a rule of udev is there for it: it came after the device was plugged in, or gives it to others"
        finding.evidence.insert(EvidenceLine("udev's rule for it", rule), at: min(2, finding.evidence.count))
    }

    /// The user may open a camera's video nodes, and not what the library of its maker opens beside them.
    static func besideVideo(_ snapshot: Snapshot, _ node: NodeRecord) -> Finding? {
        let client = snapshot.client
        // A program with libuvc opens any webcam that way.
        guard UnclaimedDevice.isOpenedOverUSB(named: node.title) || client?.usbLibrary == USBLibrary.uvc, let host = snapshot.host.value,
            let camera = host.usbCamera(of: node)
        else { return nil }
        let device = camera.device
        if let client, client.kind != .user, client.usbLibrary == nil { return nil }
        let isGivenByKernel = snapshot.nodes.value?.contains { $0.cameraKey == node.cameraKey && $0.nodeClass == "depth" } == true
        // Where the kernel gives the depth as well, most libraries take it from there. Orbbec's asks each device for its serial number first,
        // and does not list those that it may not open.
        let isAskedOverUSB = camera.vendorID?.lowercased() == orbbec || client?.usbLibrary.map { !isGeneral($0) } == true
        guard !isGivenByKernel || isAskedOverUSB,
            let closed = ClosedUSBNode(device, vendor: camera.vendorID, product: camera.productID, snapshot, host, for: client)
        else { return nil }
        var note = Finding(
            .accessNotPermitted, .note, "\(node.title) gives pictures over \(node.place)", evidence: [EvidenceLine("USB device", device)],
            effect: "programs whose library uses libusb report LIBUSB_ERROR_ACCESS, or find no device", fixes: [])
        if let client, let library = client.usbLibrary {
            note.evidence.append(EvidenceLine(client.title, library))
            // A program with it opens the camera in no other way.
            let cameras = Set((snapshot.nodes.value ?? []).filter(\.yieldsPictures).map(\.cameraKey))
            if library == USBLibrary.uvc, snapshot.subject.isNamed || cameras.count < 2 { note.severity = .fail }
            // What a program uses the general library for, nothing shows.
            closed.explain(&note, after: "; \(client.title) has loaded \(library), which \(isGeneral(library) ? "can open" : "opens") it over USB, and ")
        } else {
            closed.explain(&note, after: "; programs that use its maker's library (SDK) or libusb open it over USB, and ")
        }
        return note
    }

    private static func isGeneral(_ library: String) -> Bool { library.hasPrefix(USBLibrary.general) }

    private static let orbbec = "2bc5"
    /// The rules files that makers put into their SDKs.
    private static let makersRules = [orbbec: "99-obsensor-libusb.rules", "03c3": "asi.rules"]

    private var brought: String {
        Self.makersRules[vendor].map { "or install the rule that its maker's SDK brings (\($0))" } ?? "its maker's package may bring such a rule"
    }

    /// The rule may well be right, and only has not been applied.
    private var apply: Fix? {
        node.rule.map { rule in
            Fix(
                "Plug it in again, or have udev apply its rules to what is plugged in: \(rule) has one for this device",
                commands: ["sudo udevadm control --reload", "sudo udevadm trigger --subsystem-match=usb --action=add"], needsRoot: true, isRunnable: false)
        }
    }

    /// `nil` without a group whose members may open it.
    private func joined(_ title: String) -> Fix? {
        node.ownGroup.map { node.join($0, user, title, in: place, isRunnable: false) }
    }

    private var fixes: [Fix] {
        let rule = "SUBSYSTEM==\"usb\", ATTR{idVendor}==\"\(vendor)\", ATTR{idProduct}==\"\(product)\", MODE=\"0660\", GROUP=\"plugdev\", TAG+=\"uaccess\""
        let join = joined(
            "If a program of yours is to open it over USB: put the account \(user.label) into the group \(node.ownGroup ?? ""), and log out and in again")
        return [apply, join].compactMap(\.self)
            + [
                place.udevRule(
                    "\(join != nil ? "Or let" : "If a program of yours is to open it over USB: let") udev give it to the user at this machine's screen, and to the group plugdev (create that, if there is none); \(brought). Then plug it in again",
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
