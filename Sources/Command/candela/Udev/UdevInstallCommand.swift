// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Glibc
internal import Output
internal import SettingsStore
internal import Terminal
internal import Udev
internal import UdevRules
internal import UserSession

struct UdevInstallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Write the rules file, apply it with udev, and check the result.",
        usage: "candela udev install [<options>]",
        discussion: """
            If the rule would change nothing or would not help, the command refuses and gives the reason; --force installs \
            the rule anyway. A file of that name that Candela did not write, or that was edited, is replaced only with \
            --force, and a copy is kept beside it. A second run changes nothing.
            """)

    @OptionGroup var rule: RuleArguments
    @OptionGroup var system: RootArgument
    @Flag(help: "Show the steps without doing them.") var dryRun = false
    @Flag(help: "Install the rule even if it is not needed, and replace a foreign or edited file, keeping a copy.")
    var force = false

    func run() throws {
        let isLive = system.root == nil
        let options = try rule.options(system.accounts, isLive: isLive)
        guard !isLive || dryRun || geteuid() == 0 else {
            throw CommandFailure(
                "cannot install \(RuleFile.path): only root can write there. Run: \(UdevWords.withSudo)")
        }
        if !isLive, system.accounts == nil {
            Console.note(
                "\(VisibleText.escape(system.prefix)) has no etc/group, so group \(options.group) is not checked"
            )
        }
        let installation = try Installation.read(root: system.prefix, isLive: isLive, options: options, isForced: force)
        if isLive, !force, case .absent = installation.planner.installed {
            try InstallationGate.check(options, isStandard: rule.isStandard, installation.targets)
        }
        var steps = try failing { () throws(UdevActionError) in try installation.planner.install(options) }
        let isThere = steps.isEmpty
        if isThere, isLive, !installation.faults.isEmpty { steps = installation.planner.rerun(options) }
        if steps.isEmpty {
            try Console.print(
                "\(VisibleText.escape(system.prefix))\(RuleFile.path) is already installed; nothing to do.")
            if isLive { try installation.report() }
            return
        }
        try installation.run(steps, isDry: dryRun)
        guard isLive, !dryRun else { return }
        if !installation.planner.hasUdev {
            throw CommandFailure("udev is not running: the rule takes effect when it runs", status: .found)
        }
        var result = try failing { () throws(UdevError) in try Installation.settled(options) }
        if !result.faults.isEmpty, result.culprit == nil {
            // Seen once in about fifty installations on a loaded machine: udev ran its old rules after it was made to
            // reload them. The second time it runs the new ones.
            try result.run(result.planner.rerun(options), isDry: false)
            result = try failing { () throws(UdevError) in try Installation.settled(options) }
        }
        try result.report()
        try Self.tellCaller()
        if options.profileProgram != nil, ((try? ProfileStore.system().names()) ?? []).isEmpty {
            Console.note(
                "no profile is saved for the machine yet; save one with: sudo candela profile save NAME --system")
        }
        try Console.print("To undo: sudo candela udev uninstall")
    }
}

extension UdevInstallCommand {
    /// Prints what the user who called sudo still needs.
    private static func tellCaller() throws {
        let user = UserRecord.invoking()
        guard user.id != 0 else { return }
        let advice = AccessAdvice.judge(try AccessFactsReader.read(user: user).facts)
        guard advice.verdict != .noCamera else { return }
        let sentence = advice.verdict == .open ? "User \(user.label) can open every camera." : advice.reason
        try Console.print(VisibleText.escape(sentence.prefix(1).uppercased() + sentence.dropFirst()))
        for command in advice.commands where advice.verdict != .open {
            try Console.print("  " + VisibleText.escape(command))
        }
    }
}

/// Checks whether a rule would help, before anything is written.
enum InstallationGate {
    /// - Throws: the reason, if the rule would change nothing or would not help.
    static func check(_ options: RuleOptions, isStandard: Bool, _ targets: RuleTargets) throws(CommandFailure) {
        let (facts, _) = try AccessFactsReader.read(user: .invoking())
        let advice = AccessAdvice.judge(facts)
        if options.profileProgram == nil, let reason = unchanged(options, facts, targets) {
            throw refusal(reason, advice)
        }
        switch advice.verdict {
        case .container: throw refusal("", advice)
        case .open where isStandard && facts.user.id != 0: throw refusal("", advice)
        default: break
        }
    }

    /// The reason why the rule would change nothing; `nil` if it would change something.
    private static func unchanged(_ options: RuleOptions, _ facts: AccessFacts, _ targets: RuleTargets) -> String? {
        guard let group = Accounts.groupID(options.group), !targets.seen.isEmpty else { return nil }
        guard targets.seen.allSatisfy({ InstallCheck.faults($0, options, groupID: group).isEmpty }) else { return nil }
        let sources = facts.survey.rules.filter {
            $0.subjects.contains(.video) && ($0.group == options.group || $0.tagsUaccess)
        }
        let places = sources.map(\.place).joined(separator: " and ")
        return
            "The rule would change nothing: every camera already belongs to group \(options.group) and is tagged"
            + (places.isEmpty ? "" : ", by \(places)") + "."
    }

    private static func refusal(_ reason: String, _ advice: AccessAdvice) -> CommandFailure {
        // Root can open everything, which says nothing about other users.
        let isAboutRoot = advice.verdict == .open && geteuid() == 0 && UserRecord.invoking().id == 0
        var words = [reason].filter { !$0.isEmpty }
        if !isAboutRoot { words.append(advice.sentence) }
        if isAboutRoot { words.append("To check the access of a user, run:") }
        let next = isAboutRoot ? ["candela udev status --user NAME"] : advice.commands
        let lines = [words.joined(separator: " ")] + next.map { "  " + $0 }
        let text = lines.map(VisibleText.escape).joined(separator: "\n")
        return CommandFailure(
            "nothing was installed. \(text)\nTo install the rule anyway: sudo candela udev install --force",
            status: .found)
    }
}
