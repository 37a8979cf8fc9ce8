// SPDX-License-Identifier: Apache-2.0

/// Judges a receiver on the board whose driver has kept a buffer of a stream that had ended: no stream starts until it is set up again.
enum KeptBuffer {
    /// Drivers of receivers, by their modules; codecs and image processors have such queues, too.
    private static let receivers = ["rp1_cfe", "bcm2835_unicam", "rkisp1", "rkcif", "sun6i_csi", "imx7_media_csi", "stm32_dcmi", "qcom_camss"]

    /// `videobuf2_common: driver bug: stop_streaming operation (cfe_stop_streaming+0xd4/0x200 [rp1_cfe]) is leaving buffer 0 in active
    /// state`. Source: `__vb2_queue_cancel` in the kernel's drivers/media/common/videobuf2/videobuf2-core.c.
    static func find(_ subject: StreamSubject, _ evidence: [EvidenceLine]) -> Finding? {
        guard subject.node?.bus == "platform" || subject.kind == .libcamera, let line = subject.keptBuffer,
            let driver = receivers.first(where: { line.contains("[\($0)]") })
        else { return nil }
        // Only of the driver that has this node; libcamera's cameras are mostly not known by a node.
        if let own = subject.node?.driver, !driver.replacing("_", with: "-").hasSuffix(own.replacing("_", with: "-")) { return nil }
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives: the kernel reports a bug of its receiver's driver (\(driver)), which has kept a buffer of an earlier stream",
            confidence: .likely, evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "no program may get pictures until the driver is set up again",
            fixes: [
                Fix("Restart the machine, which sets the driver up again", commands: ["sudo reboot"], needsRoot: true, isRunnable: false),
                Fix("Update the kernel, and if it comes again, report those lines of the kernel log to its developers"),
                Fix(
                    "Until then, let programs keep the camera open in place of closing and opening it often, and end them in order (not by kill -9)"
                ),
            ])
    }
}
