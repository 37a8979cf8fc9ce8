// SPDX-License-Identifier: Apache-2.0

import Frames

/// Determines the class of a node from the evidence. A pure function.
package enum NodeClassifier {
    package static func classify(_ evidence: NodeEvidence) -> NodeClassification {
        if let byName = classifyByName(evidence.sysname) { return byName }
        switch evidence.opened {
        case .success(let capabilities): return classify(opened: capabilities, evidence)
        case .failure(let failure): return classifyUnopened(evidence, "\(evidence.sysname) not opened: \(failure)")
        case nil: return classifyUnopened(evidence, "\(evidence.sysname) not opened")
        }
    }

    /// Classifies by the prefix of the kernel's name. Source: `__video_register_device` in `v4l2-dev.c`.
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

        // This check comes first: with exclusive_caps a loopback device looks like an output until a program feeds it.
        if evidence.hasLoopbackAttributes || node.driver == "v4l2 loopback" {
            return classify(loopback: node)
        }
        // Touch sensors deliver their pressure maps through VIDEO_CAPTURE.
        if has(Capability.touch) { return NodeClassification(.touch, "\(source) has TOUCH") }
        if has(Capability.anyMemoryToMemory) {
            return NodeClassification(.memoryToMemory, "\(source) has VIDEO_M2M")
        }
        if has(Capability.anyCapture) {
            // Codecs older than the memory-to-memory flag set both.
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

    /// A program that feeds v4l2loopback fixes its format, and then only that one is listed. Unfed, older versions list
    /// none and newer ones (0.14) all they support. With `keep_format`, a device that was fed once always looks fed.
    private static func classify(loopback node: NodeCapabilities) -> NodeClassification {
        if node.effective & Capability.anyCapture == 0 {
            return NodeClassification(
                .loopback, "driver \(node.driver); no program feeds it: only its output side is present")
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
        if let pipeline = pipelineDriver(node.driver) ?? evidence.sysfsDriver.flatMap(pipelineDriver),
            !(isReceiver(node.driver) && givesFinishedPictures(node))
        {
            return NodeClassification(.needsLibcamera, pipeline)
        }
        let families = Set(node.formats.map(PixelFormatFamily.init))
        let formats = list(node.formats)
        if evidence.isMarkedInfrared, !families.isEmpty {
            return NodeClassification(
                .infrared, "udev's hardware database marks it as an infrared camera (ID_INFRARED_CAMERA)",
                yieldsPictures: true)
        }
        switch families {
        case []:
            return NodeClassification(.capture, "\(source) has VIDEO_CAPTURE, but it lists no pixel format")
        // Some old webcams send their sensor's raw data over USB, and libv4l converts it.
        case [.bayer] where node.busInfo.hasPrefix("usb-"): break
        case [.bayer]:
            return NodeClassification(.needsLibcamera, "it provides raw Bayer data only (\(formats))")
        case [.depth], [.depth, .grey]:
            return NodeClassification(.depth, "it provides depth maps (\(formats))")
        case _ where isGreySensor(node, families, evidence):
            let colour = evidence.siblings.first { sibling in
                sibling.formats.contains { isColourPicture($0) }
                    && !sibling.formats.contains { PixelFormatFamily($0) == .grey }
            }
            let gives = families == [.grey] ? "grey only" : "grey"
            if let colour {
                return NodeClassification(
                    .infrared,
                    "it provides \(gives) (\(formats)) and \(colour.sysname) of the same device provides colour",
                    yieldsPictures: true)
            }
            if let word = infraredWord(in: [evidence.name, node.card]) {
                return NodeClassification(
                    .infrared, "it provides \(gives) (\(formats)) and its name contains \(word)", yieldsPictures: true)
            }
        default: break
        }
        // Many programs know only one of the two.
        let isMultiPlanar = node.effective & Capability.videoCapture == 0
        return NodeClassification(
            .capture, "\(source) has VIDEO_CAPTURE\(isMultiPlanar ? "_MPLANE" : ""); formats \(formats)", yieldsPictures: true)
    }

    /// Whether the pictures are grey: nothing but grey, grey beside compressed pictures of the same sensor, or grey on a device
    /// that also measures depth, whose infrared sensors list colour formats too.
    private static func isGreySensor(
        _ node: NodeCapabilities, _ families: Set<PixelFormatFamily>, _ evidence: NodeEvidence
    ) -> Bool {
        guard families.contains(.grey) else { return false }
        if families == [.grey] { return true }
        let measuresDepth = evidence.siblings.contains { $0.formats.contains { PixelFormatFamily($0) == .depth } }
        return families == [.grey, .colour] && (measuresDepth || !node.formats.contains { isColourPicture($0) })
    }

    /// Whether a format is of uncompressed colours. Compressed formats can hold grey pictures.
    private static func isColourPicture(_ format: FourCC) -> Bool {
        guard PixelFormatFamily(format) == .colour else { return false }
        if case .readable = PixelFormat(format) { return true }
        return false
    }

    /// Receivers of a camera's bus pass on what arrives. Behind some there is no sensor but a chip that sends finished pictures
    /// (TC358743, sensors with their own processor).
    private static func isReceiver(_ driver: String) -> Bool { ["unicam", "rp1-cfe"].contains(driver.lowercased()) }

    /// Whether it lists what the source sends, and that is no raw data. A receiver that lists all formats it knows lists Bayer
    /// formats too.
    private static func givesFinishedPictures(_ node: NodeCapabilities) -> Bool {
        !node.formats.isEmpty && !node.formats.contains { PixelFormatFamily($0) == .bayer }
    }

    // MARK: Words shared with the judgement of nodes that were not opened

    /// Drivers whose capture nodes are stages of a pipeline. Not all of them set IO_MC, and for some ENUM_FMT lists all
    /// formats of the hardware, linked or not.
    static func pipelineDriver(_ driver: String) -> String? {
        let name = driver.lowercased()
        if name == "unicam" || name == "rp1-cfe" {
            return "driver \(driver): Raspberry Pi camera receiver, which provides raw sensor data only"
        }
        if name == "bcm2835-isp" || name == "pispbe" {
            return "driver \(driver): Raspberry Pi image processor, fed by libcamera"
        }
        if name.contains("ipu6") || name.contains("ipu7") || name == "isys" || name.hasSuffix(".isys") {
            return "driver \(driver): Intel IPU receiver, which provides raw sensor data at most"
        }
        if name.hasPrefix("ipu3-") {
            return "driver \(driver): Intel IPU3, which provides raw sensor data only"
        }
        return nil
    }

    /// The word in a name that identifies an infrared camera.
    package static func infraredWord(in names: [String]) -> String? {
        for name in names {
            let words = name.split { !$0.isLetter && !$0.isNumber }
            // "RGB-IR" is one sensor for both.
            if words.contains(where: { $0.lowercased() == "rgb" }) { continue }
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
