// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
import Glibc
internal import Output
internal import Terminal
internal import Udev
internal import UdevRules
internal import UserSession

/// Reads the input of a plan, and executes a plan.
struct Installation {
    let planner: UdevPlanner
    let targets: RuleTargets
    let options: RuleOptions
    let root: String

    /// - Parameter options: `nil` for the options of the installed rule.
    init(root: String, isLive: Bool, options: RuleOptions?, isForced: Bool) throws(CommandFailure) {
        let installed = InstalledFile.read(root + RuleFile.path)
        let record = isLive ? InstallRecord.read(root: root) : nil
        if isLive, record == nil, InstallRecord.isPresent(root: root) {
            Console.note("cannot read \(InstallRecord.path): the kernel's default permissions are assumed for restoring")
        }
        var known = options ?? record?.options ?? .standard
        if options == nil {
            switch installed {
            case .ours(let found, _): known = found
            case .edited(let found): known = record?.options ?? found
            default: break
            }
        }
        self.options = known
        self.root = root
        targets = isLive ? try RuleTargets(known) : .none
        var reached = targets.forPlan
        if isLive, case .ours(let earlier, _) = installed, earlier != known {
            reached += try RuleTargets(earlier).forPlan.filter { !reached.contains($0) }
        }
        planner = UdevPlanner(
            installed: installed, record: record, targets: reached, bootID: InstallRecord.currentBootID,
            names: BackUpNames.find(root: root), isLive: isLive, hasUdev: UdevContext.isServiceRunning,
            isForced: isForced)
    }

    /// Executes the steps, or only prints them.
    func run(_ steps: [UdevStep], isDry: Bool) throws(CommandFailure) {
        let executor = PlanExecutor(root: root, verifies: planner.isLive)
        for step in steps {
            if step.isDone { continue }
            if !isDry {
                do throws(UdevActionError) {
                    try executor.run(step)
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

    /// Device files that differ from the rule, with the differences.
    var faults: [String] {
        guard let group = Accounts.groupID(options.group) else { return ["group \(options.group) does not exist"] }
        return targets.seen.compactMap { seen in
            let faults = InstallCheck.faults(seen, options, groupID: group)
            return faults.isEmpty ? nil : "\(seen.state.path): " + faults.joined(separator: ", ")
        }
    }

    /// Whether a later rule undoes this one.
    var isOverridden: Bool { InstallCheck.culprit(.read(), options) != nil }

    /// The machine after udev has finished, waiting up to three seconds: the rules of a camera plugged in meanwhile run
    /// later than the triggered ones.
    static func settled(_ options: RuleOptions) throws(CommandFailure) -> Installation {
        var installation = try Installation(root: "", isLive: true, options: options, isForced: false)
        for _ in 0..<12 where !installation.faults.isEmpty {
            usleep(250_000)
            try? UdevAdministration().settle()
            installation = try Installation(root: "", isLive: true, options: options, isForced: false)
        }
        return installation
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
        if let culprit = InstallCheck.culprit(.read(), options) {
            text += ". \(culprit.path):\(culprit.line) runs later and overrides it"
        }
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
