// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges an I²C bus that a service has looked for and that is not there: programs that move a camera's lens, turn it, or switch between
/// several, use such a bus beside the camera's driver.
enum MissingBus {
    static func find(_ client: CameraClientRecord, _ host: HostRecord?, _ place: Place) -> Finding? {
        guard let bus = client.absentBus, (0..<256).contains(bus.number) else { return nil }
        let hasFailed = client.processID == nil && client.exitStatus != nil && client.exitStatus != "0"
        let pi = place.platform.isRaspberryPi ? PiBus(bus.number, place, host) : nil
        let what = pi?.isOfCamera == true ? ", that of the camera's connector" : ""
        let cause =
            bus.isKnown
            ? "the kernel has the bus, and not the driver that makes files of buses (i2c-dev)"
            : "this system does not have the bus \(bus.number) switched on"
        return Finding(
            .accessServiceReports, hasFailed ? .fail : .warn,
            "\(client.title) has found no I²C bus \(bus.number) (\(bus.path))\(what): \(cause)",
            evidence: [
                EvidenceLine(client.ownLog, "\(bus.path): No such file or directory"), EvidenceLine(bus.path, "does not exist"),
                EvidenceLine("/dev/i2c-*", bus.others.isEmpty ? "none" : bus.others.map { "i2c-\($0)" }.joined(separator: " ")),
            ],
            effect: "what it does over that bus, such as moving a camera's lens (focus), does not happen; the pictures themselves come another way",
            fixes: (bus.isKnown ? loading(place) : pi.map { [$0.fix] } ?? [
                Fix(
                    "Switch the bus on: enable it with the board's own tool (\(Place.overlayTools); others: overlays in the boot configuration), and reboot"
                )
            ]) + (bus.others.isEmpty ? [] : [
                Fix("If its device is on another bus: name that in the program's settings; this shows which buses there are", commands: ["ls /dev/i2c-*", "i2cdetect -l"], isRunnable: false)
            ]) + [client.again("Then start it again")])
    }

    private static func loading(_ place: Place) -> [Fix] {
        guard !place.isGuest else { return [Fix("On the host, whose kernel a container uses: load the module i2c-dev, now and at every start")] }
        return [
            Fix("Load that driver", commands: ["sudo modprobe i2c-dev"], needsRoot: true, undo: ["sudo modprobe -r i2c-dev"], isRunnable: false),
            place.loadingAtStart("i2c-dev", "If it works, load it at every start"),
        ]
    }

    /// The buses of a Raspberry Pi. Source: the firmware's overlays/README, the parameters of <base> (i2c_arm, i2c_vc, i2c_csi_dsi) and the
    /// overlays i2c3 to i2c6.
    private struct PiBus {
        let isOfCamera: Bool
        let fix: Fix

        init(_ number: Int, _ place: Place, _ host: HostRecord?) {
            let file = "in /boot/firmware/config.txt (older systems: /boot/config.txt), and reboot"
            if number == 1 {
                isOfCamera = false
                fix = Fix("Switch the header's bus on: raspi-config, Interface Options, I2C; or write dtparam=i2c_arm=on \(file)")
            } else if number == 0 || number == 10, !place.isPi5 {
                // From then on a switch stands before it.
                let isSwitched = !place.isKernel(before: [5, 4])
                isOfCamera = number == 10 || !isSwitched
                let names = isSwitched ? "; the camera's connector is then /dev/i2c-10 (on the Pi 3 and 4), and /dev/i2c-0 the pins 27 and 28 of the header" : ""
                let firmware = host?.machine?.isCameraFirmware == true ? ". The firmware uses this bus for the camera itself: if the two disturb each other, let the program wait until the camera runs" : ""
                fix = Fix("Switch the bus on: write dtparam=i2c_vc=on \(file)\(names)\(firmware)")
            } else if place.isPi5, [4, 6, 10, 11].contains(number) {
                isOfCamera = true
                fix = Fix("Switch the connectors' buses on: write dtparam=i2c_csi_dsi=on for CAM/DISP 1, and dtparam=i2c_csi_dsi0=on for CAM/DISP 0 \(file). Their numbers depend on the kernel (4 and 6, or 10 and 11), so the bus may have another one then")
            } else {
                isOfCamera = false
                fix = Fix("Switch the bus on: write the overlay of its number (such as dtoverlay=i2c\(number), if this model has it) \(file)")
            }
        }
    }
}
