// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import ConfinedDecoding
internal import FrameMetrics
internal import Frames
internal import Output
internal import Pictures
internal import ReadingWorker
internal import Scanning
internal import SymbolFinding
internal import Terminal

/// `scan --explain-read`: the steps of reading one picture, their results, and the places found but not read.
struct ReadExplaining {
    let symbologies: Set<Symbology>
    let region: FrameRegion?
    let effort: ReadingEffort

    /// - Returns: whether a code was read.
    func run(_ path: String, json: Bool) throws(CommandFailure) -> Bool {
        let picture: LumaImage
        do {
            picture = try Decoders().pictures().picture(at: path).luma
        } catch {
            throw CommandFailure("\(error)")
        }
        var part = picture
        if let region { part = try failing { () throws(RegionError) in try picture.part(region).image } }
        // In this process, so that the steps are visible; calls that can abort it are left out.
        let reader = Readers.ladder(effort, .pictures, unsafeCalls: false)
        Readers.say(reader.shortfall)
        guard let ladder = reader as? LadderReader else {
            throw CommandFailure("cannot explain \(path): this build has no reading ladder for pictures")
        }
        let explanation = ladder.explain(part, symbologies: symbologies)
        let noise = part.noiseDeviation()
        let unread = SymbolFinder().find(in: part, noise: noise).filter { candidate in
            !explanation.accepted.contains { $0.corners?.contains(candidate.corners.center) == true }
        }
        let places = unread.map { ($0, SymbolFigures(of: part, corners: $0.corners, kind: $0.kind, noise: noise)) }
        if json {
            try Console.print(report(path, part, explanation, places).text)
        } else {
            try show(path, part, explanation, places)
        }
        return !explanation.accepted.isEmpty
    }

    // MARK: For people

    private func show(
        _ path: String, _ image: LumaImage, _ explanation: LadderExplanation,
        _ places: [(SymbolCandidate, SymbolFigures)]
    ) throws(CommandFailure) {
        try Console.print("\(VisibleText.escape(path)): \(image.size), effort \(effort.rawValue)")
        try thumbnail(image, Self.outline(image.size))
        let width = explanation.lines.map { $0.step.description.count }.max() ?? 0
        var leftOut: (reason: String, steps: [ReadingStep]) = ("", [])
        for line in explanation.lines {
            let name = Self.padded("\(line.step)", to: width)
            if case .leftOut(let reason) = line.outcome, Self.words(reason, line.step) == leftOut.reason {
                leftOut.steps.append(line.step)
                continue
            }
            try say(leftOut)
            leftOut = ("", [])
            switch line.outcome {
            case .taken(let codes, let duration):
                let time = Self.padded(JSONValue.number(duration.milliseconds, decimals: 1).text, to: -7)
                let words =
                    codes.isEmpty
                    ? Console.dim("nothing") : codes.map { Self.words($0, longest: 40) }.joined(separator: ", ")
                try Console.print("  \(name) \(time) ms  \(words)")
            case .leftOut(let reason): leftOut = (Self.words(reason, line.step), [line.step])
            }
        }
        try say(leftOut)
        for code in explanation.accepted {
            try Console.print("read: " + Console.green(Self.words(code)))
            if let corners = code.corners { try thumbnail(image, corners) }
        }
        for code in explanation.doubtful {
            try Console.print("rejected, because no second read agreed: " + Console.yellow(Self.words(code)))
            if let corners = code.corners { try thumbnail(image, corners) }
        }
        if explanation.accepted.isEmpty { try Console.print("no code read") }
        for (place, figures) in places {
            try Console.print(
                "looks like a \(place.kind.rawValue) code, not read: " + Self.words(place, figures, in: image.size))
            try thumbnail(image, place.corners)
        }
    }

    /// Prints consecutive steps that were skipped for the same reason.
    private func say(_ leftOut: (reason: String, steps: [ReadingStep])) throws(CommandFailure) {
        guard let first = leftOut.steps.first, let last = leftOut.steps.last else { return }
        let names =
            switch leftOut.steps.count {
            case 1: "\(first)"
            case 2: "\(first); \(last)"
            default: "\(leftOut.steps.count) steps, \(first) to \(last)"
            }
        try Console.print(Console.dim("  skipped, because \(leftOut.reason): \(names)"))
    }

    private func thumbnail(_ image: LumaImage, _ corners: Quadrilateral) throws(CommandFailure) {
        guard Console.usesColour else { return }
        for line in TerminalPicture.lines(of: image, inside: corners, columns: 48, rows: 14) {
            try Console.print("    " + line)
        }
    }

