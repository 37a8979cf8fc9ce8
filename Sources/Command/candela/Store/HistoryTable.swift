// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Output
internal import Scanning
internal import Terminal

/// Scans as lines of text, or as comma-separated values.
struct HistoryTable {
    /// The width of a line in characters; `nil` for no limit.
    private let width: Int?

    init() { width = Console.outputIsTerminal ? max(20, Console.columns ?? 80) : nil }

    /// A line: time, symbology, text, the catalogue's answer, session and camera.
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
        // Escaped text is no formula; the next column has the raw bytes.
        let row = scan.catalogue?.fields.map { fields in
            fields.map { "\($0.column)=\($0.value)" }.joined(separator: "; ")
        }
        let cells = [
            scan.finalText ?? VisibleText.escape(barcode.bytes),
            barcode.text == nil || barcode.isBinary ? base64(barcode.bytes) : "",
            scan.source, scan.camera ?? "", scan.session ?? "", barcode.reader, scan.catalogue?.catalogue ?? "",
            row ?? "",
        ]
        return ([scan.time.text, scan.id ?? "", barcode.symbology.rawValue] + cells.map { CSVField.text($0) })
            .joined(separator: ",")
    }
}

/// The text of a catalogue's answer.
enum CatalogueWords {
    /// The non-empty cells, without the code itself, which is printed beside them.
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
