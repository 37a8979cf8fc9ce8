// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import MachineFacts
internal import UserSession

/// A serial port of a camera or scanner that this user may not open, or to which ModemManager speaks first.
struct SerialPortAccess {
    private let port: SerialPortRecord
    private let user: UserRecord
    private let place: Place
    /// Whether the user may not open it.
    let isClosed: Bool

    /// `nil` if nothing keeps the user from it, or nothing is known of it.
    ///
    /// - Parameter isOfDevice: which of the ports is meant.
    init?(_ snapshot: Snapshot, where isMeant: (SerialPortRecord) -> Bool) {
        // What these are given is not looked at, and their groups are others than this machine's.
        if let client = snapshot.client, [.container, .flatpak, .snap].contains(client.kind) { return nil }
        let own = snapshot.user.value
        guard let user = snapshot.client?.user ?? own, let port = snapshot.host.value?.serialPorts?.first(where: isMeant) else { return nil }
        place = Place(snapshot)
        isClosed = user.id != 0 && port.node.isClosed(to: user, isOurs: user.id == own?.id)
        (self.port, self.user) = (port, user)
        guard !place.isGuest, isClosed || port.modemManager != nil else { return nil }
    }

    /// The user may open a camera's video nodes, and not the port over which programs of its maker control it.
    static func besideVideo(_ snapshot: Snapshot, _ node: NodeRecord) -> Finding? {
        guard let device = node.cameraKey.split(separator: "/").last, let access = Self(snapshot, where: { $0.node.device == device[...] }),
            access.isClosed
        else { return nil }
        return Finding(
            .accessNotPermitted, .note,
            "\(node.title) gives pictures over \(node.place), and has a serial port of its own, \(access.port.node.path), which \(access.user.label) has no permission to open"
                + (access.port.modemManager == nil ? "" : "; besides, ModemManager takes that port for a modem's and may speak to it first"),
            evidence: access.evidence,
            effect: "pictures arrive; a program that controls the camera over that port is told \"Permission denied\"", fixes: access.fixes)
    }

    var evidence: [EvidenceLine] {
        [EvidenceLine(port.node.path, port.node.access.description)]
            + (port.modemManager.map {
                [EvidenceLine("udev's record of \(port.node.path)", "ID_MM_CANDIDATE=1, and nothing tells ModemManager (process \($0)) to ignore it")]
            } ?? [])
    }

    var fixes: [Fix] {
        [joined, rule].compactMap(\.self)
    }

    private var joined: Fix? {
        guard isClosed, let group = port.node.ownGroup else { return nil }
        if user.accountGroups.contains(where: { $0.name == group }) {
            return Fix("Log out and in again: \(user.label) is in the group \(group), and this login session started before that")
        }
        return port.node.join(
            group, user,
            "If a program of yours is to open \(port.node.path): put the account \(user.label) into the group \(group), and log out and in again",
            in: place, isRunnable: false)
    }

    /// The tag has an effect before 73 only, and ModemManager's own rules end at 80.
    private var rule: Fix {
        func ids(_ key: String) -> String { "\(key){idVendor}==\"\(port.vendor)\", \(key){idProduct}==\"\(port.product)\"" }
        let isModem = port.modemManager != nil
        let settings = (isClosed ? ["TAG+=\"uaccess\""] : []) + (isModem ? ["ENV{ID_MM_PORT_IGNORE}=\"1\""] : [])
        let lines =
            ["SUBSYSTEM==\"tty\", \(ids("ATTRS")), \(settings.joined(separator: ", "))"]
            + (isModem ? ["SUBSYSTEM==\"usb\", \(ids("ATTR")), ENV{ID_MM_DEVICE_IGNORE}=\"1\""] : [])
        let sparing = "tell ModemManager to leave it alone, which may send it modem commands for some seconds after it is plugged in"
        let title =
            isClosed
            ? "\(joined == nil ? "Let" : "Or let") udev give the port to the user at this machine's screen\(isModem ? ", and \(sparing)" : "")"
            : "If what the port sends at first is lost, or a program finds it busy: \(sparing)"
        return place.udevRule("\(title). Then plug it in again", lines, file: "69-usb-serial-port.rules")
    }
}
