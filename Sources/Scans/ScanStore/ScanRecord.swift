// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Output
internal import SQLite
internal import Scanning

/// Converts scans to and from rows of the table.
enum ScanRecord {
    static let insertion = """
        INSERT INTO scan (id, time_ms, source, camera, frame, symbology, text, bytes, corners, reader, quality, decode_us,
            age_us, catalogue, catalogue_row, rule_text, gs1, session)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM session WHERE name = ?))
        """

    /// The columns that `scan(_:)` reads, of `scan` joined with `session`.
    static let columns = """
        scan.sequence, scan.id, time_ms, source, camera, frame, symbology, text, bytes, corners, reader, quality,
        decode_us, age_us, catalogue, catalogue_row, session.name,
        rule_text, gs1
        """

    static let tables = "scan LEFT JOIN session ON session.id = scan.session"

    static func values(_ scan: ScanEvent.Scan) -> [SQLValue] {
        let barcode = scan.barcode
        let text = barcode.text
        let isPlain = text.map { Array($0.utf8) == barcode.bytes } ?? false
        return [
            .text(scan.id), .integer(scan.time.milliseconds), .text(scan.source), .text(scan.camera),
            .integer(ifAny: scan.frame), .text(barcode.symbology.rawValue), .text(text),
            isPlain ? .null : .blob(barcode.bytes), .text(barcode.corners.map(Self.text)), .text(barcode.reader),
            .integer(ifAny: barcode.quality), .integer(microseconds(scan.decodeTime)),
            .integer(ifAny: scan.age.map(microseconds)), .text(scan.catalogue?.catalogue),
            .text(scan.catalogue?.fields.map { CatalogueCells.text($0) }), .text(scan.text.text),
            .text(scan.text.elements.map { CatalogueCells.text($0.flatMap { [$0.identifier, $0.value] }) }),
            .text(scan.session),
        ]
    }

    /// - Returns: `nil` if this version does not know the symbology.
    static func scan(_ row: borrowing Row) -> (sequence: Int64, scan: ScanEvent.Scan)? {
        guard let symbology = Symbology(rawValue: row.text(6) ?? "") else { return nil }
        let text = row.text(7)
        let bytes = row.blob(8)
        var barcode = Barcode(
            symbology: symbology, bytes: bytes ?? text.map { Array($0.utf8) } ?? [],
            decodedText: bytes == nil ? nil : text, corners: row.text(9).flatMap(corners), reader: row.text(10) ?? "")
        barcode.quality = row.integer(11).map { Int(clamping: $0) }
        var scan = ScanEvent.Scan(
            time: WallTime(milliseconds: row.integer(2) ?? 0), source: row.text(3) ?? "", camera: row.text(4),
            frame: row.integer(5).map { Int(clamping: $0) }, barcode: barcode,
            decodeTime: .microseconds(row.integer(12) ?? 0), age: row.integer(13).map { .microseconds($0) })
        scan.id = row.text(1)
        scan.session = row.text(16)
        if let catalogue = row.text(14) {
            scan.catalogue = CatalogueAnswer(catalogue: catalogue, fields: row.text(15).map(CatalogueCells.fields))
        }
        scan.text = ScanText(text: row.text(17), elements: row.text(18).map(CatalogueCells.elements))
        return (row.integer(0) ?? 0, scan)
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        duration.components.seconds &* 1_000_000 &+ duration.components.attoseconds / 1_000_000_000_000
    }

    /// Finer than anybody needs: events show whole pixels, and 281.46 must not become 281.5 here and 282 there.
    private static func text(_ corners: Quadrilateral) -> String {
        corners.corners.map { point in
            (JSONValue.fixed(point.x, decimals: 6) ?? "0") + "," + (JSONValue.fixed(point.y, decimals: 6) ?? "0")
        }.joined(separator: " ")
    }

    private static func corners(_ text: String) -> Quadrilateral? {
        let points = text.split(separator: " ").compactMap { pair -> PixelPoint? in
            let numbers = pair.split(separator: ",").compactMap { Double($0) }
            return numbers.count == 2 ? PixelPoint(x: numbers[0], y: numbers[1]) : nil
        }
        guard points.count == 4 else { return nil }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}
