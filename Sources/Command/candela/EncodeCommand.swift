// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
package import BarcodeEncoding
internal import Barcodes
internal import Output
internal import PageDrawing
internal import Terminal

struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Create a barcode, or a test chart for setting up a camera.",
        usage: "candela encode <text> [<options>]\n       candela encode --chart --output <file>",
        discussion: """
            The code is written to a file whose ending sets the format (png, svg, pdf), or without --output to the \
            terminal, where a camera can read it from the screen. The text is never changed silently: a text that the \
            symbology cannot encode is rejected. Missing check digits are added.

            Besides the symbologies that candela reads, about fifty others can be created, for post, medicine and industry. \
            --list shows all of them and the texts that they accept.

            The chart is an A4 sheet with codes of decreasing size, a focus star, grey steps, and a ruler that shows \
            whether the printer kept the scale.

            Examples:
              candela encode https://example.org
              candela encode 400638133393 --symbology ean-13 --caption --output label.svg
              candela encode --chart --output chart.pdf
            """)

    @Argument(help: ArgumentHelp("The text to encode.", valueName: "text")) var text: String?

    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp("Use this symbology, one of the names of --list.", valueName: "name"))
    var symbology = "qr"

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file: NAME.png, NAME.svg or NAME.pdf.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Set the width of a module or of the narrowest bar. Default: the standard's, else 0.33mm for bars and 0.5mm for "
                + "others.",
            valueName: "length"))
    var module: Length?

    @Option(
        help: ArgumentHelp("Set the width of the whole code with its margin, instead of --module.", valueName: "length"))
    var width: Length?

    @Option(help: ArgumentHelp("Set the resolution of a PNG, 72 to 2400 dots per inch.", valueName: "number"))
    var dpi = 300
    @Option(help: ArgumentHelp("Set the height of bars. Default: the standard's.", valueName: "length")) var barHeight:
        Length?

    @Option(
        help: ArgumentHelp(
            "Set the margin on every side in modules, 0 to 100. Default: the standard's.", valueName: "modules"))
    var quietZone: Int?

    @Option(
        help: ArgumentHelp(
            "Set the error correction of a symbology with levels: low, medium, quartile, high.", valueName: "level"))
    var errorCorrection: EncodingOptions.ErrorCorrection?

    @Option(
        help: ArgumentHelp(
            "Set the size of a matrix code, as numbered by its standard (QR: 1 to 40).", valueName: "number"))
    var size: Int?

    @Flag(help: "Print the content below the code.") var caption = false
    @Flag(name: .customLong("gs1"), help: "Treat the text as GS1 data: (01)09501101530003(17)280131.") var gs1 = false
    @Flag(help: "Print light on dark.") var invert = false

    @Option(
        help: ArgumentHelp(
            "Place this PNG in the middle of a QR code, which gets high error correction and is verified by reading.",
            valueName: "file"))
    var logo: String?

    @Flag(help: "Create the test chart.") var chart = false
    @Flag(help: "List the symbologies and the texts that they accept.") var list = false

    func validate() throws {
        if list {
            guard text == nil, output == nil, !chart else {
                throw ValidationError("cannot list symbologies and create a code: remove --list, or the other arguments")
            }
            return
        }
        if chart {
            guard text == nil else {
                throw ValidationError("cannot use a text with --chart: choose one")
            }
            guard output != nil else {
                throw ValidationError("cannot create a chart without --output FILE: name a .pdf or .svg")
            }
        } else if text == nil {
            throw ValidationError("cannot encode: give a text, --chart or --list")
        }
        if let output, PageFormat(path: output) == nil {
            throw ValidationError("cannot create \(output): its name must end in .png, .svg or .pdf")
        }
        if module != nil, width != nil { throw ValidationError("cannot use --module with --width: choose one") }
        guard (72...2400).contains(dpi) else { throw ValidationError("cannot use --dpi \(dpi): it must be 72 to 2400") }
        if let quietZone, !(0...100).contains(quietZone) {
            throw ValidationError("cannot use --quiet-zone \(quietZone): it must be 0 to 100 modules")
        }
        if output == nil,
            caption || logo != nil || module != nil || width != nil || barHeight != nil || quietZone != nil
                || invert
        {
            throw ValidationError("cannot use these options on a terminal: name a file with --output")
        }
        if logo != nil, invert {
            throw ValidationError("cannot use --logo with --invert: choose one")
        }
    }

    func run() throws {
        if list { return try SymbologyList.print() }
        if let output { try ResultFile.check(output) }
        if chart {
            let page = try failing { () throws(EncodingError) in try TestChart.page() }
            return try write(page, pixelsPerMillimetre: Double(dpi) / 25.4)
        }
        let kind = try kind()
        let plain = try encoded(as: kind, barHeight: nil)
        guard let output, let format = PageFormat(path: output) else { return try show(plain) }
        let density = Double(dpi) / 25.4
        let module = printedModule(wantedModule(plain), format, density)
        // The height is in millimetres, so the width of a module is needed first.
        let symbol = try barHeight.map { try encoded(as: kind, barHeight: $0.millimetres / module) } ?? plain
        var sheet = CodeSheet(symbol, module: module)
        sheet.quietZone = quietZone
        sheet.isInverted = invert
        sheet.caption = caption ? VisibleText.escape(symbol.caption) : nil
        if let logo {
            let bytes = try ResultFile.read(logo, most: 4_000_000)
            guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) else {
                throw CommandFailure(
                    "cannot use \(VisibleText.escape(logo)) as a logo: it is not a PNG; convert it to PNG")
            }
            sheet.logo = bytes
        }
        if sheet.logo != nil { try LogoProof.read(sheet) }
        try write(sheet.page, pixelsPerMillimetre: density)
    }

    /// The module width for the format. In a PNG modules are whole pixels, which keeps edges sharp and widths equal.
    private func printedModule(_ wanted: Double, _ format: PageFormat, _ density: Double) -> Double {
        guard format == .png else { return wanted }
        let pixels = max(1, (wanted * density).rounded())
        let exact = pixels / density
        if abs(exact / wanted - 1) > 0.005 {
            Console.note(
                "modules are \(JSONValue.fixed(exact, decimals: 3) ?? "") mm, \(Int(pixels)) pixels at \(dpi) dots per "
                    + "inch, instead of \(JSONValue.fixed(wanted, decimals: 3) ?? "") mm; to come closer, use a larger "
                    + "--dpi, or write an .svg")
        }
        return exact
    }

    /// The requested X dimension in millimetres.
    private func wantedModule(_ symbol: EncodedSymbol) -> Double {
        var sheet = CodeSheet(symbol, module: 1)
        sheet.quietZone = quietZone
        return module?.millimetres ?? width.map { $0.millimetres / sheet.size.width } ?? symbol.kind.usualModule
    }

    private func kind() throws(CommandFailure) -> CodeKind {
        let kind = try failing { () throws(CodeKind.UnknownName) in try CodeKind(symbology) }
        if logo != nil, kind != .readable(.qr) {
            throw CommandFailure("cannot add a logo to \(kind.name): only QR codes support logos")
        }
        return kind
    }

    private func encoded(as kind: CodeKind, barHeight: Double?) throws(CommandFailure) -> EncodedSymbol {
        var options = EncodingOptions()
        options.errorCorrection = logo != nil ? .high : errorCorrection
        options.size = size
        options.isGS1 = gs1
        options.barHeight = barHeight
        return try failing { () throws(EncodingError) in try BarcodeEncoder.encode(text ?? "", as: kind, options) }
    }

    private func show(_ symbol: EncodedSymbol) throws(CommandFailure) {
        let width = TerminalCode.width(symbol)
        if Console.outputIsTerminal, let room = Console.columns, room < width {
            throw CommandFailure(
                "cannot show the code: it is \(width) columns wide and the terminal has \(room); widen the window, or "
                    + "name a file with --output")
        }
        for line in TerminalCode.lines(symbol, usesColour: Console.usesColour) { try Console.print(line) }
    }

    private func write(_ page: Page, pixelsPerMillimetre: Double) throws(CommandFailure) {
        guard let output, let format = PageFormat(path: output) else { return }
        var bytes = try failing { () throws(PageError) in
            try page.render(format, pixelsPerMillimetre: pixelsPerMillimetre)
        }
        if format == .png { bytes = PNGResolution.set(pixelsPerMillimetre, in: bytes) }
        try ResultFile.write(bytes, to: output)
        let size = [page.width, page.height].map { JSONValue.fixed($0, decimals: 1) ?? "" }.joined(separator: " × ")
        Console.note("\(VisibleText.escape(output)): \(size) mm")
    }
}

extension EncodingOptions.ErrorCorrection: ExpressibleByArgument {}

/// A length with its unit: `0.33mm`, `5cm`, `1in`, `13mil`.
struct Length: ExpressibleByArgument {
    var millimetres: Double

    init?(argument: String) {
        let units: [(String, Double)] = [("mm", 1), ("cm", 10), ("mil", 0.0254), ("in", 25.4)]
        guard let unit = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.0.count)), number.isFinite
        else { return nil }
        millimetres = number * unit.1
        guard millimetres >= 0.01, millimetres <= 2000 else { return nil }
    }
}
