// SPDX-License-Identifier: Apache-2.0

/// Checks whether device files are as the rule should make them.
package enum InstallCheck {
    /// The current state of a device file, with udev's tags.
    package struct Seen: Hashable, Sendable {
        package var state: FileState
        package var isAttribute: Bool
        /// The tags from the last run of the rules.
        package var tags: Set<String>

        package init(_ state: FileState, isAttribute: Bool = false, tags: Set<String> = []) {
            self.state = state
            self.isAttribute = isAttribute
            self.tags = tags
        }
    }

    /// The deviations, as clauses; empty if there are none.
    ///
    /// - Parameter groupID: the number of the rule's group.
    package static func faults(_ seen: Seen, _ options: RuleOptions, groupID: UInt32) -> [String] {
        var faults: [String] = []
        if seen.state.groupID != groupID { faults.append("it does not belong to group \(options.group)") }
        if seen.state.mode & 0o002 != 0 { faults.append("every user can write it") }
        if seen.isAttribute {
            if seen.state.mode & 0o020 == 0 { faults.append("its group cannot write it") }
        } else {
            if seen.state.mode & 0o060 != 0o060 { faults.append("its group cannot read and write it") }
            if !seen.tags.contains("uaccess") { faults.append("it does not have the tag uaccess") }
        }
        return faults
    }

    /// The last rule in a later file that undoes ours, if there is one.
    package static func culprit(_ survey: RuleSurvey, _ options: RuleOptions) -> CameraRule? {
        survey.rules.last { rule in
            rule.reachesNodes && RuleFile.name.utf8.lexicographicallyPrecedes(rule.fileName.utf8)
                && (rule.group.map { $0 != options.group }
                    ?? (rule.modeBits.map { $0 & 0o062 != 0o060 } ?? rule.untagsUaccess))
        }
    }
}
