// SPDX-License-Identifier: Apache-2.0

import BarcodeEncoding
import Barcodes
package import Foundation
import SimulatedCamera

/// Generates the manual: one page for the tool and one for each command, from the commands' help and `Sections`.
package struct ManualPages {
    /// The date of the last review of the texts; changed by hand.
    static let date = "November 21, 2026"

    private let tool: CommandHelp
    private let sections: URL

    /// - Parameter sections: the folder with an mdoc file for each page, named `PAGE.mdoc`.
    package init(_ tool: CommandHelp, sections: URL) {
        self.tool = tool
        self.sections = sections
    }

    /// File names and contents.
    package var pages: [(name: String, text: String)] {
        get throws {
            var pages = [(name: "\(tool.commandName).1", text: try page(of: tool, title: tool.commandName))]
            for command in tool.commands {
                let title = "\(tool.commandName)-\(command.commandName)"
                pages.append((name: "\(title).1", text: try page(of: command, title: title)))
            }
            return pages
        }
    }

    private func page(of command: CommandHelp, title: String) throws -> String {
        let isTool = command.commandName == tool.commandName
        let invocation = isTool ? tool.commandName : "\(tool.commandName) \(command.commandName)"
        var lines = [
            ".\\\" SPDX-License-Identifier: Apache-2.0",
            ".\\\" Written by `make man` from the command's help and Tests/Tools/Manual/Sections: change those.",
            ".Dd \(Self.date)", ".Dt \(title.uppercased()) 1", ".Os Candela", ".Sh NAME", ".Nm \(title)",
            ".Nd \(Self.clause(command.abstract ?? ""))", ".Sh SYNOPSIS", ".Nm \(invocation)",
        ]
        let hasCommands = !command.commands.isEmpty
        lines += hasCommands ? [".Ar command", ".Op Ar options"] : Self.synopsis(command)
        lines.append(".Sh DESCRIPTION")
        lines += Mdoc.text(command.abstract ?? "")
        for paragraph in command.paragraphs { lines += [".Pp"] + Mdoc.text(paragraph) }
        if isTool {
            lines += [".Sh COMMANDS", ".Bl -tag -width Ds"]
            for command in tool.commands {
                lines += [".It Xr \(tool.commandName)-\(command.commandName) 1"] + Mdoc.text(command.abstract ?? "")
            }
            lines.append(".El")
        } else if hasCommands {
            lines += Self.subcommands(command)
        }
        lines += Self.options(command)
        lines += try section(title)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func clause(_ sentence: String) -> String {
        let text = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return Mdoc.escaped(text.prefix(1).lowercased() + text.dropFirst())
    }

    /// The subcommands of a command, each with its options.
    private static func subcommands(_ command: CommandHelp) -> [String] {
        var lines = [".Sh COMMANDS"]
        for sub in command.commands {
            lines += [".Ss \(command.commandName) \(sub.commandName)"] + Mdoc.text(sub.abstract ?? "")
            for paragraph in sub.paragraphs { lines += [".Pp"] + Mdoc.text(paragraph) }
            // Options of every command are listed once, for the command itself.
            let shown = (sub.arguments ?? []).filter { argument in
                argument.shouldDisplay
                    && !["version", "help"].contains { name in argument.names?.contains { $0.name == name } ?? false }
            }
            lines += [".Bl -tag -width Ds"] + groupedByMeaning(shown).flatMap(item) + [".El"]
        }
        return lines
    }

    // MARK: Options

    private static func synopsis(_ command: CommandHelp) -> [String] {
        let values = (command.arguments ?? []).filter { $0.kind == "positional" && $0.shouldDisplay }.map { argument in
            let name = "Ar \(argument.valueName ?? "value")" + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? ".Op \(name)" : ".\(name)"
        }
        return [".Op Ar options"] + values
    }

    /// A list for each titled group of options, in the order of the help.
    private static func options(_ command: CommandHelp) -> [String] {
        let shown = (command.arguments ?? []).filter(\.shouldDisplay)
        var titles: [String] = []
        for argument in shown where !titles.contains(title(of: argument)) { titles.append(title(of: argument)) }
        // Options of every command come last.
        titles.sort { left, right in left != "Options" && right == "Options" }
        return titles.flatMap { title -> [String] in
            let items = groupedByMeaning(shown.filter { Self.title(of: $0) == title })
            return [".Ss \(title)", ".Bl -tag -width Ds"] + items.flatMap(item) + [".El"]
        }
    }

    private static func title(of argument: CommandHelp.Argument) -> String {
        argument.sectionTitle ?? (argument.kind == "positional" ? "Arguments" : "Options")
    }

    /// Groups a flag with its opposite.
    private static func groupedByMeaning(_ arguments: [CommandHelp.Argument]) -> [[CommandHelp.Argument]] {
        var groups: [[CommandHelp.Argument]] = []
        for argument in arguments {
            let isOpposite = argument.names?.first?.name.hasPrefix("no-") == true
            if isOpposite, !groups.isEmpty {
                groups[groups.count - 1].append(argument)
            } else {
                groups.append([argument])
            }
        }
        return groups
    }

    private static func item(_ group: [CommandHelp.Argument]) -> [String] {
        let first = group[0]
        var heading: String
        if first.kind == "positional" {
            heading = ".It Ar \(first.valueName ?? "value")"
        } else {
            let names = group.flatMap { $0.names ?? [] }
                .map { $0.kind == "short" ? $0.name : "-\($0.name)" }
            heading = ".It Fl " + names.joined(separator: " , Fl ")
            if first.kind == "option" { heading += " Ar \(first.valueName ?? "value")" }
        }
        var text = Mdoc.text([first.abstract, first.discussion].compactMap(\.self).joined(separator: " "))
        if let value = first.defaultValue { text.append("The default is \(Mdoc.escaped(value)).") }
        return [heading] + text
    }

    // MARK: Sections

    /// The hand-written part of a page. The lines `@scenes`, `@scene-keys`, `@symbologies` and `@printed` are replaced by
    /// lists from the code.
    private func section(_ title: String) throws -> [String] {
        let text = try String(contentsOf: sections.appending(path: "\(title).mdoc"), encoding: .utf8)
        var isLiteral = false
        return text.split(separator: "\n").flatMap { line -> [String] in
            if line.hasPrefix(".Bd -literal") { isLiteral = true }
            if line == ".Ed" { isLiteral = false }
            switch line {
            case "@scenes": return Self.list(ScenePreset.allCases.map { ($0.rawValue, $0.summary) })
            case "@scene-keys": return Self.list(SceneKey.allCases.map { ($0.rawValue, $0.summary) })
            case "@symbologies": return Mdoc.text(Symbology.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            case "@printed": return Self.list(PrintedSymbology.allCases.map { ($0.rawValue, Self.words($0)) })
            case _ where isLiteral || line.hasPrefix("."): return [String(line)]
            default: return Mdoc.wrapped(String(line))
            }
        }
    }

    /// The title, accepted texts, sizes and error correction levels of a printed symbology.
    private static func words(_ symbology: PrintedSymbology) -> String {
        var parts = [symbology.takes]
        if let carrier = symbology.carrier { parts.append("read as \(carrier.rawValue)") }
        if let sizes = symbology.sizes { parts.append("sizes \(sizes.lowerBound) to \(sizes.upperBound)") }
        let levels = symbology.corrections.map(\.rawValue)
        if !levels.isEmpty { parts.append("error correction " + levels.joined(separator: ", ")) }
        return symbology.title + ": " + parts.joined(separator: "; ")
    }

    private static func list(_ items: [(String, String)]) -> [String] {
        let width = items.map(\.0.count).max() ?? 0
        let lines = items.flatMap { [".It Cm \($0.0)"] + Mdoc.text($0.1) }
        return [".Bl -tag -width \(String(repeating: "x", count: width)) -compact"] + lines + [".El"]
    }
}
