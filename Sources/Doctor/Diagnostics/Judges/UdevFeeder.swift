// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A virtual camera whose feeder is started by a rule of udev: systemd's ends what its rules start, detached or not. Source: udev(7), "RUN{type}";
/// systemd-udevd(8), "--event-timeout".
struct UdevFeeder {
    private let feeder: RuleFeeder
    private let place: Place

    /// `nil` if no rule is known to feed this node.
    init?(_ node: NodeRecord, _ snapshot: Snapshot) {
        guard let feeder = snapshot.host.value?.ruleFeeders?.first(where: { $0.nodes.contains(node.place) }) else { return nil }
        self.feeder = feeder
        place = Place(snapshot)
    }

    /// The end of a sentence that says that nothing feeds it.
    var words: String {
        // Without systemd, what is detached stays.
        if feeder.killed == nil, place.platform.hasSystemd == false {
            return "; the program that is to feed it (\(feeder.program)) is started by a rule of udev"
        }
        return feeder.killed == nil
            ? "; the program that is to feed it (\(feeder.program)) is started by a rule of udev, and udev ends what its rules start, after three minutes at the latest"
            : "; the program that is to feed it (\(feeder.program)) is started by a rule of udev, and udev has killed it: it ends what its rules start, after three minutes at the latest"
    }

    var evidence: [EvidenceLine] {
        [EvidenceLine(feeder.file, "RUN+=\"\(feeder.program)\"")] + (feeder.killed.map { [EvidenceLine("journalctl -u systemd-udevd", $0)] } ?? [])
    }

    var fix: Fix {
        let unit = "\(name).service"
        let instead = "TAG+=\"systemd\", ENV{SYSTEMD_WANTS}+=\"\(unit)\" in place of RUN+="
        if place.platform.isDeclared {
            return place.declaredRule("Let the rule start a service of the system's configuration: \(instead)")
        }
        guard place.platform.hasSystemd != false else {
            return Fix("Let a service of this system's init start the program, and not the rule: the rule may only tell that service that the device is there")
        }
        return Fix(
            "Let the rule start a unit of systemd, which runs as long as its program does: \(instead). Then unplug the device and plug it in again",
            commands: [
                feeder.hasArguments == true
                    ? "sudo systemctl edit --full --force \(unit)   # [Service], ExecStart= and the command of the rule"
                    : "printf '[Service]\\nExecStart=%s\\n' \(Words.shell(feeder.program)) | sudo tee /etc/systemd/system/\(unit)",
                "sudoedit \(Words.shell(feeder.file))   # \(instead)", "sudo systemctl daemon-reload", "sudo udevadm control --reload",
            ], needsRoot: true, isRunnable: false)
    }

    /// A name for its unit, of plain characters.
    private var name: String {
        let last = feeder.program.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? ""
        let isPlain = !last.isEmpty && last.utf8.count <= 40 && last.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        // A shell's name tells nothing of what it runs.
        return isPlain && !["sh", "bash", "ffmpeg", "env"].contains(String(last)) ? String(last) : "camera-feeder"
    }
}
