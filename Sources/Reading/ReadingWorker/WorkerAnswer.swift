// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import ConfinedProcesses

/// A worker's answers: one packet each.
package enum WorkerAnswer: Hashable {
    /// Sent once, when it accepts requests.
    case ready(supported: Set<Symbology>, shortfall: ReaderShortfall)
    /// Sent instead of codes: the picture could not be seen.
    case cannot(BarcodeReaderError)
    /// A code of the picture.
    case code(Barcode)
    /// A code that is not confirmed yet.
    case doubt(Barcode)
    /// The picture is finished.
    case done

    /// The maximum number of codes returned for one picture.
    static let mostCodes = 4096
    /// The maximum number of unconfirmed codes: they are only displayed, so a few are enough.
    static let mostDoubts = 16

    package var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .ready(let supported, let shortfall):
            writer.put(UInt8(1))
            writer.put(supported.wireMask)
            writer.put(shortfall.unread.wireMask)
            writer.put(shortfall.unconfined ?? "")
            writer.put(UInt8(clamping: shortfall.missing.count))
            for error in shortfall.missing.prefix(Int(UInt8.max)) {
                writer.put(error.reader)
                writer.put(error.description)
            }
        case .cannot(let error):
            writer.put(UInt8(2))
            writer.put(error.reader)
            writer.put(error.description)
        case .code(let code):
            writer.put(UInt8(3))
            Self.put(code, to: &writer)
        case .done: writer.put(UInt8(4))
        case .doubt(let code):
            writer.put(UInt8(5))
            Self.put(code, to: &writer)
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        switch reader.number(UInt8.self) {
        case 1:
            guard let mask = reader.number(UInt32.self), let unread = reader.number(UInt32.self),
                let unconfined = reader.text(), let count = reader.number(UInt8.self)
            else { return nil }
            var missing: [BarcodeReaderError] = []
            for _ in 0..<count {
                guard let name = reader.text(), let description = reader.text() else { return nil }
                missing.append(BarcodeReaderError(reader: name, description))
            }
            let shortfall = ReaderShortfall(
                missing: missing, unread: Set(wireMask: unread), unconfined: unconfined.isEmpty ? nil : unconfined)
            self = .ready(supported: Set(wireMask: mask), shortfall: shortfall)
        case 2:
            guard let name = reader.text(), let description = reader.text() else { return nil }
            self = .cannot(BarcodeReaderError(reader: name, description))
        case 3:
            guard let code = Self.code(from: &reader) else { return nil }
            self = .code(code)
        case 4: self = .done
        case 5:
            guard let code = Self.code(from: &reader) else { return nil }
            self = .doubt(code)
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }

    // MARK: A code

    private static func put(_ code: Barcode, to writer: inout WireWriter) {
        writer.put(UInt8(Symbology.allCases.firstIndex(of: code.symbology)!))
        writer.put(code.bytes)
        writer.put(code.reader)
        let fields = (code.decodedText == nil ? 0 : 1) | (code.corners == nil ? 0 : 2) | (code.quality == nil ? 0 : 4)
        writer.put(
            UInt8(
                fields | (code.isMirrored ? 8 : 0) | (code.identifier == nil ? 0 : 16) | (code.part == nil ? 0 : 32)
                    | (code.confidence == nil ? 0 : 64)))
        if let text = code.decodedText { writer.put(text) }
        for corner in code.corners?.corners ?? [] {
            writer.put(corner.x)
            writer.put(corner.y)
        }
        if let quality = code.quality { writer.put(Int32(clamping: quality)) }
        if let identifier = code.identifier { writer.put(identifier.description) }
        if let part = code.part {
            writer.put(Int32(clamping: part.number))
            writer.put(Int32(clamping: part.count ?? 0))
        }
        if let confidence = code.confidence {
            writer.put(UInt8(ReadConfidence.allCases.firstIndex(of: confidence)!))
        }
    }

    private static func code(from reader: inout WireReader) -> Barcode? {
        guard let index = reader.number(UInt8.self), Int(index) < Symbology.allCases.count, let bytes = reader.run(),
            let name = reader.text(), let fields = reader.number(UInt8.self)
        else { return nil }
        var code = Barcode(symbology: Symbology.allCases[Int(index)], bytes: bytes, reader: name)
        if fields & 1 != 0 {
            guard let text = reader.text() else { return nil }
            code.decodedText = text
        }
        if fields & 2 != 0 {
            var corners: [PixelPoint] = []
            for _ in 0..<4 {
                guard let x = reader.double(), let y = reader.double(), abs(x) < 1e9, abs(y) < 1e9 else { return nil }
                corners.append(PixelPoint(x: x, y: y))
            }
            code.corners = Quadrilateral(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
        }
        if fields & 4 != 0 {
            guard let quality = reader.number(Int32.self) else { return nil }
            code.quality = Int(quality)
        }
        code.isMirrored = fields & 8 != 0
        if fields & 16 != 0 {
            guard let text = reader.text(), let identifier = SymbologyIdentifier(text) else { return nil }
            code.identifier = identifier
        }
        if fields & 32 != 0 {
            guard let number = reader.number(Int32.self), let count = reader.number(Int32.self) else { return nil }
            code.part = .init(number: Int(number), count: count > 1 ? Int(count) : nil)
        }
        if fields & 64 != 0 {
            guard let index = reader.number(UInt8.self), Int(index) < ReadConfidence.allCases.count else { return nil }
            code.confidence = ReadConfidence.allCases[Int(index)]
        }
        return code
    }
}
