// SPDX-License-Identifier: Apache-2.0

extension Symbology {
    /// Its width in modules without quiet zones, if that is fixed.
    package var fixedModules: Int? {
        switch self {
        case .ean13, .upcA, .isbn: 95
        case .ean8: 67
        case .upcE: 51
        case .ean2: 20
        case .ean5: 47
        default: nil
        }
    }

    /// The modules along the longer side of the largest symbol, of a square matrix code.
    package var mostModules: Int? {
        switch self {
        case .qr: 177
        case .microQR: 17
        case .dataMatrix: 144
        case .aztec: 151
        default: nil
        }
    }
}
