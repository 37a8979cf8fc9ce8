// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import Frames
package import Output

/// A line of `scan`'s JSON output: a read, or another event.
package enum ScanEvent: Sendable {
    case scan(Scan)
    /// A picture without codes.
    case none(source: String)
    /// The end of the events of one picture of many.
    case picture(source: String, codes: Int)
    /// An input that cannot be read; the run continues.
    case error(source: String, message: String)
    /// A camera's torch was switched, or would have been.
    case torch(Torch)
    /// A camera event, or a note about its view.
    case notice(Notice)
    /// The state of a hook that receives scans.
    case hook(Hook)

    package struct Scan: Hashable, Sendable {
        /// The scan's identifier, if it is stored: the same in all hooks.
        package var id: String?
        package var time: WallTime
        /// The name of the session it belongs to.
        package var session: String?
        /// The camera's node or specification, or the picture's path as given.
        package var source: String
        /// The camera's identity; `nil` for pictures.
        package var camera: String?
        /// The frame's number in the stream; `nil` for pictures.
        package var frame: Int?
        package var barcode: Barcode
        /// The result of the text rules.
        package var text: ScanText
        package var decodeTime: Duration
        /// The time from the frame's timestamp to the event; `nil` for pictures.
        package var age: Duration?
        /// The catalogue's answer for the code, if there is a catalogue.
        package var catalogue: CatalogueAnswer?

        package init(
            time: WallTime = .now, source: String, camera: String? = nil, frame: Int? = nil, barcode: Barcode,
            text: ScanText = ScanText(), decodeTime: Duration, age: Duration? = nil
        ) {
            self.time = time
            self.source = source
            self.camera = camera
            self.frame = frame
            self.barcode = barcode
            self.text = text
            self.decodeTime = decodeTime
            self.age = age
        }
    }

    /// The event as the documented JSON object. Keys are only ever added.
    package var json: JSONValue {
        switch self {
        case .scan(let scan): scan.json
        case .none(let source): ["event": "none", "source": .string(source)]
        case .picture(let source, let codes):
            ["event": "picture", "source": .string(source), "codes": .integer(codes)]
        case .error(let source, let message):
            ["event": "error", "source": .string(source), "message": .string(message)]
        case .torch(let torch): torch.json
        case .notice(let notice): notice.json
        case .hook(let hook): hook.json
        }
    }
}

extension ScanEvent.Scan {
    /// The text to show and deliver: the result of the rules, otherwise the code's own; `nil` if it is not text.
    package var finalText: String? { text.text ?? barcode.text }

    /// The event as the documented JSON object.
    package var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("event", "scan"), .init("time", .string(time.text)), .init("source", .string(source)),
        ]
        if let id { members.insert(.init("id", .string(id)), at: 1) }
        if let session { members.append(.init("session", .string(session))) }
        if let camera { members.append(.init("camera", .string(camera))) }
        if let frame { members.append(.init("frame", .integer(frame))) }
        members.append(.init("symbology", .string(barcode.symbology.rawValue)))
        if let text = finalText {
            members.append(.init("text", .string(text)))
            if self.text.text != nil, let original = barcode.text {
                members.append(.init("original_text", .string(original)))
            }
            // A reader makes text of any bytes.
            if barcode.isBinary { members.append(.init("bytes_base64", .string(base64(barcode.bytes)))) }
        } else {
            members.append(.init("text", .string(VisibleText.escape(barcode.bytes))))
            members.append(.init("bytes_base64", .string(base64(barcode.bytes))))
        }
        if let elements = text.elements {
            let list = elements.map { element -> JSONValue in
                [
                    "identifier": .string(element.identifier), "title": .string(element.title),
                    "value": .string(element.value),
                ]
            }
            members.append(.init("gs1", .array(list)))
        }
        if let corners = barcode.corners {
            let points = corners.corners.map { point -> JSONValue in
                [.number(point.x.rounded(), decimals: 0), .number(point.y.rounded(), decimals: 0)]
            }
            members.append(.init("corners", .array(points)))
        }
        if let form = CodeForm(of: barcode) {
            members.append(.init("form", .string(form.name.rawValue)))
            if let printed = form.printed { members.append(.init("form_text", .string(printed))) }
        }
        members.append(.init("reader", .string(barcode.reader)))
        if let confidence = barcode.confidence { members.append(.init("confidence", .string(confidence.rawValue))) }
        members.append(.init("decode_ms", .number(decodeTime.milliseconds, decimals: 1)))
        if let age { members.append(.init("age_ms", .number(age.milliseconds, decimals: 1))) }
        if let catalogue { members.append(.init("catalog", catalogue.json)) }
        return .object(members)
    }
}
