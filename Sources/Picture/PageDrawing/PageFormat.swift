// SPDX-License-Identifier: Apache-2.0

/// The kind of file a page goes to.
public enum PageFormat: String, Hashable, Sendable, CaseIterable {
    case png, svg, pdf

    /// By a file name's ending; `nil` for any other.
    public init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
}

/// Why a page cannot be drawn: a whole sentence.
public struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
}

extension Page {
    /// The page as a file's bytes.
    ///
    /// - Parameter pixelsPerMillimetre: of a PNG; edges that lie on whole pixels are sharp.
    public func render(_ format: PageFormat, pixelsPerMillimetre: Double = 300 / 25.4) throws(PageError) -> [UInt8] {
        switch format {
        case .svg: return Array(svg.utf8)
        case .pdf, .png: return try CairoPage(self, format, pixelsPerMillimetre).bytes()
        }
    }
}
