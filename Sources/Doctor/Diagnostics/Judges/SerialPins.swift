// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Somebody asks why a service gets nothing, and it reads the serial port of a Raspberry Pi's pins, to which scan engines are wired: no
/// camera has to do with it.
enum SerialPins {
    static func find(_ snapshot: Snapshot, _ place: Place, _ evidence: [EvidenceLine]) -> Finding? {
        guard let client = snapshot.client, client.namedDevices == nil, client.namedSensor == nil, let port = client.pinPort else { return nil }
        // Other systems than Raspberry Pi OS do not give the port this name.
        guard port.isConsole || port.hasLogin || port.name == nil && place.platform.packages == .apt && !place.platform.isUbuntu else { return nil }
        return Finding(
            .deviceNone, .fail,
            "there is no camera on this machine, and the command of \(client.title) names none, but \(port.path), the serial port of the Raspberry Pi's pins, as for a scanner that is wired to them: "
                + (port.name == nil
                    ? "that port is not switched on" : "\(port.hasLogin ? "a login prompt" : "the kernel's console") uses that port, and takes what arrives there"),
            confidence: .likely,
            evidence: [EvidenceLine("command of \(client.title)", port.path), EvidenceLine(port.path, state(port))] + evidence,
            effect: "what a scanner sends does not reach that program; a camera would not change it",
            fixes: [port.name == nil ? switchOn : free, wiring])
    }

    private static func state(_ port: PinPort) -> String {
        guard let name = port.name else { return "does not exist" }
        return "\(name): " + Words.list((port.isConsole ? ["console=\(name) on the kernel's command line"] : []) + (port.hasLogin ? ["serial-getty@\(name) runs"] : []))
    }

    private static let wiring = Fix(
        "Check the wires: the scanner's TX at the Pi's RX (pin 10), its RX at TX (pin 8), ground at ground, 3.3 V levels; and that both have the same speed (baud)")

    private static let switchOn = Fix(
        "Switch the port on (enable_uart=1 in config.txt), without a login prompt, and restart the machine",
        commands: ["sudo raspi-config nonint do_serial_hw 0", "sudo raspi-config nonint do_serial_cons 1", "sudo reboot"], needsRoot: true,
        undo: ["sudo raspi-config nonint do_serial_hw 1", "sudo reboot"], isRunnable: false)

    private static let free = Fix(
        "If you can log in over the network or at a screen: disable the login prompt and the console on that port, and restart the machine (by hand: remove console=serial0,115200 from cmdline.txt)",
        commands: ["sudo raspi-config nonint do_serial_cons 1", "sudo reboot"], needsRoot: true,
        undo: ["sudo raspi-config nonint do_serial_cons 0", "sudo reboot"], isRunnable: false)
}
