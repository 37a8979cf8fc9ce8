// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges a virtual camera that has one size of picture because its module was loaded with it: what feeds it is scaled or cut to that size.
enum FixedSize {
    static func find(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard subject.kind == .camera, let node = subject.node, node.nodeClass == "loopback", let format = stream.format, stream.frames > 0 else { return nil }
        let module = LoopbackModule(node, snapshot.host.value)
        guard let fixed = snapshot.host.value?.machine?.fixedVirtualSizes?.first(where: { $0.module == module.name }),
            format.width == fixed.width, format.height == fixed.height,
            // What it offers says the same, as far as it was asked.
            stream.offered.allSatisfy({ $0.width == fixed.width && $0.height == fixed.height })
        else { return nil }
        let isLarge = format.area > usual.area
        guard isLarge || format.area < usual.area else { return nil }
        let size = "\(fixed.width)x\(fixed.height)"
        return Finding(
            .streamFixedSize, .note,
            "\(subject.name) is a virtual camera that offers one size only, \(size): it was set when the module \(module.name) was loaded, and nothing that feeds or reads the camera can choose another"
                + (isLarge ? "; some programs for calls take none larger than \(usual.text)" : ""),
            evidence: [EvidenceLine("/sys/module/\(module.name)/parameters", "width=\(fixed.width), height=\(fixed.height)")]
                + (fixed.file.map { [EvidenceLine($0, "options \(module.name), \(fixed.configured ?? size)")] } ?? []),
            effect: isLarge
                ? "a program that does not take this size lists the camera and shows a black picture"
                : "small or dense codes have too few pixels, even if its source has more",
            fixes: fixes(fixed, module, Place(snapshot), isLarge))
    }

    /// A size that every program takes, and that shows enough of a code.
    private static let usual = (text: "1280x720", area: 1280 * 720)

    private static func fixes(_ fixed: FixedVirtualSize, _ module: LoopbackModule, _ place: Place, _ isLarge: Bool) -> [Fix] {
        let other = Fix(
            "Or use the usual module v4l2loopback in its place, if it is installed: its cameras have the size that their feeder chooses. DroidCam takes its own module as long as that is loaded, so close the client and what reads the camera first (in place of ADDRESS the phone's)",
            commands: place.isGuest
                ? []
                : ["sudo modprobe -r \(module.name)", "sudo modprobe v4l2loopback", "droidcam-cli -size=\(usual.text) ADDRESS 4747"],
            needsRoot: !place.isGuest, isRunnable: false)
        let browser = Fix("Or use that program's page in a browser: browsers take larger pictures")
        return [set(fixed, module, place)] + (module.isDroidCams ? [other] : []) + (isLarge ? [browser] : [])
    }

    private static func set(_ fixed: FixedVirtualSize, _ module: LoopbackModule, _ place: Place) -> Fix {
        let line = "options \(module.name) width=1280 height=720"
        if place.isGuest {
            return Fix(
                "On the host, whose module a container uses: give it another size (\(line), in /etc/modprobe.d), and load it again",
                commands: module.reload(), needsRoot: true, isRunnable: false)
        }
        if fixed.configured == usual.text, let file = fixed.file {
            return Fix(
                "Close what feeds and what reads it, and load the module again: \(file) sets \(usual.text) already, and the module was loaded before that",
                commands: module.reload(), needsRoot: true, isRunnable: false)
        }
        if place.platform.isDeclared {
            return Fix(
                "Set \(usual.text) in the system's configuration (the line \"\(line)\" of modprobe.d), close what feeds and what reads it, and load the module again",
                commands: module.reload(), needsRoot: true, isRunnable: false)
        }
        return Fix(
            "Set \(usual.text), or another size that its source has; then close what feeds and what reads it, load the module again, and start its feeder",
            commands: [
                fixed.file.map { "sudo sed -i -E '\(edit(module.name))' \(Words.shell($0))" } ?? "echo '\(line)' | sudo tee /etc/modprobe.d/\(module.isDroidCams ? "droidcam" : module.name)-size.conf"
            ] + module.reload(), needsRoot: true, isRunnable: false)
    }

    /// Sets the size in the module's own line of options, for sed: what it sets of that is taken out, as it may be the width alone.
    private static func edit(_ module: String) -> String {
        let space = "[[:space:]]"
        let start = "^\(space)*options\(space)+\(module.replacing("_", with: "[-_]"))"
        return "/\(start)(\(space)|$)/ { s/\(space)(width|height)=[0-9]+//g; s/\(start)/& width=1280 height=720/ }"
    }
}
