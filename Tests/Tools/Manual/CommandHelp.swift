// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The help of a command, from the JSON of `candela --experimental-dump-help`.
///
/// Decodes the parts of swift-argument-parser's `ToolInfoV0` that a page needs.
package struct CommandHelp: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }
        var kind: String
        var names: [Name]?
        var valueName: String?
        var abstract: String?
        var discussion: String?
        var defaultValue: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
        var sectionTitle: String?
    }
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [CommandHelp]?

    /// The help of the whole tool.
    package init(dump: Data) throws {
        struct Tool: Decodable {
            var command: CommandHelp
        }
        self = try JSONDecoder().decode(Tool.self, from: dump).command
    }

    /// The subcommands, without `help`.
    var commands: [CommandHelp] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// The discussion without examples and exit statuses, which have sections of their own.
    var paragraphs: [String] {
        (discussion ?? "").components(separatedBy: "\n\n").filter { paragraph in
            !paragraph.isEmpty && !["Example", "Exit status"].contains { paragraph.hasPrefix($0) }
        }
    }
}
