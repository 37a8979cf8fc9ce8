// SPDX-License-Identifier: Apache-2.0

/// Whether device files are as a rule should have made them.
public enum InstallCheck {
    /// A device file as it is, with what udev knows of it.
    public struct Seen: Hashable, Sendable {
        public var state: FileState
        public var isAttribute: Bool
        /// The tags of the last run of the rules.
        public var tags: Set<String>

        public init(_ state: FileState, isAttribute: Bool = false, tags: Set<String> = []) {
            self.state = state
            self.isAttribute = isAttribute
            self.tags = tags
        }
    }

    /// What is not as it should be, a clause; empty when all is.
    ///
    /// - Parameter groupID: the number of the rule's group.
    public static func faults(_ seen: Seen, _ options: RuleOptions, groupID: UInt32) -> [String] {
        var faults: [String] = []
        if seen.state.groupID != groupID { faults.append("it does not belong to group \(options.group)") }
        if seen.state.mode & 0o002 != 0 { faults.append("everybody may write it") }
        if seen.isAttribute {
            if seen.state.mode & 0o020 == 0 { faults.append("its group may not write it") }
        } else {
            if seen.state.mode & 0o060 != 0o060 { faults.append("its group may not read and write it") }
            if !seen.tags.contains("uaccess") { faults.append("it is not tagged uaccess") }
        }
        return faults
    }

    /// The rule that undoes ours, if a later file has one.
    public static func culprit(_ survey: RuleSurvey, _ options: RuleOptions) -> CameraRule? {
        survey.rules.last { rule in
            rule.reachesNodes && RuleFile.name.utf8.lexicographicallyPrecedes(rule.fileName.utf8)
                && (rule.group.map { $0 != options.group }
                    ?? (rule.modeBits.map { $0 & 0o062 != 0o060 } ?? rule.untagsUaccess))
        }
    }
}
