// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Output
internal import Terminal
internal import Udev
internal import UdevRules
internal import UserSession

extension Installation {
    /// Reads the state, and notes what could not be read.
    static func read(
        root: String, isLive: Bool, options: RuleOptions?, isForced: Bool
    ) throws(CommandFailure) -> Installation {
        let installation = try failing { () throws(UdevError) in
            try Installation(root: root, isLive: isLive, options: options, isForced: isForced)
        }
        if installation.hasUnreadableRecord {
            Console.note(
                "cannot read \(InstallRecord.path): the kernel's default permissions are assumed for restoring")
        }
        return installation
    }

    /// Executes the steps, or only prints them.
    func run(_ steps: [UdevStep], isDry: Bool) throws(CommandFailure) {
        for step in steps where !step.isDone {
            if !isDry {
                do throws(UdevActionError) {
                    try run(step)
                } catch {
                    throw CommandFailure(VisibleText.escape(error.description) + Self.after(step))
                }
            }
            let place = root.isEmpty ? "" : "below \(root): "
            try Console.print(VisibleText.escape((isDry ? "would " : "") + place + step.sentence))
        }
    }

    /// The state after a step has failed.
    private static func after(_ step: UdevStep) -> String {
        switch step {
        case .reload, .trigger:
            ". The files are in place; they take effect when udev reloads its rules and the cameras are replugged."
        default: ""
        }
    }

    /// Prints the current state of the device files.
    ///
    /// - Throws: when the rule did not have its effect.
    func report() throws(CommandFailure) {
        for seen in targets.seen { try Console.print(VisibleText.escape(Self.line(seen))) }
        if targets.seen.isEmpty {
            try Console.print("No camera is connected; the rule applies when one is plugged in.")
        }
        guard !faults.isEmpty else { return }
        var text = "the rule is in place, but \(faults.joined(separator: "; "))"
        if let culprit { text += ". \(culprit.path):\(culprit.line) runs later and overrides it" }
        throw CommandFailure(VisibleText.escape(text) + ". See candela udev status.", status: .found)
    }

    static func line(_ seen: InstallCheck.Seen) -> String {
        if seen.isAttribute {
            return "\(seen.state.path)  mode \(String(seen.state.mode, radix: 8)), group "
                + (Accounts.groupName(seen.state.groupID) ?? String(seen.state.groupID))
        }
        let rights = SystemDeviceFiles().access(toNodeAt: seen.state.path)?.description ?? "gone"
        return "\(seen.state.path)  \(rights)" + (seen.tags.contains("uaccess") ? ", tagged uaccess" : "")
    }
}
