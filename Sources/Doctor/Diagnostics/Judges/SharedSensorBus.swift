// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Judges requests to a sensor that fail now and then while it works, on an I²C bus that a touch controller uses as well. Sources:
/// raspberrypi/linux#5476 and #5545, raspberrypi/rpicam-apps#550.
enum SharedSensorBus {
    static func note(_ snapshot: Snapshot) -> Finding? {
        guard let host = snapshot.host.value, let machine = host.machine else { return nil }
        for touch in machine.busTouch ?? [] {
            if let client = snapshot.client {
                let said = (client.sensorErrors ?? []).filter { SensorName.address(inRefusal: $0) == touch.sensor }
                if !said.isEmpty {
                    return finding(touch, said.suffix(3).map { EvidenceLine(client.ownLog, $0) }, snapshot, host, machine, isAtTimes: true)
                }
            }
            let logged = failures(of: touch.sensor, host)
            if !logged.isEmpty { return finding(touch, logged, snapshot, host, machine, isAtTimes: false) }
        }
        return nil
    }

    /// What the sensor's driver said. What it says at its start, it says of a chip that is not there.
    private static func failures(of sensor: String, _ host: HostRecord) -> [EvidenceLine] {
        KernelLogFacts(host).sensorFailures.filter { line in
            let small = line.lowercased()
            return line.contains(" \(sensor):") && !["chip id", "probe"].contains(where: small.contains)
        }.suffix(3).map { EvidenceLine("kernel log", $0) }
    }

    /// - Parameter isAtTimes: whether the sensor is known to work, as where libcamera goes on after a control that was not set.
    private static func finding(
        _ touch: BusTouch, _ lines: [EvidenceLine], _ snapshot: Snapshot, _ host: HostRecord, _ machine: MachineRecord, isAtTimes: Bool
    ) -> Finding {
        let place = Place(snapshot)
        let sensor = machine.sensors.first { $0.name == touch.sensor }?.model
        let controller = touch.model.map { "\($0) (\(touch.name))" } ?? touch.name
        let isGreedy = isAtTimes && place.platform.isRaspberryPi && touch.driver == "edt_ft5x06" && isBeforeRepair(place)
        return Finding(
            .deviceSharedBus, .note,
            "requests to the camera's sensor \(sensor.map { "\($0) (\(touch.sensor))" } ?? touch.sensor) have failed, and the touch controller \(controller) is on the same I²C bus: "
                + (isGreedy
                    ? "its driver in this kernel (\(host.kernelRelease)) uses the bus far more often than it needs to, so now and then the sensor's driver gets no answer"
                    : "the accesses of its driver may get in the way of the sensor's"),
            confidence: isGreedy ? .likely : .possible,
            evidence: lines + [
                EvidenceLine("/sys/bus/i2c/devices/\(touch.name)/driver", touch.driver), EvidenceLine("kernel", host.kernelRelease),
            ],
            effect: "a change of exposure, gain or focus comes late or not at all\(isAtTimes ? "; the pictures go on" : "")",
            fixes: (isGreedy
                ? [
                    place.newerKernel(
                        "Update the kernel: Raspberry Pi's kernels since August 2023 (6.1.46 and later) use this bus less; where no update brings one, use a newer release of the system")
                ] : []) + (place.platform.isRaspberryPi
                    ? [
                        Fix(
                            "If nobody needs the touch screen: switch it off with the parameter disable_touch of the display's overlay (dtoverlay=vc4-kms-dsi-7inch,disable_touch, with display_auto_detect=0) in config.txt, and reboot"
                        )
                    ] : []) + [
                        Fix(
                            "To see whether it is the cause: take the touch screen's driver off until the next start",
                            commands: ["echo \(Words.shell(touch.name)) | sudo tee /sys/bus/i2c/drivers/\(Words.shell(touch.driver))/unbind"], needsRoot: true,
                            undo: ["echo \(Words.shell(touch.name)) | sudo tee /sys/bus/i2c/drivers/\(Words.shell(touch.driver))/bind"], isRunnable: false),
                        Fix("If the requests fail without it, too: reseat the camera's cable, and keep it away from sources of noise; the same lines come from a bad contact"),
                    ])
    }

    /// The driver asks without an interrupt since November 2021 (raspberrypi/linux#4736), and too often until 14 August 2023. Raspberry
    /// Pi's kernels of that time end in `+` (`6.1.21-v8+`); `6.1.0-rpi7-rpi-v8` is a later one, 6.1.63, whose name does not say so.
    private static func isBeforeRepair(_ place: Place) -> Bool {
        place.kernel.hasSuffix("+") && !place.isKernel(before: [5, 10, 82]) && place.isKernel(before: [6, 1, 46])
    }
}
