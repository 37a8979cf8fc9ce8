// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames

/// Passes a code only if it is the single code in view, and reports when there are several.
///
/// Not every frame reads every code in it. So a code that was read a moment ago still counts as in view, and a code must
/// be the only one for a moment before it passes.
struct SoleCodeGate {
    /// A code counts as in view for this time after it was read.
    static let memory = Duration.milliseconds(700)
    /// A code must be the only one for this time.
    static let patience = Duration.milliseconds(300)

    private struct Sight {
        var first: FrameTimestamp
        var last: FrameTimestamp
        var code: Barcode
    }

    private var sights: [CodeKey: Sight] = [:]
    private var sinceSeveral: FrameTimestamp?
    private var isTold = false

    /// - Returns: the codes that may pass, and the codes in view if they have just become several.
    mutating func judge(_ codes: [Barcode], at moment: FrameTimestamp) -> (passing: [Barcode], several: [Barcode]?) {
        sights = sights.filter { moment.since($0.value.last) < Self.memory }
        // An add-on belongs to the code next to it.
        let whole = codes.filter { $0.symbology != .ean2 && $0.symbology != .ean5 }
        for code in whole {
            let key = CodeKey(code)
            sights[key] = Sight(first: sights[key]?.first ?? moment, last: moment, code: code)
        }
        // The same text twice in one frame means two codes.
        let isDouble = Set(whole.map(CodeKey.init)).count < whole.count
        guard sights.count <= 1, !isDouble else {
            sinceSeveral = moment
            defer { isTold = true }
            return ([], isTold ? nil : sights.values.map(\.code).inReadingOrder)
        }
        guard let sight = sights.values.first else {
            isTold = false
            return ([], nil)
        }
        let since = max(sight.first, sinceSeveral ?? sight.first)
        guard moment.since(since) >= Self.patience else { return ([], nil) }
        isTold = false
        return (codes, nil)
    }
}
