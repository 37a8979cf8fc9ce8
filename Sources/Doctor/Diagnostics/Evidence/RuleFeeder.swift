// SPDX-License-Identifier: Apache-2.0

/// A rule of udev that starts a program which is to feed virtual cameras. udev ends such programs.
package struct RuleFeeder: Codable, Hashable, Sendable {
    /// The file of the rule.
    package var file: String
    /// The program that the rule runs, without its arguments.
    package var program: String
    /// Whether the rule gives it arguments; absent if it does not.
    package var hasArguments: Bool?
    /// The virtual cameras that it writes to: `/dev/video10`.
    package var nodes: [String]
    /// What udevd wrote when it ended the program; absent if that cannot be read, and if it did not.
    package var killed: String?

    package init(file: String, program: String, nodes: [String]) {
        self.file = file
        self.program = program
        self.nodes = nodes
    }
}
