// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A hub that is part of the machine, so that its ports are the machine's own: nobody can leave it out, or give it a power supply.
enum SolderedHub {
    /// In the chipset, between its controllers of USB 2 and their ports.
    case chipset
    /// On a small board, or in the controller of USB that it has.
    case board

    /// Intel's rate matching hubs, in machines of 2010 to 2014. Source: usb.ids.
    private static let chipsets: Set = ["8087:0020", "8087:0024", "8087:8000", "8087:8001", "8087:8008", "8087:8009"]

    /// LAN9512 and LAN9514 with their network adapter, and the hub inside the controller VL805. Source: usb.ids, the schematics of
    /// the Raspberry Pi.
    private static let boards: Set = ["0424:9512", "0424:9514", "2109:3431"]

    /// Those of NVIDIA's developer kits, which are in hubs with a cable, too.
    private static let jetsons: Set = ["0bda:5411", "0bda:0411", "0bda:5489", "0bda:0489"]

    /// Which of them the hub at this port is; `nil` for one that somebody has plugged in.
    init?(_ hub: USBPort, _ log: KernelLogFacts, _ platform: Platform?) {
        let id = log.identifier(at: hub) ?? ""
        if Self.chipsets.contains(id) {
            self = .chipset
        } else if Self.boards.contains(id) || Self.isOfPi(hub, id, platform)
            || platform?.isJetson == true && hub.path.count == 1 && Self.jetsons.contains(id)
        {
            self = .board
        } else {
            return nil
        }
    }

    /// The Raspberry Pi 3 B+ has two of one kind (LAN7515), one behind the other. The log may have lost the line about the hub.
    private static func isOfPi(_ hub: USBPort, _ id: String, _ platform: Platform?) -> Bool {
        guard let platform, platform.isRaspberryPi, hub.bus == "1", hub.path.first == "1" else { return false }
        let isSecond = hub.path == ["1", "1"] && platform.board?.contains("3 Model B Plus") == true
        return hub.path.count == 1 ? platform.hasSolderedHub || id == "0424:2514" : isSecond
    }
}
