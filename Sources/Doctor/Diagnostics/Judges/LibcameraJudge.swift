// SPDX-License-Identifier: Apache-2.0

/// Judges the way to a camera of libcamera: the library, its parts, the camera in its list, and memory for pictures.
enum LibcameraJudge {
    /// The checks before the stream.
    static func judge(_ snapshot: Snapshot) -> [CheckReport] {
        guard let record = snapshot.libcamera?.value else {
            return [.unseen(.presence, snapshot.libcamera ?? .notReached)]
        }
        if let missing = record.missing {
            return [CheckReport(.driver, findings: [library(missing, record)], passed: "")]
        }
        guard !record.cameras.isEmpty else { return [absent(record, snapshot)] }
        let listed = EvidenceLine("libcamera \(record.version ?? "")", record.cameras.joined(separator: ", "))
        var driver = CheckReport(
            .driver, .pass, "libcamera \(record.version ?? "") drives it", evidence: [])
        if let line = record.complaints.first(where: { $0.contains("No static properties") || $0.contains("needs to be fixed") }) {
            driver = driver.adding(untuned(line))
        }
        return [
            CheckReport(.presence, .pass, "libcamera lists \(Words.list(record.cameras))", evidence: [listed]), driver,
        ]
    }

    private static func library(_ reason: String, _ record: LibcameraRecord) -> Finding {
        Finding(
            .libcameraMissing, .fail, "candela cannot use libcamera on this machine",
            evidence: [EvidenceLine("plugin", reason)]
                + (record.cameras.isEmpty ? [] : [EvidenceLine("cam --list", record.cameras.joined(separator: ", "))]),
            effect: "cameras that only libcamera can use give no picture here",
            fixes: [
                Fix(
                    "Install libcamera with its parts for the sensors", commands: ["sudo apt install libcamera-ipa libcamera-tools"],
                    needsRoot: true, isRunnable: false),
                Fix("If it is installed, reinstall candela for this release: its plugin libcandela-libcamera.so fits one version of libcamera"),
            ])
    }

    /// libcamera works and lists no camera.
    private static func absent(_ record: LibcameraRecord, _ snapshot: Snapshot) -> CheckReport {
        let said = record.complaints.map { EvidenceLine("libcamera", $0) }
        let none = EvidenceLine("libcamera \(record.version ?? "")", "no camera")
        if record.complaints.contains(where: { $0.contains("IPA") && ($0.contains("not found") || $0.contains("No IPA found")) }) {
            return CheckReport(
                .driver,
                findings: [
                    Finding(
                        .libcameraNoIPA, .fail, "the module of libcamera for this camera's image processor is missing",
                        confidence: .likely, evidence: [none] + said, effect: "the camera is not in its list",
                        fixes: [
                            Fix(
                                "Install libcamera's image processing modules", commands: ["sudo apt install libcamera-ipa"],
                                needsRoot: true, isRunnable: false)
                        ])
                ], passed: "")
        }
        // Before the programs that have the node open: while the firmware has the camera, libcamera does not list it, with or without them.
        if let hidden = FirmwareCamera.hidden(from: snapshot) { return CheckReport(.driver, findings: [hidden], passed: "") }
        if let holder = snapshot.holders.value?.holders.first(where: { !$0.isOfDesktop }) {
            return CheckReport(
                .contention,
                findings: [
                    Finding(
                        .nodeBusy, .fail, "\(holder.title) is using the camera, and libcamera does not list it meanwhile",
                        confidence: .likely,
                        evidence: [
                            none,
                            EvidenceLine("/proc/\(holder.processID)/fd", "the camera's nodes, open in \(holder.name) (user \(holder.user))"),
                        ], effect: "only one program at a time can capture from a camera",
                        fixes: holder.containerFix.map { [$0] }
                            ?? ContentionJudge.stopping([holder]) + [
                                Fix(
                                    "Stop \(holder.name), which uses the camera: libcamera lets one program have it",
                                    commands: ["kill \(holder.processID)"], isRunnable: false)
                            ])
                ], passed: "")
        }
        let heaps = record.heaps ?? []
        if lacksMemory(record.complaints), !heaps.contains(where: \.mayOpen) {
            let seen = heaps.map { EvidenceLine($0.path, $0.mayOpen ? "may be opened" : "closed to this user") }
            return CheckReport(
                .access,
                findings: [
                    Finding(
                        .libcameraNoMemory, .fail,
                        heaps.isEmpty
                            ? "this kernel has no device from which libcamera could take the memory for pictures"
                            : "this user may not open any device from which libcamera takes the memory for pictures",
                        evidence: [none] + said + seen, effect: "the camera is not in its list",
                        fixes: memoryFixes(heaps, Place(snapshot)))
                ], passed: "")
        }
        if let host = snapshot.host.value, let finding = SensorJudge(snapshot, host).find() {
            return CheckReport(.driver, findings: [finding], passed: "")
        }
        return CheckReport(
            .presence,
            findings: [
                Finding(
                    .libcameraNoCamera, .fail, "this machine has no camera that libcamera knows", evidence: [none] + said,
                    effect: "there is no camera to capture from",
                    fixes: [
                        Fix(
                            "See what libcamera looks for and what it finds", commands: ["LIBCAMERA_LOG_LEVELS=*:DEBUG cam --list"],
                            isRunnable: false),
                        Fix("A webcam is no camera of libcamera's: scan with it directly", commands: ["candela list"]),
                    ])
            ], passed: "")
    }

    /// Whether these lines of libcamera say that it got no memory for pictures.
    static func lacksMemory(_ complaints: [String]) -> Bool {
        complaints.contains { line in ["dma-buf", "dmaHeap", "dma_heap"].contains { line.contains($0) } }
    }

    static func memoryFixes(_ heaps: [LibcameraRecord.Heap], _ place: Place) -> [Fix] {
        guard !heaps.isEmpty else { return [Fix("Use a kernel with CONFIG_DMABUF_HEAPS or CONFIG_UDMABUF")] }
        return [
            heaps.contains { $0.path.hasPrefix("/dev/dma_heap") }
                ? givingToVideo("dma_heap", "SUBSYSTEM==\"dma_heap\"", place)
                : givingToVideo("misc", "KERNEL==\"udmabuf\", SUBSYSTEM==\"misc\"", place)
        ]
    }

    /// The udev rule that gives devices to the group of the cameras.
    static func givingToVideo(_ subsystem: String, _ match: String, _ place: Place) -> Fix {
        giving(
            "Give them to the group video by a udev rule, as Raspberry Pi OS does, and join that group", of: subsystem,
            "\(match), GROUP=\"video\", MODE=\"0660\"", place)
    }

    /// A udev rule for the devices from which libcamera takes memory.
    static func giving(_ title: String, of subsystem: String, _ line: String, _ place: Place) -> Fix {
        place.udevRule(title, [line], file: "70-dma-heap.rules", applyingTo: subsystem)
    }

    private static func untuned(_ line: String) -> Finding {
        Finding(
            .libcameraUntuned, .warn, "this version of libcamera does not know the camera's sensor well",
            evidence: [EvidenceLine("libcamera", line)],
            effect: "exposure and gain can be late or wrong by some frames, and colours are off",
            fixes: [Fix("Install a newer libcamera, and candela for it")])
    }
}
