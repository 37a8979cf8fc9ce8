// SPDX-License-Identifier: Apache-2.0

/// Judges sizes at which a Raspberry Pi's camera reads only the middle of its sensor.
enum CroppedView {
    /// Sensors whose mode of 1920x1080 takes as many of their points, from the middle, and no others. Source: the modes in the kernel's
    /// imx219.c and ov5647.c; the HQ camera's (imx477) takes the whole width.
    private static let sensors = ["imx219", "ov5647"]

    /// The firmware takes that mode for sizes beyond the modes that join points of the whole sensor; libcamera also for smaller ones of
    /// that shape, as the shape weighs most with it. Source: findBestFormat in libcamera's pipeline handler for the Raspberry Pi.
    private static func isRead(_ format: StreamRecord.Format, isFirmware: Bool) -> Bool {
        let isWide = abs(Double(format.width) / Double(max(1, format.height)) - 16.0 / 9) < 0.02
        return (1641...1920).contains(format.width) && format.height <= 1080
            || !isFirmware && isWide && (1280...1640).contains(format.width)
    }

    static func find(_ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        guard let format = stream.format else { return nil }
        let isFirmware = subject.node?.driver == FirmwareCamera.driver && subject.node?.nodeClass == "capture"
        let title = subject.title.lowercased()
        let sensor = subject.kind == .libcamera ? sensors.first(where: title.contains) : nil
        guard isFirmware || sensor != nil, isRead(format, isFirmware: isFirmware) else { return nil }
        return Finding(
            .streamCropped, .note,
            "at \(format.width)x\(format.height) \(subject.name) shows only the middle of what its lens sees"
                + (isFirmware ? ", if it is a Camera Module 1 or 2" : "") + ": in that mode the sensor gives as many points from its middle, and no others",
            confidence: .likely,
            evidence: [
                EvidenceLine("size", "\(format.width)x\(format.height)", threshold: isFirmware ? "up to 1640 points wide" : "of the shape 4:3"),
                EvidenceLine("camera", sensor ?? "of the firmware (bcm2835-v4l2)"),
            ], effect: "the view is narrower, as if zoomed in, and a code must be held farther away to be in it whole",
            fixes: [
                Fix(
                    "Take a size for which all of the sensor is read: 1640x1232, 1600x1200 or 1296x972 (4:3)\(isFirmware ? "; 1280x720 has the whole width, and loses top and bottom" : "")",
                    commands: ["candela scan \(subject.argument) --size 1296x972"], isRunnable: false),
                Fix("Or keep it: its points are finer, and small codes are read from farther away"),
            ])
    }
}
