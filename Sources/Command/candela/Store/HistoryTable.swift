// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Output
internal import Scanning
internal import Terminal

/// Scans as lines: for people, and for spreadsheets.
struct HistoryTable {
    /// How many characters a line has room for; `nil` where it has no end.
    private let width: Int?

    init() { width = Console.outputIsTerminal ? max(20, Console.columns ?? 80) : nil }

    /// When, what kind, what, and behind it what the catalogue said, the session and the camera.
    func line(_ scan: ScanEvent.Scan) -> String {
        let kind = scan.barcode.symbology.rawValue
        let begin =
            LocalTime.text(scan.time) + "  " + kind + String(repeating: " ", count: max(0, 12 - kind.count)) + "  "
        var text =
            scan.finalText.map(VisibleText.escape) ?? VisibleText.escape(scan.barcode.bytes)
        var rest = scan.catalogue.map { "  " + CatalogueWords.words($0, beside: scan.barcode) } ?? ""
        if let session = scan.session { rest += "  [\(VisibleText.escape(session))]" }
        rest += "  " + VisibleText.escape(scan.camera ?? scan.source)
        if let width {
            let room = max(16, width - begin.count)
            if text.count > room { text = text.prefix(room - 1) + "…" }
            let left = room - text.count
            if rest.count > left { rest = left > 4 ? rest.prefix(left - 1) + "…" : "" }
        }
        return begin + text + Console.dim(rest)
    }

    /// The names of the columns.
    static let header = "time,id,symbology,text,bytes_base64,source,camera,session,reader,catalog,catalog_row"

    /// One scan as comma-separated values. Times are RFC 3339 in UTC.
    static func row(_ scan: ScanEvent.Scan) -> String {
        let barcode = scan.barcode
        // What is escaped is no formula; what bytes were meant is in the next column.
        let row = scan.catalogue?.fields.map { fields in
            fields.map { "\($0.column)=\($0.value)" }.joined(separator: "; ")
        }
        let cells = [
            scan.finalText ?? VisibleText.escape(barcode.bytes),
            barcode.text == nil ? base64(barcode.bytes) : "",
            scan.source, scan.camera ?? "", scan.session ?? "", barcode.reader, scan.catalogue?.catalogue ?? "",
            row ?? "",
        ]
        return ([scan.time.text, scan.id ?? "", barcode.symbology.rawValue] + cells.map { CSVField.text($0) })
            .joined(separator: ",")
    }
}

/// A catalogue's answer for people.
enum CatalogueWords {
    /// The cells that hold something, without the code's own, which stands beside it.
    static func words(_ answer: CatalogueAnswer, beside code: Barcode) -> String {
        guard let fields = answer.fields else { return "not in catalogue \(VisibleText.escape(answer.catalogue))" }
        let keys = CanonicalCode.keys(of: code)
        let cells = fields.map(\.value).filter { cell in
            !cell.isEmpty && !CanonicalCode.keys(of: cell).contains { keys.contains($0) }
        }
        return cells.isEmpty
            ? "in catalogue \(VisibleText.escape(answer.catalogue))"
            : cells.map { VisibleText.escape($0) }.joined(separator: " · ")
    }
}
