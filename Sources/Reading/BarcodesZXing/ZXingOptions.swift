// SPDX-License-Identifier: Apache-2.0

/// How thoroughly zxing-cpp searches.
package struct ZXingOptions: Hashable, Sendable {
    /// Search every line (at most 256 for linear codes) rather than a few around the middle.
    package var tryHarder: Bool
    /// Also search columns for linear codes. Matrix codes are found in any orientation either way.
    package var tryRotate: Bool
    /// Search next to a linear code for more of them. Before zxing-cpp 2.0, a call reads only one; each further search
    /// costs about as much as its part of the picture.
    package var severalLinearCodes: Bool
    /// Also make calls that can fail an assertion in the loaded version (`ZXingReader.unsafeSymbologies`), which ends the
    /// process. Only for a process that may die, such as a worker of `WorkerReader`.
    package var unsafeCalls: Bool

    package init(
        tryHarder: Bool = true, tryRotate: Bool = true, severalLinearCodes: Bool = true, unsafeCalls: Bool = false
    ) {
        self.tryHarder = tryHarder
        self.tryRotate = tryRotate
        self.severalLinearCodes = severalLinearCodes
        self.unsafeCalls = unsafeCalls
    }
}
