// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// uvcvideo has found a camera and given it up, by the kernel's log: binding it again ends in the same way.
struct UVCRefusal {
    enum Reason {
        /// It cannot find its way through the units that the camera describes.
        case description
        /// The camera does not answer the first questions about its stream as it must.
        case negotiation
        /// The answers to these questions break on the way, or come too late: the cable, a hub or the power is at fault more often than
        /// the camera.
        case transfer
        /// Two of its units have the same number, or one has the number 0, which the driver has come to refuse.
        case numbering
    }

    let reason: Reason
    /// What it said, oldest first.
    let lines: [String]
    private let port: String

    /// - Parameter identifier: the camera's ids, `046d:082d`.
    /// - Parameter port: where it is plugged in, `1-1`.
    init?(of identifier: String, at port: String, in log: KernelLogFacts) {
        self.port = port
        // It stops at the descriptors, before it says that it has found the camera. Source: uvc_alloc_entity in uvc_driver.c, since
        // Linux 6.13 and in stable releases of older kernels.
        let numbers = log.lines.filter { line in
            ["Found multiple Units with ID", "Found Unit with invalid ID"].contains { line.contains("usb \(port): \($0)") }
        }
        if let line = numbers.last {
            (reason, lines) = (.numbering, [line])
            return
        }
        // `uvcvideo: Found UVC 1.00 device NAME (046d:082d)`, since Linux 5.12 `usb 1-7: Found UVC …`
        guard let found = log.lines.lastIndex(where: { $0.contains("Found UVC") && $0.contains("(\(identifier))") })
        else { return nil }
        let own = log.lines[(found + 1)...].prefix { !$0.contains("Found UVC") }
        // Source: uvc_probe and uvc_register_chains in drivers/media/usb/uvc/uvc_driver.c, uvc_video_init in uvc_video.c.
        let chain = own.filter { $0.contains("No valid video chain") }
        let start = own.filter { line in
            line.contains("UVC probe control") && line.contains("Failed")
                || line.contains("uvcvideo") && line.contains("Failed to initialize the device")
        }
        let isGivenUp = start.contains { $0.contains("Failed to initialize the device") }
        if !chain.isEmpty {
            (reason, lines) = (.description, Array(chain.suffix(2)))
        } else if isGivenUp {
            (reason, lines) = (Self.isOfTransfer(start) ? .transfer : .negotiation, Array(start.suffix(3)))
        } else {
            return nil
        }
    }

    /// EPROTO and EILSEQ, for what was damaged or not answered at all on the wire, and ETIMEDOUT. Source: the kernel's documentation of
    /// USB, "USB Error codes".
    private static let broken: Set = ["-71", "-84", "-110"]

    /// Whether all questions about the stream failed on the way. A camera that refuses one (-32), or answers with another length than the
    /// driver expects, is reached, and is the one at fault.
    private static func isOfTransfer(_ lines: [String]) -> Bool {
        let results = lines.compactMap(result)
        return !results.isEmpty && results.allSatisfy(broken.contains)
    }

    /// `… Failed to query (129) UVC probe control : -71 (exp. 26).` → `-71`
    private static func result(_ line: String) -> String? {
        guard line.contains("UVC probe control"), let end = line.firstRange(of: " (exp.") else { return nil }
        return line[..<end.lowerBound].split(separator: " ").last.map(String.init)
    }

    /// Whether a question went unanswered at the end.
    private var isTimeout: Bool { lines.last { Self.result($0) != nil }.flatMap(Self.result) == "-110" }

    /// For a sentence that begins with the driver's name.
    var words: String {
        switch reason {
        case .description: "has given it up, because the camera describes its parts wrongly"
        case .numbering:
            lines.contains { $0.contains("invalid ID") }
                ? "refuses it, because its descriptors give one of its units the number 0"
                : "refuses it, because its descriptors give two of its units the same number"
        case .negotiation: "has given it up, because the camera does not answer the questions about its stream as the standard says"
        case .transfer:
            isTimeout
                ? "has given it up, because the camera does not answer the first questions about its stream in time (ETIMEDOUT)"
                : "has given it up, because the transfers to the camera break off at the first questions about its stream (EPROTO): Linux recognises the camera, and what it answers does not arrive undamaged"
        }
    }

    /// - Parameter others: the other kernels on disk, the newest last.
    func fixes(_ place: Place, _ others: [String]) -> [Fix] {
        if reason == .numbering {
            return [
                place.newerKernel(
                    "Update to a newer kernel: the check for such numbers came with Linux 6.13 (and updates of older ones), and later releases accept such a camera again"
                )
            ] + place.otherKernel(others).prefix(1)
        }
        if reason == .transfer { return transferFixes(place, others) }
        var fixes = [
            place.newerKernel(
                "Update to a newer kernel: uvcvideo knows faulty cameras by their ids, and its list grows with each release")
        ]
        if reason == .negotiation, !place.isGuest { fixes.append(Self.askingLess(place)) }
        fixes += place.otherKernel(others).prefix(1)
        return fixes + [Self.coldStart]
    }

    private static func askingLess(_ place: Place) -> Fix {
        Fix(
            "Try whether the driver gets on with it if it asks less (quirks 0x100 and 0x2: no defaults, no limits)",
            commands: ["sudo modprobe -r uvcvideo", "sudo modprobe uvcvideo quirks=\(place.uvcQuirks(with: [.withoutDefaults, .withoutLimits]))"],
            needsRoot: true, undo: place.unloading, isRunnable: false)
    }

    private static let coldStart = Fix(
        "Switch the machine off completely and on again, or replug the camera: if its firmware hangs, it then starts from the beginning")

    private func transferFixes(_ place: Place, _ others: [String]) -> [Fix] {
        let isAtHub = USBPort(name: port)?.hubs.isEmpty == false
        var fixes = [
            Fix("Use another, shorter cable, without an extension, and push its plug in fully: a long or damaged cable carries USB 2 badly"),
            Fix(
                "Plug the camera directly into another port of the machine, without a hub or dock"
                    + (isAtHub ? ": it is connected through a hub now (USB port \(port))" : "")),
            Fix("If it must stay at a hub: give the hub a power supply of its own, or unplug other devices from it"),
            Self.coldStart,
            Fix("Try it on another computer: if it fails there with another cable, too, the fault is in the camera"),
            place.newerKernel("If it fails only here, with every cable and at every port: update to a newer kernel"),
        ]
        fixes += place.otherKernel(others).prefix(1)
        if isTimeout, !place.isGuest { fixes.append(Self.askingLess(place)) }
        return fixes
    }
}
