// SPDX-License-Identifier: Apache-2.0

/// A rule of somebody's for one USB device: one that gives it to others than root, or loads its firmware.
package enum DeviceRule {
    /// The file that has it, without the root; `nil` if none of udev's files names both ids and sets mode, group or the tag for the user at
    /// the screen.
    ///
    /// - Parameters:
    ///   - vendor: four hexadecimal digits.
    package static func file(vendor: String, product: String, in rules: RuleFiles) -> String? {
        rules.files.first { file in
            file.lines.contains { line in
                names(line, "idVendor", "ID_VENDOR_ID", vendor) && names(line, "idProduct", "ID_MODEL_ID", product)
                    && line.tokens.contains(where: gives)
            }
        }?.path
    }

    /// A rule that loads firmware into one USB device when it appears, which then comes back as another.
    package struct Loader: Hashable, Sendable {
        /// The file that has it, without the root.
        package var file: String
        /// What it runs: `/sbin/fxload -t fx2 -I /lib/firmware/qhy/QHY5.HEX -D $env{DEVNAME}`. Raw.
        package var command: String
    }

    /// The first rule that runs fxload, the loader for chips of Cypress (EZ-USB), for these ids; `nil` if none does.
    ///
    /// - Parameter vendor: four hexadecimal digits.
    package static func loader(vendor: String, product: String, in rules: RuleFiles) -> Loader? {
        rules.files.lazy.compactMap { file -> Loader? in
            file.lines.lazy.filter { line in
                names(line, "idVendor", "ID_VENDOR_ID", vendor) && names(line, "idProduct", "ID_MODEL_ID", product)
                    || line.tokens.contains { isProduct($0, vendor, product) }
            }.compactMap { line in
                line.tokens.first { !$0.isMatch && $0.key == "RUN" && $0.value.contains("fxload") }.map { Loader(file: file.path, command: $0.value) }
            }.first
        }.first
    }

    /// `ENV{PRODUCT}=="16c0/296d/*"`: the kernel writes the ids without leading zeros.
    private static func isProduct(_ token: RuleToken, _ vendor: String, _ product: String) -> Bool {
        guard token.key == "ENV", token.attribute == "PRODUCT", token.operation == .equal, let vendor = UInt16(vendor, radix: 16),
            let product = UInt16(product, radix: 16)
        else { return false }
        // A rule may name its release, too, which is not known here.
        let parts = token.value.lowercased().split(separator: "/")
        return parts.count == 3 && parts[0] == String(vendor, radix: 16) && parts[1] == String(product, radix: 16)
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
