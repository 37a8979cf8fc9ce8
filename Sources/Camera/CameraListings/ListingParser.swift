// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames

extension CameraListing {
    /// Reads a text. Lines that are not known are skipped, so any text gives a listing, if need be an empty one.
    package init(name: String, text: String) {
        self.name = name
        var parser = ListingParser()
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("#") {
                let parts = line.drop { $0 == "#" || $0 == " " }.split(separator: ":", maxSplits: 1)
                if parts.count == 2 {
                    facts.append(
                        Fact(key: String(parts[0]).lowercased(), value: String(parts[1].drop { $0 == " " })))
                }
                continue
            }
            parser.take(line)
        }
        nodes = parser.finished()
    }
}

/// Takes a text line by line.
struct ListingParser {
    private var nodes: [CameraListing.Node] = []
    private var node = CameraListing.Node()
    /// Whether a format of the list was the latest item, so that sizes belong to it.
    private var wasIndex = false

    mutating func finished() -> [CameraListing.Node] {
        end()
        return nodes
    }

    private mutating func end() {
        if !node.isEmpty || node.path != nil { nodes.append(node) }
        node = CameraListing.Node()
        wasIndex = false
    }

    mutating func take(_ line: Substring) {
        let text = line.trimmed
        guard !text.isEmpty else { return }
        if startsNode(text) { return }
        if let control = ListingControl.control(text) { return add(control) }
        if let failure = ListingControl.failure(text) { return add(failure) }
        if takeFormat(text) || takeSize(text) || takeInterval(text) { return }
        if takeItem(text, isIndented: line.first?.isWhitespace == true) { return }
        takeField(text)
    }

    // MARK: Nodes

    /// `/dev/video2:`, `/dev/video1: no format (metadata)`, `/dev/video1 (second node):`, `video-index2: 'MJPG'`.
    private mutating func startsNode(_ text: Substring) -> Bool {
        let isPath = text.hasPrefix("/dev/video") || text.hasPrefix("/dev/v4l-subdev")
        guard isPath || text.hasPrefix("video-index") else { return false }
        let name = text.prefix { $0 != ":" && $0 != " " && $0 != "(" }
        guard let colon = text.firstIndex(of: ":") else {
            // In `--list-devices`, and in a list of all nodes of a camera, nothing about it follows.
            return isPath
        }
        // Something between the path and the colon: only a remark in parentheses is one of a node.
        let between = text[name.endIndex..<colon].trimmed
        guard between.isEmpty || between.hasPrefix("(") else { return false }
        end()
        node.path = String(name)
        let rest = text[text.index(after: colon)...].trimmed
        for format in Self.quoted(rest) { node.formats.append(CameraListing.Format(format)) }
        if node.formats.isEmpty, rest.contains("no format") { node.hasNoFormat = true }
        return true
    }

    /// `Driver name      : uvcvideo`
    private mutating func takeField(_ text: Substring) {
        guard let colon = text.firstIndex(of: ":") else { return }
        let key = text[..<colon].trimmed.lowercased()
        let value = text[text.index(after: colon)...].trimmed
        switch key {
        case "driver name":
            // Another node, if this one has answered already.
            if node.driver != nil { end() }
            node.driver = String(value)
        case "card type": if node.card == nil { node.card = String(value) }
        case "bus info": if node.busInfo == nil { node.busInfo = String(value) }
        case "capabilities":
            // The streaming parameters have a line of this name, too.
            if node.capabilities == nil, let number = Self.hexadecimal(value) { node.capabilities = number }
        case "device caps": if node.deviceCaps == nil { node.deviceCaps = Self.hexadecimal(value) }
        case "index": wasIndex = true
        default: break
        }
    }

    private static func hexadecimal(_ text: Substring) -> UInt32? {
        guard text.hasPrefix("0x") else { return nil }
        return UInt32(text.dropFirst(2).prefix { $0.isHexDigit }, radix: 16)
    }

    // MARK: Formats

