// SPDX-License-Identifier: Apache-2.0

/// A control that another program has set and the camera has refused, by the kernel's log: those that an automatic mode governs can be
/// set only while that is off.
enum LockedControl {
    /// The numbers of a camera's own controls (on unit 1, the camera terminal) and of those of its image processing (on other units),
    /// with V4L2's names. Source: USB Device Class Definition for Video Devices 1.5, A.9.4 and A.9.5.
    private static let known: [(isTerminal: Bool, number: Int, name: String, words: String, off: String)] = [
        (true, 4, "exposure_time_absolute", "the exposure time", "auto_exposure=1"),
        (true, 6, "focus_absolute", "the focus", "focus_automatic_continuous=0"),
        (false, 10, "white_balance_temperature", "the colour temperature (white balance)", "white_balance_automatic=0"),
    ]

    /// - Parameter subject: of the camera that the log names by its port.
    static func find(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, let node = subject.node, node.driver == "uvcvideo", let log = snapshot.host.value?.kernelLog.value,
            let port = node.cameraKey.split(separator: "/").last
        else { return nil }
        for line in log.reversed() where line.contains("\(port):") || line.contains("uvcvideo: ") {
            // `Failed to query (SET_CUR) UVC control 10 on unit 2: -32 (exp. 2).`: -32 is EPIPE, the camera's refusal.
            guard line.contains("(SET_CUR)"), line.contains(": -32"), let control = number(after: "UVC control ", line),
                let unit = number(after: "on unit ", line),
                let found = known.first(where: { $0.number == control && $0.isTerminal == (unit == 1) }),
                !isFree(found.name, stream.settings)
            else { continue }
            let camera = subject.argument
            return Finding(
                .streamLockedControl, .note,
                "\(subject.name) has refused \(found.words) (\(found.name)) that a program set: while the automatic is on, it governs that value, and nobody else can set it",
                confidence: .likely, evidence: [EvidenceLine("kernel log", line)],
                effect: "the program reports an error, such as \"Invalid argument\", \"Permission denied\" or \"Invalid or incomplete multibyte character\", and the value stays",
                fixes: [
                    Fix(
                        "Switch the automatic off first, then set the value, in this order; candela does both",
                        commands: ["candela set \(found.off) \(found.name)=VALUE --camera \(camera)"], isRunnable: false),
                    Fix("Or leave it on, and see what it has chosen", commands: ["candela info \(camera)"], isRunnable: false),
                ])
        }
        return nil
    }

    private static func number(after sign: String, _ line: String) -> Int? {
        line.firstRange(of: sign).flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }.prefix(4)) }
    }

    /// Whether its automatic is off now: then something else is wrong.
    private static func isFree(_ name: String, _ settings: CameraSettings?) -> Bool {
        switch name {
        case "exposure_time_absolute": settings?.isExposureManual == true
        case "focus_absolute": settings?.isFocusAutomatic == false
        default: false
        }
    }
}
