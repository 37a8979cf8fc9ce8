// SPDX-License-Identifier: Apache-2.0

extension NodeClassifier {
    /// Classifies from udev's properties and sysfs only, and says so: second-hand and therefore weaker evidence.
    ///
    /// - Parameter cause: why the node was not opened.
    static func classifyUnopened(_ evidence: NodeEvidence, _ cause: String) -> NodeClassification {
        func judged(_ nodeClass: NodeClass, _ reason: String, yieldsPictures: Bool = false) -> NodeClassification {
            NodeClassification(nodeClass, "\(reason) (\(cause))", yieldsPictures: yieldsPictures)
        }
        let driver = evidence.sysfsDriver

        if evidence.hasLoopbackAttributes {
            return judged(
                .loopback, "sysfs has v4l2loopback's attributes",
                yieldsPictures: evidence.udevWords?.contains("capture") ?? false)
        }
        if let reason = driver.flatMap(pipelineDriver) { return judged(.needsLibcamera, "sysfs: \(reason)") }
        if let driver, memoryToMemoryDrivers.contains(driver) {
            return judged(.memoryToMemory, "sysfs: driver \(driver) is a codec")
        }

        if let words = evidence.udevWords {
            let captures = words.contains("capture")
            let outputs = words.contains("video_output")
            if captures && outputs { return judged(.memoryToMemory, "udev reports both capture and video_output") }
            if captures {
                if let word = infraredWord(in: [evidence.name]) {
                    return judged(.infrared, "udev reports capture, and its name contains \(word)", yieldsPictures: true)
                }
                return judged(.capture, "udev reports capture", yieldsPictures: true)
            }
            if outputs { return judged(.output, "udev reports video_output") }
            // v4l_id prints nothing for metadata, and nothing for memory-to-memory either.
            if driver == "uvcvideo" {
                return judged(.metadata, "udev reports no capture, and other nodes of uvcvideo are metadata nodes")
            }
            if let index = evidence.index, index > 0, evidence.siblings.contains(where: \.captures) {
                return judged(.metadata, "udev reports no capture, and another node of the device captures")
            }
            return judged(.other, "udev reports neither capture nor output: it is a metadata or memory-to-memory node")
        }

        // Without udev: uvcvideo registers each stream's capture node first, then (since 4.16) its metadata node.
        if driver == "uvcvideo", let index = evidence.index {
            if index % 2 == 0 {
                return judged(.capture, "sysfs: index \(index) of uvcvideo, without udev", yieldsPictures: true)
            }
            return judged(.metadata, "sysfs: index \(index) of uvcvideo, without udev")
        }
        if evidence.index == 0 {
            return judged(.capture, "sysfs: first node of its device, without udev; a guess", yieldsPictures: true)
        }
        return judged(.other, "sysfs does not show its purpose, and udev's rules have not run")
    }

    /// Drivers common on small boards; the list is not complete. v4l_id prints the same `:` for them as for metadata.
    private static let memoryToMemoryDrivers: Set<String> = [
        "bcm2835-codec", "vim2m", "vicodec", "hantro-vpu", "rkvdec", "cedrus", "s5p-mfc", "s5p-jpeg", "coda", "wave5",
        "qcom-venus", "meson-vdec", "mtk-vcodec-dec", "mtk-vcodec-enc", "rockchip-rga", "stm32-dma2d",
    ]
}
