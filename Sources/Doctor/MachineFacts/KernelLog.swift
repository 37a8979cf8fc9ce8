// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Programs
package import UserSession

/// The lines of the kernel log about cameras, their ports, their modules and their firmware.
package enum KernelLog {
    /// Why the log cannot be read, as a clause.
    package struct Unreadable: Error, Hashable {
        package var reason: String
    }

    /// All of its lines, oldest first, each with the seconds since the start in brackets if they are known. Reads the log itself, or
    /// through journald, which members of `adm` and `systemd-journal` may ask. Tests give a file. Not for evidence: see `relevant`.
    package static func text(_ files: SystemFiles) throws(Unreadable) -> String? {
        guard files.root.isEmpty else { return files.text("/kernel.log", limit: 1 << 20) }
        do throws(Unreadable) {
            return try records()
        } catch {
            // Without permission journalctl prints a hint on standard error and nothing else.
            let journal = SystemProgram.ask(
                "journalctl",
                [
                    "--dmesg", "--boot", "--no-pager", "--quiet", "--no-hostname", "--output=short-monotonic",
                    "--lines=20000",
                ])
            guard let journal, !journal.isEmpty else { throw error }
            return withoutHost(journal)
        }
    }

    /// `[  5.123456] kernel: text` as the kernel writes it.
    private static func withoutHost(_ journal: String) -> String {
        journal.split(separator: "\n").map { line in
            guard let bracket = line.utf8.firstIndex(of: UInt8(ascii: "]")) else { return String(line) }
            let words = line[line.utf8.index(after: bracket)...].split(separator: " ", maxSplits: 2)
            guard let mark = words.prefix(2).first(where: { $0 == "kernel:" }) else { return String(line) }
            return String(line[...bracket] + line[mark.endIndex...])
        }.joined(separator: "\n")
    }

    /// The kernel's own buffer. Each read returns one record, `level,number,microseconds,flags;text`. See: dev-kmsg in
    /// the kernel's ABI documentation.
    private static func records() throws(Unreadable) -> String {
        let file = unsafe open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let number = errno
            let isForbidden = number == EPERM || number == EACCES
            throw Unreadable(
                reason: isForbidden
                    ? "only root and the groups adm and systemd-journal can read the kernel log"
                    : "the kernel log cannot be read: \(SystemFiles.Failure(number: number).text)")
        }
        defer { close(file) }
        var log = ""
        for _ in 0..<20_000 {
            var count = 0
            let record = unsafe [UInt8](unsafeUninitializedCapacity: 8192) { buffer, filled in
                count = unsafe Glibc.read(file, buffer.baseAddress, 8192)
                filled = max(0, count)
            }
            // EPIPE: records were overwritten; the next read continues with the oldest one left.
            if count < 0, errno == EPIPE || errno == EINTR { continue }
            guard count > 0 else { break }
            let text = String(decoding: record, as: UTF8.self)
            let fields = text.prefix { $0 != ";" }.split(separator: ",")
            if fields.count > 2, let time = Int(fields[2]) {
                let fraction = String(time % 1_000_000 + 1_000_000).dropFirst()
                log += "[\(time / 1_000_000).\(fraction)] "
            }
            log += text.drop { $0 != ";" }.dropFirst().prefix { $0 != "\n" } + "\n"
        }
        return log
    }

    /// The lines about cameras, USB problems, modules and firmware, oldest first; of a long log those from the start of the machine and
    /// the last ones.
    ///
    /// - Parameter devices: the names of camera hardware, by which the kernel begins its lines about it: `usb 1-4:`, `1-4:1.0`.
    package static func relevant(_ log: String, _ devices: [String] = []) -> [String] {
        let names = Phrases(devices.map { " " + $0 + ":" })
        var lines: [Substring] = []
        var contents: [[UInt8]] = []
        for text in log.split(separator: "\n") {
            let line = Phrases.bytes(of: text)
            guard !serialNumbers.isIn(line), !(packets.isIn(line) && isPacketOfNobody(text)),
                !crashes.isIn(line) || CameraNames.crashed(in: text) != nil,
                words.isIn(line) || SensorName.isNamed(in: text) || names.isIn(line) && !isPlain(line)
            else { continue }
            lines.append(text)
            contents.append(line)
        }
        // These repeat their lines, and would push out all others.
        var kept: Set<Int> = []
        var repeated: Set<Int> = []
        for kind in repeating {
            let own = lines.indices.filter { kind.words.isIn(contents[$0]) }
            kept.formUnion(own.suffix(kind.most))
            if let reason = kind.beside { kept.formUnion(own.filter { isBeside(reason, $0, lines) }) }
            repeated.formUnion(own)
        }
        return bounded(lines.indices.filter { kept.contains($0) || !repeated.contains($0) }.map { lines[$0] }).map(String.init)
    }

    /// Whether one of the lines around this one has these words.
    private static func isBeside(_ words: String, _ index: Int, _ lines: [Substring]) -> Bool {
        lines[max(0, index - 4)..<min(lines.count, index + 5)].contains { $0.contains(words) }
    }

    /// The first and the last lines: drivers write at the start once, and a machine that sleeps every night writes many lines later. Of those between, what a port or controller came to last, so that a failure at the start does not outlive its end.
    private static func bounded(_ lines: [Substring]) -> [Substring] {
        let most = 80
        guard lines.count > 2 * most else { return lines }
        var seen: Set<Substring> = []
        var between: [Substring] = []
        for line in lines.dropFirst(most).dropLast(most).reversed() where between.count < most / 2 {
            guard telling.isIn(line), let end = outcomes.lazy.compactMap({ line.firstRange(of: $0)?.upperBound }).first else { continue }
            // Without the time.
            let text = line[..<end]
            let device = text.hasPrefix("[") ? text.drop { $0 != "]" } : text
            if seen.insert(device).inserted { between.append(line) }
        }
        return Array(lines.prefix(most)) + between.reversed() + lines.suffix(most)
    }

    /// The end of the words by which the kernel says what has become of a device.
    private static let outcomes = [
        "New USB device found", "USB disconnect", "Found UVC", "new USB bus registered", "deregistered", "HC died",
    ]

    private static let telling = Phrases(outcomes)

    /// What the kernel says of every device that is plugged in.
    private static func isPlain(_ line: [UInt8]) -> Bool {
        // A camera at 12 Mb/s is out of the ordinary.
        !fullSpeed.isIn(line) && greetings.isIn(line)
    }

    private static let fullSpeed = Phrases(["new full-speed"])
    private static let greetings = Phrases(["new usb device strings", "product:", "manufacturer:", "usb device number"])
    private static let serialNumbers = Phrases(["serialnumber:"])
    /// What other programs crash in is nobody's business.
    private static let crashes = Phrases(["segfault at"])
    /// Of a firewall.
    private static let packets = Phrases([" src="])

    /// Lines that come again and again, of which the last few say everything, and those beside a line with other words.
    private static let repeating: [(words: Phrases, most: Int, beside: String?)] = [
        // A weak supply, every few seconds.
        (Phrases(["under-voltage", "undervoltage", "voltage normalised"]), 8, nil),
        // A firewall, for each packet.
        (Phrases([" dpt="]), 3, nil),
        // A program that AppArmor keeps from a file and that tries again.
        (Phrases(["apparmor=\"denied\""]), 3, nil),
        // The firmware of a MacBook's camera, for each frame.
        (Phrases(["fwmsg: err"]), 3, nil),
        // A bus that the firmware uses as well, at each access.
        (Phrases(["i2c-bcm2835"]), 3, nil),
        // A machine that sleeps every night. That a device was away during a sleep must not be lost.
        (Phrases(sleepSigns), 8, "USB disconnect"),
        (Phrases(["reset high-speed", "reset superspeed"]), 8, nil),
        // A program that repeats its request, and a stream that continues with errors.
        (Phrases(["failed to query"]), 8, nil), (Phrases(["isoc data error", "in video completion handler"]), 6, nil),
        // A loose contact, a short circuit.
        (Phrases(["connect-debounce"]), 6, nil), (Phrases(["disabled by hub"]), 8, nil), (Phrases(["blocked for more than"]), 4, nil), (Phrases(["over-current"]), 8, nil),
        (Phrases(["pc is at ", "rip: 0010:", "pc : ", " ip: [<"]), 4, nil),
        // A program that crashes at every start.
        (crashes, 4, nil),
    ]

    private static let words = Phrases(
        sleepSigns + [
            // The camera and its driver.
            "uvcvideo", "found uvc", "no valid video chain", "gspca", "v4l2", "videodev", "webcam", "camera", "csi2", "csi-2",
            "usbtv ", "unicam", "rp1-cfe", "facetimehd",
            // Its port.
            "usb disconnect", "error -71", "error -110", "error -32", "device descriptor read", "device not accepting",
            "unable to enumerate", "connect-debounce", "disabled by hub", "blocked for more than", "over-current", "not enough bandwidth", "not enough host controller resources", "reset high-speed", "reset superspeed",
            "cannot enable", "usb cable is bad", "new usb device found", "available bus power", "configuration chosen",
            "not authorized for usage",
            "can't set config", "too many interfaces", "excess byte", "different from the descriptor", "isochronous",
            "bulk endpoint", "an invalid endpoint", "an invalid descriptor", "a duplicate endpoint", "invalid descriptor for config",
            // Its USB controller.
            "root hub lost power", "hc died", "new usb bus registered", "deregistered",
            // Pins that two devices of a board want, and a bus that its firmware uses as well.
            "already requested by", "i2c-bcm2835",
            // Sensors with more lanes than their connector, and drivers that lose their buffers.
            "data lanes", "driver bug: stop_streaming", "stream on failed in subdev",
            // A driver that crashes.
            "unable to handle kernel", "unable to handle page fault", "general protection fault", "kernel bug at", "null pointer dereference", "internal error: oops", "pc is at ", "rip: 0010:", "pc : ", " ip: [<",
            // The form in which a Raspberry Pi's firmware was started.
            "attached to firmware from",
            // The board's power supply: a Raspberry Pi's old and new words.
            "under-voltage", "undervoltage", "voltage normalised",
            // Memory for pictures, and programs that were ended for lack of it.
            "cma_alloc", "killed process", "segfault at",
            // Modules.
            "required key", "unavailable key", "key was rejected", "unsigned module", "module verification failed",
            "not signed with a trusted key",
            "unknown symbol", "disagrees about version", "version magic", "exec format", "invalid module format", "section size must match", "btf:",
            "bpf:",
            "lockdown:",
            // Laptops and boards whose camera is a sensor.
            "ipu3", "ipu6", "ipu7", "int3472", "ljca", "ivsc", "intel_vsc", "vsc-tp", "mei_vsc", "ov02", "ov08", "ov13", "ov27", "ov56", "ov57", "ov88",
            "ov9",
            "imx2", "imx3", "imx4", "imx5", "imx7", "hi556", "gc2", "chip id", "sensor", "failed to load firmware",
            "failed to load \"", "direct firmware load", "firmware: failed", "firmware: requesting",
            "unable to load", "failed with error -", "bcm2835-v4l2",
            "bcm2835_v4l2",
            "image corrupt", "firmware magic mismatch", "firmware size mismatch", "firmware upload (",
            "not yet registered", "-isp ", "media pipeline",
            // Chips that turn HDMI or analogue video into a sensor's signal.
            "tc3587", "tc3588", "adv7", "lt6911", "tvp5150", "gm7150", "rk628", "hdmirx",
            // Capture cards whose board the driver does not know.
            "isn't known (yet)", "unknown/generic", "board is currently unknown", "has no unique usb id", "board detected as",
            // Transfers that break on the wire, and packets that the firewall drops.
            "bit-stuff", "urb packet", " dpt=",
            // What a security module keeps from a program, if it is a camera's node; what a camera's firmware says.
            "name=\"/dev/video", "name=\"/dev/media", "fwmsg: err",
        ])
}
