// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What a command says of itself: the JSON of `candela --experimental-dump-help`.
///
/// Source: `ToolInfoV0` of swift-argument-parser. Decoded here, for what a page needs of it.
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

    /// The commands that have a page; `help` is about the others.
    var commands: [CommandHelp] { (subcommands ?? []).filter { $0.commandName != "help" } }

    /// The discussion without examples and exit statuses: the page has sections of them.
    var paragraphs: [String] {
        (discussion ?? "").components(separatedBy: "\n\n").filter { paragraph in
            !paragraph.isEmpty && !["Example", "Exit status"].contains { paragraph.hasPrefix($0) }
        }
    }
}
