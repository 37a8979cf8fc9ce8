// SPDX-License-Identifier: Apache-2.0

/// A page's file format.
package enum PageFormat: String, Hashable, Sendable, CaseIterable {
    case png, svg, pdf

    /// From a file name's extension; `nil` for any other.
    package init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }
}

/// Why a page cannot be drawn. A complete sentence.
package struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
}

extension Page {
    /// The page as the bytes of a file.
    ///
    /// - Parameter pixelsPerMillimetre: for PNG; edges on whole pixels are sharp.
    package func render(_ format: PageFormat, pixelsPerMillimetre: Double = 300 / 25.4) throws(PageError) -> [UInt8] {
        switch format {
        case .svg: return Array(svg.utf8)
        case .pdf, .png: return try CairoPage(self, format, pixelsPerMillimetre).bytes()
        }
    }
}
