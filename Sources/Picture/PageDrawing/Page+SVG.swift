// SPDX-License-Identifier: Apache-2.0

internal import Output

extension Page {
    /// The page as an SVG document: sizes in millimetres, one path for all boxes of a kind, no scripts or links.
    package var svg: String {
        let (width, height) = (Self.number(width), Self.number(height))
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)mm" height="\(height)mm" viewBox="0 0 \(width) \(height)">
            <rect width="\(width)" height="\(height)" fill="#fff"/>

            """
        for item in items { text += Self.element(item) + "\n" }
        return text + "</svg>\n"
    }

    private static func element(_ item: Item) -> String {
        switch item {
        case .boxes(let boxes, let grey):
            let path = boxes.map { box in
                "M\(number(box.x)) \(number(box.y))h\(number(box.width))v\(number(box.height))H\(number(box.x))z"
            }
            return "<path shape-rendering=\"crispEdges\" fill=\"\(colour(grey))\" d=\"\(path.joined())\"/>"
        case .polygon(let points, let grey):
            let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
            return "<polygon fill=\"\(colour(grey))\" points=\"\(list)\"/>"
        case .disc(let center, let radius, let grey):
            return
                "<circle cx=\"\(number(center.x))\" cy=\"\(number(center.y))\" r=\"\(number(radius))\" fill=\"\(colour(grey))\"/>"
        case .text(let text, let point, let size, let anchor, let isBold):
            let weight = isBold ? " font-weight=\"bold\"" : ""
            return "<text x=\"\(number(point.x))\" y=\"\(number(point.y))\" font-size=\"\(number(size))\" "
                + "font-family=\"sans-serif\" text-anchor=\"\(anchor)\"\(weight)>\(XMLText.escaped(text))</text>"
        case .picture(let bytes, let box):
            return "<image x=\"\(number(box.x))\" y=\"\(number(box.y))\" width=\"\(number(box.width))\" "
                + "height=\"\(number(box.height))\" href=\"data:image/png;base64,\(base64(bytes))\"/>"
        }
    }

    private static func number(_ value: Double) -> String { JSONValue.fixed(value, decimals: 4) ?? "0" }

    private static func colour(_ grey: UInt8) -> String {
        let digits = String(grey, radix: 16)
        let two = digits.count < 2 ? "0" + digits : digits
        return "#" + two + two + two
    }
}
