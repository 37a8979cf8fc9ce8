// SPDX-License-Identifier: Apache-2.0

/// The rules that udev reads, read once for questions about several devices.
package struct RuleFiles {
    /// In udev's order: the path without the root, and the lines.
    let files: [(path: String, lines: [RuleLine])]

    /// - Parameter root: the folder in place of `/`; empty for the machine itself.
    package init(root: String) {
        let folders = RuleFolders(root: root)
        files = folders.entries.compactMap { entry in
            guard let path = entry.paths.first, case .rules(let lines) = folders.content(of: path) else { return nil }
            return (path, lines)
        }
    }
}
