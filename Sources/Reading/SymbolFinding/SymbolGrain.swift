// SPDX-License-Identifier: Apache-2.0

/// Fine structure in a matrix symbol that has nothing to do with its modules: holes in the ink and specks on the paper, which a
/// picture of high resolution shows, or the pixels of a display.
package struct SymbolGrain: Hashable, Sendable, Codable {
    /// The distance between edges, in pixels: that of the grain.
    package var fine: Double
    /// The module, in pixels.
    package var module: Double

    /// Whether it has less than two fifths of the symbol's contrast, as a camera's noise; absent in older evidence, and unless it is so.
    package var isFaint: Bool?

    /// - Parameters:
    ///   - fine: the distance that a fifth of the distances between edges do not exceed.
    ///   - module: from the number of modules.
    ///
    /// `nil` unless edges are much closer than modules. Dots that do not touch have edges half a module apart.
    package init?(fine: Double, module: Double, isFaint: Bool = false) {
        guard module >= 5, fine < 0.25 * module else { return nil }
        (self.fine, self.module) = (fine, module)
        if isFaint { self.isFaint = true }
    }
}
