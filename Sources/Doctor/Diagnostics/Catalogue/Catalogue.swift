// SPDX-License-Identifier: Apache-2.0

/// Every finding there is, with a page about each. The judges in `Judges` hold the rules that the pages tell.
public enum Catalogue {
    /// Each finding once, those of one kind together.
    public static let entries: [CatalogueEntry] = device + access + node + stream + PictureCatalogue.entries + other

    /// `nil` for a finding that no judge raises.
    public static func entry(_ id: FindingID) -> CatalogueEntry? { entries.first { $0.id == id } }
}
