// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The backup files beside our rules file.
package enum BackUpNames {
    /// The names, without the directory, of all files there whose name begins with that of our file.
    package static func find(root: String) -> Set<String> {
        Set((SystemFiles(root: root).names(UdevPlanner.folder) ?? []).filter { $0.hasPrefix(RuleFile.name + ".") })
    }
}
