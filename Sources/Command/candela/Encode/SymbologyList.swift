// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes
internal import Terminal

/// The symbologies that can be created, in two columns.
enum SymbologyList {
    static func print() throws(CommandFailure) {
        let names = CodeKind.all.map(\.name)
        let width = (names.map(\.count).max() ?? 0) + 2
        for kind in CodeKind.all {
            let padding = String(repeating: " ", count: width - kind.name.count)
            try Console.print(kind.name + padding + words(kind))
        }
    }

    private static func words(_ kind: CodeKind) -> String {
        switch kind {
        case .readable: "created and read"
        case .printed(let symbology): "\(symbology.title): \(symbology.takes)"
        }
    }
}
