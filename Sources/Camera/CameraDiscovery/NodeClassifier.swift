// SPDX-License-Identifier: Apache-2.0

import Frames

/// Judges what a node is for from what is known of it. Pure: asks nobody.
public enum NodeClassifier {
    public static func classify(_ evidence: NodeEvidence) -> NodeClassification {
        if let byName = classifyByName(evidence.sysname) { return byName }
        switch evidence.opened {
        case .success(let capabilities): return classify(opened: capabilities, evidence)
        case .failure(let failure): return classifyUnopened(evidence, "\(evidence.sysname) not opened: \(failure)")
        case nil: return classifyUnopened(evidence, "\(evidence.sysname) not opened")
        }
    }

    /// The kernel names each kind of node by its own prefix. Source: `__video_register_device` in `v4l2-dev.c`.
    static func classifyByName(_ sysname: String) -> NodeClassification? {
        let kinds: [(prefix: String, class: NodeClass)] = [
            ("v4l-subdev", .subdevice), ("v4l-touch", .touch), ("swradio", .softwareRadio), ("radio", .radio),
            ("vbi", .vbi),
        ]
        for kind in kinds where sysname.hasPrefix(kind.prefix) {
            return NodeClassification(kind.class, "the kernel registers it as \(kind.prefix)")
        }
        return nil
    }

    private static func classify(opened node: NodeCapabilities, _ evidence: NodeEvidence) -> NodeClassification {
        let caps = node.effective
        let source =
            node.deviceCaps == nil
            ? "capabilities (the driver sets no device_caps) 0x\(String(caps, radix: 16))"
            : "device_caps 0x\(String(caps, radix: 16))"
        let has = { (bits: UInt32) in caps & bits != 0 }

        // Before everything else: with exclusive_caps a loopback device looks like an output until it is fed.
        if evidence.hasLoopbackAttributes || node.driver == "v4l2 loopback" {
            return classify(loopback: node)
        }
        // Touch sensors give their pressure maps through VIDEO_CAPTURE.
        if has(Capability.touch) { return NodeClassification(.touch, "\(source) has TOUCH") }
        if has(Capability.anyMemoryToMemory) {
            return NodeClassification(.memoryToMemory, "\(source) has VIDEO_M2M")
        }
        if has(Capability.anyCapture) {
            // Codecs from before the memory-to-memory flag set both.
            if has(Capability.anyOutput) {
                return NodeClassification(.memoryToMemory, "\(source) has both VIDEO_CAPTURE and VIDEO_OUTPUT")
            }
            return classify(capture: node, evidence, source)
        }
        let others: [(bits: UInt32, class: NodeClass, name: String)] = [
            (Capability.metadataCapture, .metadata, "META_CAPTURE and not VIDEO_CAPTURE"),
            (Capability.metadataOutput, .metadata, "META_OUTPUT"),
            (Capability.anyOutput, .output, "VIDEO_OUTPUT"),
            (Capability.anySoftwareRadio, .softwareRadio, "SDR"),
            (Capability.anyVBI, .vbi, "VBI"),
            (Capability.radio | Capability.modulator | Capability.rds, .radio, "RADIO"),
            (Capability.outputOverlay, .output, "VIDEO_OUTPUT_OVERLAY"),
        ]
        for other in others where has(other.bits) {
            return NodeClassification(other.class, "\(source) has \(other.name)")
        }
        return NodeClassification(.other, "\(source) has no VIDEO_CAPTURE")
    }

    /// A program that feeds v4l2loopback fixes its format, and only that one is listed. Unfed, older versions list none
    /// and newer ones (0.14) all they know. With `keep_format` one that was fed once looks fed for ever.
    private static func classify(loopback node: NodeCapabilities) -> NodeClassification {
        if node.effective & Capability.anyCapture == 0 {
            return NodeClassification(
                .loopback, "driver \(node.driver); no program feeds it: it shows only its output side")
        }
        guard node.formats.count == 1 else {
            return NodeClassification(
                .loopback, "driver \(node.driver); no program feeds it: its pixel format is not fixed yet")
        }
        return NodeClassification(
            .loopback, "driver \(node.driver); a program feeds it \(list(node.formats))", yieldsPictures: true)
    }

    private static func classify(
        capture node: NodeCapabilities, _ evidence: NodeEvidence, _ source: String
    ) -> NodeClassification {
        if node.effective & Capability.mediaController != 0 {
            return NodeClassification(
                .needsLibcamera, "\(source) has IO_MC: its pipeline must be set up through the media controller")
        }
        if let pipeline = pipelineDriver(node.driver) ?? evidence.sysfsDriver.flatMap(pipelineDriver) {
            return NodeClassification(.needsLibcamera, pipeline)
        }
        let families = Set(node.formats.map(PixelFormatFamily.init))
        let formats = list(node.formats)
        switch families {
        case []:
            return NodeClassification(.capture, "\(source) has VIDEO_CAPTURE, but it lists no pixel format")
        case [.bayer]:
            return NodeClassification(.needsLibcamera, "it gives raw Bayer data only (\(formats))")
        case [.depth], [.depth, .grey]:
            return NodeClassification(.depth, "it gives depth maps (\(formats))")
        case [.grey]:
            let colour = evidence.siblings.first { sibling in
                sibling.formats.contains { PixelFormatFamily($0) == .colour }
            }
            if let colour {
                return NodeClassification(
                    .infrared, "it gives grey only (\(formats)) and \(colour.sysname) of the same device gives colour",
                    yieldsPictures: true)
            }
            if let word = infraredWord(in: [evidence.name, node.card]) {
                return NodeClassification(
                    .infrared, "it gives grey only (\(formats)) and its name says \(word)", yieldsPictures: true)
            }
        default: break
        }
        return NodeClassification(.capture, "\(source) has VIDEO_CAPTURE; formats \(formats)", yieldsPictures: true)
    }

    // MARK: Words shared with the judgement of nodes that were not opened

    /// Drivers whose capture nodes are stages of a pipeline, though not all of them set IO_MC. ENUM_FMT of some lists
    /// what the hardware might give, linked or not.
    static func pipelineDriver(_ driver: String) -> String? {
        let name = driver.lowercased()
        if name == "unicam" || name == "rp1-cfe" {
            return "driver \(driver): Raspberry Pi camera receiver, it gives raw sensor data only"
        }
        if name == "bcm2835-isp" || name == "pispbe" {
            return "driver \(driver): Raspberry Pi image processor, fed by libcamera"
        }
        if name.contains("ipu6") || name.contains("ipu7") || name == "isys" || name.hasSuffix(".isys") {
            return "driver \(driver): Intel IPU receiver, it gives raw sensor data at most"
        }
        if name.hasPrefix("ipu3-") {
            return "driver \(driver): Intel IPU3, it gives raw sensor data only"
        }
        return nil
    }

    /// The word by which a name gives an infrared camera away.
    static func infraredWord(in names: [String]) -> String? {
        for name in names {
            let words = name.split { !$0.isLetter && !$0.isNumber }
            if let word = words.first(where: { ["ir", "infrared"].contains($0.lowercased()) }) { return "\"\(word)\"" }
        }
        return nil
    }

    /// At most six formats, by name.
    private static func list(_ formats: [FourCC]) -> String {
        let shown = formats.prefix(6).map(\.description).joined(separator: ", ")
        return formats.count > 6 ? "\(shown) and \(formats.count - 6) more" : shown
    }
}
