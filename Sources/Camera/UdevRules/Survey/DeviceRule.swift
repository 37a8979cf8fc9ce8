// SPDX-License-Identifier: Apache-2.0

/// A rule of somebody's that gives one USB device to others than root.
package enum DeviceRule {
    /// The file that has it, without the root; `nil` if none of udev's files names both ids and sets mode, group or the tag for the user at
    /// the screen.
    ///
    /// - Parameters:
    ///   - vendor: four hexadecimal digits.
    ///   - root: the folder in place of `/`; empty for the machine itself.
    package static func file(vendor: String, product: String, root: String) -> String? {
        let folders = RuleFolders(root: root)
        return folders.entries.lazy.compactMap(\.paths.first).first { path in
            guard case .rules(let lines) = folders.content(of: path) else { return false }
            return lines.contains { line in
                names(line, "idVendor", "ID_VENDOR_ID", vendor) && names(line, "idProduct", "ID_MODEL_ID", product)
                    && line.tokens.contains(where: gives)
            }
        }
    }

    private static func names(_ line: RuleLine, _ attribute: String, _ property: String, _ id: String) -> Bool {
        line.tokens.contains { token in
            token.operation == .equal && (token.attribute == attribute || token.attribute == property)
                && (token.holds(for: id.lowercased()) || token.holds(for: id.uppercased()))
        }
    }

    private static func gives(_ token: RuleToken) -> Bool {
        guard !token.isMatch else { return false }
        return token.key == "MODE" || token.key == "GROUP" || token.key == "TAG" && token.value == "uaccess"
    }
}
