// SPDX-License-Identifier: Apache-2.0

package import Barcodes

/// A kind of code that can be made: any readable symbology, or a printed-only one.
package enum CodeKind: Hashable, Sendable {
    case readable(Symbology)
    case printed(PrintedSymbology)

    /// In the order of declaration.
    package static let all = Symbology.allCases.map(Self.readable) + PrintedSymbology.allCases.map(Self.printed)

    /// The word used on the command line.
    package var name: String {
        switch self {
        case .readable(let symbology): symbology.rawValue
        case .printed(let symbology): symbology.rawValue
        }
    }

    /// Whether it consists of bars, in one row or several, rather than of square modules.
    package var isLinear: Bool {
        switch self {
        case .readable(let symbology): symbology.isLinear
        case .printed(let symbology): symbology.traits.shape == .bars
        }
    }

    /// The default X dimension for printing, in millimetres: that of the standard if it names one, otherwise one that
    /// office printers and hand-held readers both handle.
    package var usualModule: Double {
        switch self {
        case .readable(let symbology): symbology.isLinear ? 0.33 : 0.5
        case .printed(let symbology): symbology.traits.module
        }
    }

    /// No kind has this name.
    package struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
        package var name: String
        /// Names that the user may have meant.
        package var near: [String]

        package var description: String {
            "there is no symbology \(name); "
                + (near.isEmpty ? "" : "did you mean \(near.joined(separator: ", "))? ")
                + "`candela encode --list` lists all"
        }
    }

    /// The kind with this name. Capitals and hyphens do not matter.
    package init(_ name: String) throws(UnknownName) {
        let folded = SymbologySelection.folded(name)
        guard let kind = Self.names[folded] else {
            throw UnknownName(name: name.isEmpty ? "''" : name, near: Self.near(folded))
        }
        self = kind
    }

    private static let names = Dictionary(uniqueKeysWithValues: all.map { (SymbologySelection.folded($0.name), $0) })

    /// Names that contain the word or, unless they are too short, are contained in it; otherwise names that differ by a
    /// letter or two.
    private static func near(_ word: String) -> [String] {
        guard word.count >= 3 else { return [] }
        let related = all.filter { kind in
            let name = SymbologySelection.folded(kind.name)
            return name.contains(word) || name.count > 3 && word.contains(name)
        }
        if !related.isEmpty { return related.map(\.name) }
        let reach = word.count < 6 ? 1 : 2
        return all.filter { changes(from: Array(word), to: Array(SymbologySelection.folded($0.name))) <= reach }.map(\.name)
    }

    /// The number of letters to insert, delete or replace (Levenshtein distance).
    private static func changes(from word: [Character], to other: [Character]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in word.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, match) in other.enumerated() {
                let replaced = diagonal + (letter == match ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
