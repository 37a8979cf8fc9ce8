// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges the PCI Express link of a capture card: one in a slot with fewer lanes than it is made for, or of an older generation, loses data
/// if the picture is large, and drivers show what is missing as bars in green or grey.
enum SlowSlot {
    /// What remains of a link beside the headers of packets and other traffic.
    private static let usable = 0.8

    static func find(_ node: NodeRecord, _ host: HostRecord, _ stream: StreamRecord?) -> Finding? {
        let name = node.cameraKey.split(separator: "/").last.map(String.init)
        guard node.bus == "pci", let link = host.machine?.hardware.first(where: { $0.bus == "pci" && $0.name == name })?.link,
            // Cards slow down their link while they have nothing to do, as when this is read, and none gives up lanes.
            link.width < link.mostWidth, link.megabits < 0.9 * link.mostMegabits
        else { return nil }
        let needed = stream?.format.flatMap(megabits)
        let isTooLittle = needed.map { $0 > usable * link.megabits } == true
        let words = text(link.speed, link.width)
        var lines = [
            EvidenceLine(
                "link of \(name ?? node.title)", "\(words): \(Words.number(link.megabits)) Mb/s",
                threshold: "made for \(text(link.mostSpeed, link.mostWidth)): \(Words.number(link.mostMegabits)) Mb/s",
                source: "kernel ABI documentation, sysfs-bus-pci")
        ]
        if let format = stream?.format, let needed {
            lines.append(
                EvidenceLine("\(format.text) at \(Words.number(format.framesPerSecond ?? 0)) frames a second", "\(Words.number(needed)) Mb/s",
                    threshold: "at most \(Words.number(usable * link.megabits)) Mb/s over this link"))
        }
        return Finding(
            .deviceSlowLink, isTooLittle ? .warn : .note,
            "\(node.title) runs over a PCI Express link of \(words), and is made for \(text(link.mostSpeed, link.mostWidth))"
                + (isTooLittle ? ": at that speed, the link is too slow for its pictures" : ""),
            confidence: isTooLittle ? .likely : .certain, evidence: lines,
            effect: isTooLittle ? "parts of the pictures do not get through in time, which shows as green or grey bars, or frames are lost"
                : "large or fast formats may not get through in time, which shows as bars in the picture or lost frames",
            fixes: [
                Fix(
                    "Put the card into a slot with \(link.mostWidth) lanes, best the one next to the processor: a long slot may have fewer lanes than it looks like, and fewer still while a disk (M.2) takes them. The board's manual tells"
                ),
                Fix(
                    "Look at the link again while the card captures: some get faster then, and none gets wider",
                    commands: ["cat /sys/bus/pci/devices/\(Words.shell(name ?? ""))/current_link_speed"], isRunnable: false),
                Fix("See in the BIOS or UEFI setup whether the slot can be given more lanes, or a higher generation (Gen 3, auto)"),
                Fix("Until then, capture a smaller picture, or at a lower rate"),
            ])
    }

    private static func text(_ speed: Double, _ width: Int) -> String { "x\(width) at \(Words.number(speed)) GT/s" }

    /// Of an uncompressed format; `nil` for compressed ones, and without a rate.
    private static func megabits(_ format: StreamRecord.Format) -> Double? {
        guard !format.isCompressed, let rate = format.framesPerSecond, let bits = bits[format.fourCC] else { return nil }
        return Double(format.width) * Double(format.height) * rate * bits / 1_000_000
    }

    /// Bits a pixel. Source: the kernel's documentation of pixel formats.
    private static let bits: [String: Double] = [
        "YUYV": 16, "UYVY": 16, "YVYU": 16, "VYUY": 16, "NV16": 16, "RGBP": 16, "NV12": 12, "NV21": 12, "YU12": 12, "YV12": 12, "RGB3": 24,
        "BGR3": 24, "BGR4": 32, "RGB4": 32, "XR24": 32, "P010": 24, "GREY": 8,
    ]
}
