// SPDX-License-Identifier: Apache-2.0

/// Sets of symbologies from command line words.
package enum SymbologySelection {
    /// The default set: everything except what would change the meaning of other reads. Add-ons next to an EAN would be
    /// separate scans; an ISBN or a checked Code 39 would replace the plain read.
    package static let standard = Set(Symbology.allCases).subtracting([.ean2, .ean5, .isbn, .code39Mod43])

    /// An unknown word.
    package struct UnknownName: Error, Hashable, Sendable, CustomStringConvertible {
        package var name: String

        package var description: String {
            let folded = SymbologySelection.folded(name)
            if let printed = PrintedSymbology.allCases.first(where: { SymbologySelection.folded($0.rawValue) == folded }
            ) {
                return "\(printed.rawValue) can be created with candela encode but not read; "
                    + (printed.carrier.map { "to read it, use \($0.rawValue)" } ?? "leave it out")
            }
            return "there is no symbology \(name); choose from "
                + Symbology.allCases.map(\.rawValue).joined(separator: ", ") + ", or the groups "
                + groups.keys.sorted().joined(separator: ", ")
        }
    }

    /// Parses a list of words separated by commas: names (`ean-13`, also `ean13`), groups (`ean`, `linear`), `all`.
    package static func parse(_ list: String) throws(UnknownName) -> Set<Symbology> {
        var selected: Set<Symbology> = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            let folded = folded(word)
            if let group = groups[folded] {
                selected.formUnion(group)
            } else if let symbology = names[folded] {
                selected.insert(symbology)
            } else {
                throw UnknownName(name: word.isEmpty ? "''" : String(word))
            }
        }
        return selected
    }

    /// A name in the form used for comparison: without capitals and hyphens.
    package static func folded(_ word: some StringProtocol) -> String {
        word.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static let names = Dictionary(
        uniqueKeysWithValues: Symbology.allCases.map { ($0.rawValue.filter { $0 != "-" }, $0) })

    private static let groups: [String: Set<Symbology>] = [
        "all": Set(Symbology.allCases),
        "standard": standard,
        "ean": [.ean13, .ean8],
        "upc": [.upcA, .upcE],
        "retail": [.ean13, .ean8, .upcA, .upcE],
        "addons": [.ean2, .ean5],
        "linear": standard.filter { $0.isLinear },
        "matrix": standard.filter { !$0.isLinear },
    ]
}
