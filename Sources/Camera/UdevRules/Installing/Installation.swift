// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Udev
internal import UserSession

/// Our rules file on this machine or below a folder: the input of a plan, its execution, and the check afterwards.
package struct Installation: Sendable {
    package let planner: UdevPlanner
    package let targets: RuleTargets
    package let options: RuleOptions
    /// The folder below which files are installed; empty for this machine.
    package let root: String
    /// Whether the record of an earlier installation is there but cannot be read: the kernel's default permissions are then
    /// assumed for restoring.
    package let hasUnreadableRecord: Bool

    /// - Parameters:
    ///   - isLive: whether it concerns this machine, with its devices and udev.
    ///   - options: `nil` for the options of the installed rule.
    ///   - isForced: whether a file that is not ours may be replaced.
    package init(root: String, isLive: Bool, options: RuleOptions?, isForced: Bool) throws(UdevError) {
        let installed = InstalledFile.read(root + RuleFile.path)
        let record = isLive ? InstallRecord.read(root: root) : nil
        hasUnreadableRecord = isLive && record == nil && InstallRecord.isPresent(root: root)
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

    /// Executes a step of a plan. Blocks until udev is done, if the step concerns it.
    package func run(_ step: UdevStep) throws(UdevActionError) {
        try PlanExecutor(root: root, verifies: planner.isLive).run(step)
    }

    /// Device files that differ from the rule, with the differences.
    package var faults: [String] {
        guard let group = Accounts.groupID(options.group) else { return ["group \(options.group) does not exist"] }
        return targets.seen.compactMap { seen in
            let faults = InstallCheck.faults(seen, options, groupID: group)
            return faults.isEmpty ? nil : "\(seen.state.path): " + faults.joined(separator: ", ")
        }
    }

    /// A later rule that undoes this one, if there is one.
    package var culprit: CameraRule? { InstallCheck.culprit(.read(), options) }

    /// The machine after udev has finished, waiting up to three seconds: the rules of a camera plugged in meanwhile run
    /// later than the triggered ones.
    package static func settled(_ options: RuleOptions) throws(UdevError) -> Installation {
        var installation = try Installation(root: "", isLive: true, options: options, isForced: false)
        for _ in 0..<12 where !installation.faults.isEmpty {
            usleep(250_000)
            try? UdevAdministration().settle()
            installation = try Installation(root: "", isLive: true, options: options, isForced: false)
        }
        return installation
    }
}
