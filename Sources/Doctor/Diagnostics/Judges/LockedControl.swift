// SPDX-License-Identifier: Apache-2.0

/// A control that another program has set and the camera has refused, by the kernel's log: those that an automatic mode governs can be
/// set only while that is off.
enum LockedControl {
    /// The numbers of a camera's own controls (of its input terminal) and of those of the unit that processes its pictures, with V4L2's
    /// names. Source: USB Device Class Definition for Video Devices 1.5, A.9.4 and A.9.5.
    private static let known: [(isTerminal: Bool, number: Int, name: String, words: String, mode: String, off: String)] = [
        (true, 4, "exposure_time_absolute", "the exposure time", "automatic exposure", "auto_exposure=1"),
        (true, 6, "focus_absolute", "the focus", "automatic focus", "focus_automatic_continuous=0"),
        (false, 10, "white_balance_temperature", "the colour temperature (white balance)", "automatic white balance", "white_balance_automatic=0"),
    ]

    /// - Parameter subject: of the camera that the log names by its port.
    static func find(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, let node = subject.node, node.driver == "uvcvideo", let log = snapshot.host.value?.kernelLog.value,
            let port = node.cameraKey.split(separator: "/").last
        else { return nil }
        // Of the camera that is plugged in there now.
        let since = log.lastIndex { $0.contains("usb \(port):") && $0.contains("New USB device found") } ?? log.startIndex
        // Older kernels do not say which camera it was.
        let isOnly = Set((snapshot.host.value?.usbCameras ?? []).map(\.device)).count == 1
        for line in log[since...].reversed() where line.contains("usb \(port):") || line.contains("uvcvideo \(port):") || isOnly && line.contains("uvcvideo: ") {
            // `Failed to query (SET_CUR) UVC control 10 on unit 2: -32 (exp. 2).`: -32 is EPIPE, the camera's refusal.
            guard line.contains("(SET_CUR)"), line.contains(": -32"), let control = number(after: "UVC control ", line),
                let unit = number(after: "on unit ", line),
                let isTerminal = isTerminal(unit, node), let found = known.first(where: { $0.number == control && $0.isTerminal == isTerminal }),
                !isFree(found.name, stream.settings)
            else { continue }
            let camera = subject.argument
            return Finding(
                .streamLockedControl, .note,
                "\(subject.name) has refused \(found.words) (\(found.name)) when it was set: while the \(found.mode) is on, it governs that value, and nobody else can set it",
                confidence: .likely, evidence: [EvidenceLine("kernel log", line)],
                effect: "the program reports an error, such as \"Invalid argument\", \"Permission denied\" or \"Invalid or incomplete multibyte character\", and the value stays",
                fixes: [
                    Fix(
                        "Switch the \(found.mode) off first, then set the value, in this order; candela does both",
                        commands: ["candela set \(found.off) \(found.name)=VALUE --camera \(camera)"], isRunnable: false),
                    Fix("Or leave it on, and see what it has chosen", commands: ["candela info \(camera)"], isRunnable: false),
                ])
        }
        return nil
    }

    /// Whether it is the camera's own unit; `nil` for one that neither is nor processes its pictures. Most cameras number them from 1 on.
    private static func isTerminal(_ unit: Int, _ node: NodeRecord) -> Bool? {
        guard let units = node.usbUnits else { return unit == 1 ? true : unit <= 5 ? false : nil }
        return unit == units.camera ? true : unit == units.processing ? false : nil
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