    private static func outline(_ size: FrameSize) -> Quadrilateral {
        let (right, bottom) = (Double(size.width), Double(size.height))
        return Quadrilateral(
            topLeft: PixelPoint(x: 0, y: 0), topRight: PixelPoint(x: right, y: 0),
            bottomRight: PixelPoint(x: right, y: bottom), bottomLeft: PixelPoint(x: 0, y: bottom))
    }

    /// Pads to a width; a negative width pads on the left.
    private static func padded(_ text: String, to width: Int) -> String {
        let gap = String(repeating: " ", count: max(0, abs(width) - text.count))
        return width < 0 ? gap + text : text + gap
    }

    /// - Parameter longest: maximum number of characters of the text; a longer one is cut and ends in "…".
    private static func words(_ code: Barcode, longest: Int = 400) -> String {
        let text = code.text.map { VisibleText.escape($0) } ?? VisibleText.escape(code.bytes)
        return "\(code.symbology.rawValue) " + (text.count > longest ? text.prefix(longest) + "…" : text)
    }

    private static func words(_ reason: LadderExplanation.Reason, _ step: ReadingStep) -> String {
        switch reason {
        case .symbologies: "it reads none of the requested symbologies"
        case .needless: "the library does this itself"
        case .notDue: step.condition.whyNot
        case .shape: "the picture's shape does not suit it"
        }
    }

    private static func words(_ place: SymbolCandidate, _ figures: SymbolFigures, in size: FrameSize) -> String {
        func number(_ value: Double, _ decimals: Int) -> String { JSONValue.number(value, decimals: decimals).text }
        let center = place.corners.center
        var words = [
            "around (\(number(center.x, 0)), \(number(center.y, 0)))",
            "\(number(place.width, 0)) × \(number(place.height, 0)) pixels",
            "contrast \(number(figures.contrast, 0)) of 255",
        ]
        if let module = figures.module { words.append("narrowest bar or module \(number(module, 1)) pixels") }
        if let edge = figures.edgeWidth { words.append("edges \(number(edge, 1)) pixels wide") }
        if figures.polarity == .lightOnDark { words.append("light on dark") }
        if place.isCutOff(in: size, module: figures.module) { words.append("cut off by the border") }
        return words.joined(separator: ", ")
    }

    // MARK: For programs

    private func report(
        _ path: String, _ image: LumaImage, _ explanation: LadderExplanation,
        _ places: [(SymbolCandidate, SymbolFigures)]
    ) -> JSONValue {
        func corners(_ outline: Quadrilateral) -> JSONValue {
            .array(outline.corners.map { [.number($0.x, decimals: 1), .number($0.y, decimals: 1)] })
        }
        func code(_ code: Barcode) -> JSONValue {
            var members: [JSONValue.Member] = [
                .init("symbology", .string(code.symbology.rawValue)),
                .init("text", .string(code.text ?? VisibleText.escape(code.bytes))),
                .init("reader", .string(code.reader)),
            ]
            if let outline = code.corners { members.append(.init("corners", corners(outline))) }
            return .object(members)
        }
        let steps = explanation.lines.map { line -> JSONValue in
            let name = JSONValue.Member("step", .string(line.step.description))
            return switch line.outcome {
            case .taken(let codes, let duration):
                .object([
                    name, .init("taken", .bool(true)), .init("ms", .number(duration.milliseconds, decimals: 2)),
                    .init("codes", .array(codes.map(code))), .init("believed", .integer(line.believed)),
                ])
            case .leftOut(let reason):
                .object([
                    name, .init("taken", .bool(false)), .init("reason", .string(Self.words(reason, line.step))),
                ])
            }
        }
        return .object([
            .init("schema", "candela.read/1"), .init("source", .string(path)), .init("width", .integer(image.width)),
            .init("height", .integer(image.height)), .init("effort", .string(effort.rawValue)),
            .init("steps", .array(steps)), .init("codes", .array(explanation.accepted.map(code))),
            .init("not_believed", .array(explanation.doubtful.map(code))),
            .init(
                "unread_places",
                .array(
                    places.map { place, figures in
                        .object([
                            .init("kind", .string(place.kind.rawValue)), .init("corners", corners(place.corners)),
                            .init("contrast", .number(figures.contrast, decimals: 0)),
                            .init("module_pixels", figures.module.map { .number($0, decimals: 2) } ?? .null),
                            .init("edge_width_pixels", figures.edgeWidth.map { .number($0, decimals: 2) } ?? .null),
                            .init("polarity", figures.polarity.map { .string($0.rawValue) } ?? .null),
                            .init("cut_off", .bool(place.isCutOff(in: image.size, module: figures.module))),
                        ])
                    })),
        ])
    }
}
