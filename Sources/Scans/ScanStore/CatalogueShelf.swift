// SPDX-License-Identifier: Apache-2.0

internal import StoredFiles

/// The catalogues of a user: a folder with a file for each.
package struct CatalogueShelf: Sendable {
    package let folder: String
    static let ending = ".sqlite"

    package init(folder: String) { self.folder = folder }

    /// Their names, sorted.
    package func names() throws(HistoryError) -> [String] {
        do throws(StoreError) {
            return try StoredFile.names(in: folder, ending: Self.ending).map { String($0.dropLast(Self.ending.count)) }
        } catch {
            throw HistoryError(error)
        }
    }

    package func open(_ name: String) throws(HistoryError) -> Catalogue {
        try Catalogue(name, at: try path(of: name))
    }

    /// - Returns: whether there was one.
    package func delete(_ name: String) throws(HistoryError) -> Bool {
        let path = try path(of: name)
        do throws(StoreError) {
            return try StoredFile.remove(path)
        } catch {
            throw HistoryError(error)
        }
    }

    /// - Throws: if the name is not valid as part of a file name.
    func path(of name: String) throws(HistoryError) -> String {
        if let objection = StoredFile.objection(toName: name) {
            throw HistoryError("cannot name a catalogue \"\(name)\": \(objection)")
        }
        return folder + "/" + name + Self.ending
    }
}
