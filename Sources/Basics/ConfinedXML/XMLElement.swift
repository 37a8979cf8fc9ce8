// SPDX-License-Identifier: Apache-2.0

internal import CExpat

/// An element of an XML document. Names are without their prefixes: cameras use several for the same thing, and some that they
/// do not declare.
package struct XMLElement: Hashable, Sendable {
    package var name: String
    /// By name without prefix.
    package var attributes: [String: String]
    /// Its own text, without that of its children, and without white space around it.
    package var text: String
    package var children: [XMLElement]

    package init(_ name: String, attributes: [String: String] = [:], text: String = "", children: [XMLElement] = []) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// The first descendant along a path of children's names.
    package func first(_ path: String...) -> XMLElement? {
        var found = self
        for name in path {
            guard let next = found.children.first(where: { $0.name == name }) else { return nil }
            found = next
        }
        return found
    }

    /// The text at a path; `nil` if there is none, or nothing in it.
    package func text(_ path: String...) -> String? {
        var found = self
        for name in path {
            guard let next = found.children.first(where: { $0.name == name }) else { return nil }
            found = next
        }
        return found.text.isEmpty ? nil : found.text
    }

    /// The children with a name.
    package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

extension XMLElement {
    /// The deepest nesting that is read.
    static let mostDepth = 64

    /// From the records of `CExpat`, which a worker wrote: nothing in them is trusted. `nil` if they are not one whole element.
    package init?(records: [UInt8]) {
        var rest = records[...]
        var open: [XMLElement] = []
        var attribute: String?
        var root: XMLElement?
        while let kind = rest.popFirst() {
            guard root == nil, rest.count >= 4 else { return nil }
            let length = Int(unsafe rest.prefix(4).withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) })
            rest = rest.dropFirst(4)
            guard length <= rest.count else { return nil }
            let text = String(decoding: rest.prefix(length), as: UTF8.self)
            rest = rest.dropFirst(length)
            let last = open.count - 1
            guard kind == CANDELA_EXPAT_START || last >= 0 else { return nil }
            switch Int(kind) {
            case CANDELA_EXPAT_START:
                guard open.count < Self.mostDepth else { return nil }
                open.append(XMLElement(Self.local(text)))
            case CANDELA_EXPAT_ATTRIBUTE: attribute = Self.local(text)
            case CANDELA_EXPAT_VALUE:
                guard let name = attribute else { return nil }
                open[last].attributes[name] = text
                attribute = nil
            case CANDELA_EXPAT_TEXT: open[last].text += text
            case CANDELA_EXPAT_END:
                var element = open.removeLast()
                element.text = Self.trimmed(element.text)
                if last > 0 { open[last - 1].children.append(element) } else { root = element }
            default: return nil
            }
        }
        guard let root, open.isEmpty else { return nil }
        self = root
    }

    private static func local(_ name: String) -> String {
        name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    }

    private static func trimmed(_ text: String) -> String {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
