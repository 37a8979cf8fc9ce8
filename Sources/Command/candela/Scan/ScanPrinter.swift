// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import Output
internal import Scanning
internal import Terminal

/// Prints scan events on standard output.
struct ScanPrinter {
    enum Style { case text, raw, json }

    var style: Style
    /// Whether each line begins with its source, because there are several.
    var namesSources: Bool
    /// Whether nothing is printed on standard output: scans go elsewhere.
    var isSilent = false

    /// Prints an event. Pictures without a code appear only in JSON; errors always go to standard error as well.
    func print(_ event: ScanEvent) throws(CommandFailure) {
        if case .error(_, let message) = event { Console.note(VisibleText.escape(message)) }
        if case .hook(let hook) = event { Console.note(VisibleText.escape(hook.message)) }
        if case .notice(var notice) = event {
            notice.source = CameraAddress(notice.source).label
            Console.note(VisibleText.escape(notice.message))
        }
        if isSilent { return }
        if style == .json { return try Console.print(event.json.text) }
        guard case .scan(let scan) = event else { return }
        if style == .raw, !Console.outputIsTerminal {
            // A program receives the bytes unescaped.
            let bytes = scan.text.text.map { Array($0.utf8) } ?? scan.barcode.bytesForPipes
            return try Console.write(bytes + [UInt8(ascii: "\n")])
        }
        let text =
            scan.finalText.map(VisibleText.escape) ?? VisibleText.escape(scan.barcode.bytes)
        guard style == .text else { return try Console.print(text) }
        let place = namesSources ? VisibleText.escape(CameraAddress(scan.source).label) + ": " : ""
        let found = scan.catalogue.map { answer in
            let words = CatalogueWords.words(answer, beside: scan.barcode)
            return "  " + (answer.fields == nil ? Console.yellow(words) : words)
        }
        try Console.print(place + Console.dim(scan.barcode.symbology.rawValue) + " " + text + (found ?? ""))
    }
}

extension Barcode {
    /// The text as UTF-8 if the reader knows its character set, else the raw bytes.
    fileprivate var bytesForPipes: [UInt8] { decodedText.map { Array($0.utf8) } ?? bytes }
}
