// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges a service that ended because it wants a camera with one certain sensor, and libcamera lists others only: examples and programs for
/// Raspberry Pi's AI Camera do.
enum WantedSensor {
    static func find(_ client: CameraClientRecord, _ snapshot: Snapshot) -> Finding? {
        guard client.processID == nil, let words = client.lastWords, let cameras = snapshot.libcamera?.value?.cameras else { return nil }
        let present = cameras.flatMap(names)
        guard !present.isEmpty,
            let (line, wanted) = words.suffix(6).reversed().lazy.compactMap({ line in wanted(in: line).map { (line, $0) } }).first,
            !present.contains(wanted)
        else { return nil }
        let isPi = snapshot.host.value?.machine?.platform.isRaspberryPi == true
        let title = "the sensor \(wanted)" + (isPi ? models[wanted].map { " (\($0))" } ?? "" : "")
        let others = Words.list(present.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
        return Finding(
            .accessServiceBroken, .fail,
            "\(client.title) has ended because it wants a camera with \(title), and there is none among those that libcamera lists: \(others); it said \"\(line.prefix(200))\"",
            confidence: .likely,
            evidence: [EvidenceLine(client.journalctl, line), EvidenceLine("cam --list", cameras.prefix(4).joined(separator: ", "))],
            effect: "the program is made for that sensor and does not use another; the camera that is here is not at fault",
            fixes: [
                Fix(
                    "Use another program, or another of its examples, that takes ordinary cameras: the one that is here has \(others)",
                    commands: client.restart, needsRoot: client.needsRoot, isRunnable: false),
                Fix(
                    "Or attach a camera with \(title): switch the machine off before, and look after the start whether it is listed",
                    commands: [isPi ? "rpicam-hello --list-cameras" : "cam --list"], isRunnable: false),
            ])
    }

    /// A sensor's name in a line that says that its camera is not there; not a part of the name of a file, such as `imx500.json`.
    private static func wanted(in line: String) -> String? {
        let small = line.lowercased()
        guard small.contains("camera"), ["not found", "not detected", "not connected", "no such camera"].contains(where: small.contains) else { return nil }
        return small.split { $0.isWhitespace || "'\"()[],;".contains($0) }.map { $0.hasSuffix(":") ? $0.dropLast() : $0 }
            .first { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } && SensorName.isOne($0) }.map(String.init)
    }

    /// The sensors in a line of libcamera's list: `'imx708_wide' (/base/axi/pcie@120000/rp1/i2c@80000/imx708@1a)`.
    private static func names(_ camera: String) -> [String] {
        var seen: Set<String> = []
        return camera.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init).filter { SensorName.isOne($0) && seen.insert($0).inserted }
    }

    /// Source: Raspberry Pi's documentation, "Camera modules".
    private static let models = [
        "imx500": "Raspberry Pi's AI Camera", "imx708": "Camera Module 3", "imx477": "High Quality Camera", "imx296": "Global Shutter Camera",
        "imx219": "Camera Module 2", "ov5647": "Camera Module 1",
    ]
}
