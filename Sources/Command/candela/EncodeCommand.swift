// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
public import BarcodeEncoding
internal import Barcodes
internal import Output
internal import PageDrawing
internal import Terminal

struct EncodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "encode", abstract: "Make a code, or a chart to set a camera up with.",
        usage: "candela encode <text> [<options>]\n       candela encode --chart --output <file>",
        discussion: """
            The code goes to a file of the ending's kind (png, svg, pdf), or without --output to the terminal, where a \
            camera can read it off the screen. Nothing is silently altered: a text that the symbology cannot hold as it is \
            is refused. Check digits left out are added.

            Besides what candela reads it makes some fifty kinds more, of the post, of medicines, of industry: --list names \
            all, with what they take.

            The chart is a sheet of A4 with codes of falling size, a focus star, grey steps, and a ruler that shows whether \
            the printer kept the size.

            Examples:
              candela encode https://example.org
              candela encode 400638133393 --symbology ean-13 --caption --output label.svg
              candela encode --chart --output chart.pdf
            """)

    @Argument(help: ArgumentHelp("What the code is to hold.", valueName: "text")) var text: String?

    @Option(
        name: [.customShort("s"), .long],
        help: ArgumentHelp("The symbology, by one of the names of --list.", valueName: "name"))
    var symbology = "qr"

    @Option(name: [.short, .long], help: ArgumentHelp("The file: NAME.png, NAME.svg or NAME.pdf.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The width of a module or of the narrowest bar; default the standard's, else 0.33mm for bars, 0.5mm for others.",
            valueName: "length"))
    var module: Length?

    @Option(
        help: ArgumentHelp("The width of the whole code with its margin, instead of --module.", valueName: "length"))
    var width: Length?

    @Option(help: ArgumentHelp("Dots per inch of a PNG, 72 to 2400; default 300.", valueName: "number")) var dpi = 300
    @Option(help: ArgumentHelp("The height of bars; otherwise the standard's.", valueName: "length")) var barHeight:
        Length?

    @Option(
        help: ArgumentHelp(
            "The margin on every side in modules, 0 to 100; otherwise what the standard asks for.", valueName: "modules"
        ))
    var quietZone: Int?

    @Option(
        help: ArgumentHelp(
            "Error correction, where a symbology has levels: low, medium, quartile, high.", valueName: "level"))
    var errorCorrection: EncodingOptions.ErrorCorrection?

    @Option(
        help: ArgumentHelp("The size of a matrix code as its standard numbers it (QR 1 to 40, …).", valueName: "number")
    )
    var size: Int?

    @Flag(help: "Print the content below the code.") var caption = false
    @Flag(name: .customLong("gs1"), help: "The text is GS1 data: (01)09501101530003(17)280131.") var gs1 = false
    @Flag(help: "Light on dark.") var invert = false

    @Option(
        help: ArgumentHelp(
            "A PNG to put into the middle of a QR code, which is made with high error correction, and read back.",
            valueName: "file"))
    var logo: String?

    @Flag(help: "Make the test chart.") var chart = false
    @Flag(help: "List the symbologies and what they take.") var list = false

    func validate() throws {
        if list {
            guard text == nil, output == nil, !chart else {
                throw ValidationError("cannot list symbologies and make a code: leave the text or --list out")
            }
            return
        }
        if chart {
            guard text == nil else {
                throw ValidationError("cannot make a chart of a text: leave the text or --chart out")
            }
            guard output != nil else {
                throw ValidationError("cannot make a chart without --output FILE: name a .pdf or .svg")
            }
        } else if text == nil {
            throw ValidationError("cannot encode: give a text, --chart or --list")
        }
        if let output, PageFormat(path: output) == nil {
            throw ValidationError("cannot make \(output): its name must end in .png, .svg or .pdf")
        }
        if module != nil, width != nil { throw ValidationError("cannot use --module with --width: choose one") }
        guard (72...2400).contains(dpi) else { throw ValidationError("cannot use --dpi \(dpi): it takes 72 to 2400") }
        if let quietZone, !(0...100).contains(quietZone) {
            throw ValidationError("cannot use --quiet-zone \(quietZone): it takes 0 to 100 modules")
        }
        if output == nil,
            caption || logo != nil || module != nil || width != nil || barHeight != nil || quietZone != nil
                || invert
        {
            throw ValidationError("cannot do that on a terminal: name a file with --output")
        }
        if logo != nil, invert {
            throw ValidationError("cannot put a logo into a code light on dark: leave --invert out")
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
        // A height is given in millimetres, so the width of a module is needed first.
        let symbol = try barHeight.map { try encoded(as: kind, barHeight: $0.millimetres / module) } ?? plain
        var sheet = CodeSheet(symbol, module: module)
        sheet.quietZone = quietZone
        sheet.isInverted = invert
        sheet.caption = caption ? VisibleText.escape(symbol.caption) : nil
        if let logo {
            let bytes = try ResultFile.read(logo, most: 4_000_000)
            guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) else {
                throw CommandFailure(
                    "cannot use \(VisibleText.escape(logo)) as a logo: it is no PNG; convert it to one")
            }
            sheet.logo = bytes
        }
        if sheet.logo != nil { try LogoProof.read(sheet) }
        try write(sheet.page, pixelsPerMillimetre: density)
    }

    /// In a PNG modules are whole pixels, or edges would be grey and widths would differ.
    private func printedModule(_ wanted: Double, _ format: PageFormat, _ density: Double) -> Double {
        guard format == .png else { return wanted }
        let pixels = max(1, (wanted * density).rounded())
        let exact = pixels / density
        if abs(exact / wanted - 1) > 0.005 {
            Console.note(
                "modules are \(JSONValue.fixed(exact, decimals: 3) ?? "") mm, \(Int(pixels)) pixels at \(dpi) dots per inch, not "
                    + "\(JSONValue.fixed(wanted, decimals: 3) ?? "") mm; a larger --dpi, or an .svg, comes nearer")
        }
        return exact
    }

    /// The X dimension asked for, in millimetres.
    private func wantedModule(_ symbol: EncodedSymbol) -> Double {
        var sheet = CodeSheet(symbol, module: 1)
        sheet.quietZone = quietZone
        return module?.millimetres ?? width.map { $0.millimetres / sheet.size.width } ?? symbol.kind.usualModule
    }

    private func kind() throws(CommandFailure) -> CodeKind {
        let kind = try failing { () throws(CodeKind.UnknownName) in try CodeKind(symbology) }
        if logo != nil, kind != .readable(.qr) {
            throw CommandFailure("cannot put a logo into \(kind.name): only QR has room for one")
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
                "cannot show the code here: it is \(width) columns wide and the terminal has \(room); make the window wider, or "
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
