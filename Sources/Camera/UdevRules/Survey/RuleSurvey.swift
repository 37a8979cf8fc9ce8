// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A survey of the udev rules of a machine that concern cameras.
///
/// Texts come from files, raw: escape before showing.
package struct RuleSurvey: Codable, Hashable, Sendable {
    /// The lines that change access to cameras, in the order in which udev runs them.
    package var rules: [CameraRule]
    /// The lines that turn the tag `uaccess` into ACLs: usually one, in `73-seat-late.rules`.
    package var uaccessLines: [CameraRule]
    /// Files with camera rules that udev does not read, because an earlier directory has a file of the same name.
    package var shadowed: [ShadowedFile]
    /// Every rules file that udev reads, in its order; paths without the root.
    package var files: [String]
    /// Directories and files that could not be read, so that their contents are unknown.
    package var unread: [UnreadPath]
    package var problems: [RuleProblem]

    package init(
        rules: [CameraRule] = [], uaccessLines: [CameraRule] = [], shadowed: [ShadowedFile] = [], files: [String] = [],
        unread: [UnreadPath] = [], problems: [RuleProblem] = []
    ) {
        self.rules = rules
        self.uaccessLines = uaccessLines
        self.shadowed = shadowed
        self.files = files
        self.unread = unread
        self.problems = problems
    }

    /// Reads the rules below `root`; empty means the machine itself. Needs no udevd and opens no device.
    ///
    /// - Parameters:
    ///   - vendorIDs: USB vendor ids of the connected cameras, as in sysfs (`046d`). Lines that match such a vendor, but
    ///     no subsystem, also reach the cameras' nodes.
    ///   - accounts: `nil` uses the machine's, or those of `etc/group` and `etc/passwd` below `root`.
    package static func read(
        root: String = "", vendorIDs: Set<String> = [], accounts: AccountLookup? = nil
    ) -> RuleSurvey {
        let folders = RuleFolders(root: root)
        var survey = RuleSurvey(unread: folders.unread)
        var judge = RuleJudge(accounts: accounts ?? (root.isEmpty ? .system : .files(below: root)))
        for entry in folders.entries {
            let path = entry.paths[0]
            var lines: [RuleLine] = []
            var isMask = false
            switch folders.content(of: path) {
            case .rules(let found): lines = found
            case .mask: isMask = true
            case .unreadable(let unread): survey.unread.append(unread)
            }
            survey.files.append(path)
            let (rules, uaccess) = pick(lines, path, vendorIDs)
            survey.rules += rules
            survey.uaccessLines += uaccess
            judge.note(faults: lines, path)
            for hidden in entry.paths.dropFirst() {
                let hiddenLines: [RuleLine]
                switch folders.content(of: hidden) {
                case .rules(let found): hiddenLines = found
                case .mask: continue
                case .unreadable(let unread):
                    survey.unread.append(unread)
                    continue
                }
                let (hiddenRules, hiddenUaccess) = pick(hiddenLines, hidden, vendorIDs)
                guard !hiddenRules.isEmpty || !hiddenUaccess.isEmpty else { continue }
                survey.shadowed.append(ShadowedFile(path: hidden, by: path, isMask: isMask, rules: hiddenRules))
                judge.note(hidden: hiddenRules + hiddenUaccess, in: hidden, by: path)
            }
        }
        survey.problems = judge.problems(rules: survey.rules, uaccessLines: survey.uaccessLines)
        return survey
    }

    /// The lines of a file that concern cameras, and those that run the builtin `uaccess`.
    private static func pick(
        _ lines: [RuleLine], _ path: String, _ vendorIDs: Set<String>
    ) -> (rules: [CameraRule], uaccess: [CameraRule]) {
        var reach = RuleReach(vendorIDs: vendorIDs)
        var rules: [CameraRule] = []
        var uaccess: [CameraRule] = []
        for line in lines {
            let subjects = reach.subjects(of: line)
            let builtins = line.assignments.filter {
                $0.key == "RUN" && $0.attribute == "builtin" && $0.value.split(separator: " ").first == "uaccess"
            }
            func rule(_ assignments: [RuleToken]) -> CameraRule {
                CameraRule(path: path, line: line.number, text: line.text, subjects: subjects, assignments: assignments)
            }
            if !builtins.isEmpty { uaccess.append(rule(builtins)) }
            let access = line.assignments.filter(concernsAccess)
            if !subjects.isEmpty, !access.isEmpty { rules.append(rule(access)) }
        }
        return (rules, uaccess)
    }

    private static func concernsAccess(_ token: RuleToken) -> Bool {
        switch token.key {
        case "GROUP", "OWNER", "MODE", "RUN": true
        case "TAG": token.value == "uaccess" || token.operation == .assign || token.operation == .assignFinal
        default: false
        }
    }
}

/// A rules file that udev does not read.
package struct ShadowedFile: Codable, Hashable, Sendable {
    package var path: String
    /// The file that udev reads instead.
    package var by: String
    /// Whether that file is empty or a link to /dev/null, in order to mask this one.
    package var isMask: Bool
    /// Its rules about cameras.
    package var rules: [CameraRule]

    package init(path: String, by: String, isMask: Bool, rules: [CameraRule]) {
        self.path = path
        self.by = by
        self.isMask = isMask
        self.rules = rules
    }
}

/// A directory or file that could not be read.
package struct UnreadPath: Codable, Hashable, Sendable {
    package var path: String
    /// A clause: "permission denied".
    package var reason: String

    package init(_ path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    init(_ path: String, errno: Int32) { self.init(path, reason: words(for: errno)) }
}

/// The system's message for an errno, in lower case as in all our messages.
func words(for errno: Int32) -> String {
    let text = SystemFiles.Failure(number: errno).text
    return text.prefix(1).lowercased() + text.dropFirst()
}