    /// `[0]: 'YUYV' (YUYV 4:2:2)`; before v4l-utils 1.18 `Pixel Format: 'YUYV'` after a line `Index`; of descriptors
    /// `[0]: guidFormat {55595659-…}`.
    private mutating func takeFormat(_ text: Substring) -> Bool {
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]"), text.dropFirst().prefix(upTo: end).allSatisfy(\.isNumber) else {
                return false
            }
            if let format = Self.quoted(text[end...]).first ?? Self.guid(text[end...]) {
                node.formats.append(CameraListing.Format(format))
                return true
            }
            return false
        }
        if text.hasPrefix("Pixel Format"), wasIndex, let format = Self.quoted(text).first {
            node.formats.append(CameraListing.Format(format))
            wasIndex = false
            return true
        }
        return false
    }

    /// `Size: Discrete 640x480`, `Size: Stepwise 32x32 - 2592x1944 with step 8/8`.
    private mutating func takeSize(_ text: Substring) -> Bool {
        let text = text.hasPrefix("(each: ") ? text.dropFirst(7) : text
        guard text.hasPrefix("Size: ") || text.hasPrefix("Size : ") else { return false }
        guard let last = node.formats.indices.last else { return true }
        let words = text.split { " :()".contains($0) }
        let sizes = words.compactMap(Self.size)
        if words.contains("Discrete"), let size = sizes.first {
            node.formats[last].sizes.append(.init(size: size))
        } else if sizes.count >= 2 {
            let steps = words.last.flatMap { word -> FrameSize? in
                let parts = word.split { "/x".contains($0) }.compactMap { Int($0) }
                return parts.count == 2 ? FrameSize(width: parts[0], height: parts[1]) : nil
            }
            node.formats[last].range = .init(
                minimum: sizes[0], maximum: sizes[1], step: steps ?? FrameSize(width: 1, height: 1))
        }
        return true
    }

    /// `1920x0` has no area, but is listed.
    private static func size(_ word: Substring) -> FrameSize? {
        let parts = word.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), (0...65_535).contains(width),
            (0...65_535).contains(height)
        else { return nil }
        return FrameSize(width: width, height: height)
    }

    /// `Interval: Discrete 0.033s (30.000 fps), 0.067s (15.000 fps)`
    private mutating func takeInterval(_ text: Substring) -> Bool {
        guard text.hasPrefix("Interval") else { return false }
        guard let format = node.formats.indices.last else { return true }
        var rates: [Double] = []
        for part in text.split(separator: "(").dropFirst() {
            let inside = part.prefix { $0 != ")" }
            guard inside.hasSuffix("fps") else { continue }
            for number in inside.dropLast(3).split(whereSeparator: { $0 == "-" || $0 == " " }) {
                if let rate = Double(number), rate > 0, rate < 10_000 { rates.append(rate) }
            }
        }
        if let size = node.formats[format].sizes.indices.last { node.formats[format].sizes[size].rates += rates }
        return true
    }

    /// The pixel formats in quotes: `'MJPG'`. Trailing spaces may be missing.
    private static func quoted(_ text: Substring) -> [FourCC] {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).compactMap { index in
            let code = parts[index]
            guard (1...4).contains(code.count), code.allSatisfy(\.isASCII) else { return nil }
            return FourCC(code + String(repeating: " ", count: 4 - code.count))
        }
    }

    /// The first four bytes of a format's GUID in USB descriptors are its code.
    private static func guid(_ text: Substring) -> FourCC? {
        guard let brace = text.firstIndex(of: "{") else { return nil }
        let digits = Array(text[text.index(after: brace)...].prefix(8))
        guard digits.count == 8 else { return nil }
        let letters = stride(from: 0, to: 8, by: 2).compactMap { index in
            UInt8(String(digits[index...index + 1]), radix: 16).map { Character(Unicode.Scalar($0)) }
        }
        guard letters.count == 4, letters.allSatisfy({ $0.isLetter || $0.isNumber }) else { return nil }
        return FourCC(String(letters))
    }

    // MARK: Controls

    private mutating func add(_ control: CameraListing.Control) {
        wasIndex = false
        guard !node.controls.contains(where: { $0.description.id == control.description.id }) else { return }
        node.controls.append(control)
    }

    /// `3: Aperture Priority Mode`, below a menu.
    private mutating func takeItem(_ text: Substring, isIndented: Bool) -> Bool {
        guard isIndented, let last = node.controls.indices.last else { return false }
        let control = node.controls[last].description
        guard control.kind == .menu || control.kind == .integerMenu, let item = ListingControl.item(text, control.kind)
        else { return false }
        guard !control.menu.contains(where: { $0.index == item.index }) else { return true }
        node.controls[last].description.menu.append(item)
        return true
    }
}

extension Substring {
    /// Without white space at both ends.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
