// SPDX-License-Identifier: Apache-2.0

/// A page about every finding. The judges in `Judges` implement the rules that the pages describe.
package enum Catalogue {
    /// Each finding once, grouped by kind.
    package static let entries: [CatalogueEntry] =
        device + access + node + stream + libcamera + genICam + network + pipeWire + PictureCatalogue.entries + other

    /// Returns `nil` for an unknown finding.
    package static func entry(_ id: FindingID) -> CatalogueEntry? { entries.first { $0.id == id } }
}
