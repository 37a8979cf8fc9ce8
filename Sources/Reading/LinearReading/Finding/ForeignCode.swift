// SPDX-License-Identifier: Apache-2.0

/// A whole linear code of a symbology that no reader here reads: Industrial, IATA or Matrix 2 of 5, MSI Plessey, Code 11,
/// Pharmacode.
package struct ForeignCode: Codable, Hashable, Sendable {
    package var symbology: String
    /// The number of digits, with check digits; of a Pharmacode, which has none, the number of bars.
    package var digits: Int

    package init(symbology: String, digits: Int) {
        self.symbology = symbology
        self.digits = digits
    }

    /// Looks for one. All bars between two quiet zones must belong to it, and different rows must agree.
    package static func find(in bars: LikelyBars) -> ForeignCode? {
        bars.agreed { line in
            if let count = Pharmacode.bars(in: line) {
                return ForeignCode(symbology: Pharmacode.name, digits: count)
            }
            guard let elements = ForeignSymbology.elements(of: line) else { return nil }
            return ForeignSymbology.all.lazy.compactMap { symbology in
                symbology.digits(in: elements).map { ForeignCode(symbology: symbology.name, digits: $0) }
            }.first
        }
    }
}

extension ForeignCode {
    /// Whether it is counted in bars.
    package var isOfBars: Bool { symbology == Pharmacode.name }
}
