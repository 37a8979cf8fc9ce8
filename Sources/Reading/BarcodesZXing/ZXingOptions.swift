// SPDX-License-Identifier: Apache-2.0

/// How hard zxing-cpp tries.
public struct ZXingOptions: Hashable, Sendable {
    /// Look along every line (at most 256 of them for linear codes) rather than a few around the middle.
    public var tryHarder: Bool
    /// Look for linear codes along columns as well. Matrix codes are found in any position either way.
    public var tryRotate: Bool
    /// Look beside a linear code for more of them. Before zxing-cpp 2.0 a call reads only one; each further look costs
    /// about as much as the part of the picture it looks at.
    public var severalLinearCodes: Bool
    /// Also make the calls that may fail an assertion in the loaded version (`ZXingReader.unsafeSymbologies`), which ends
    /// the process: for a process that may, like a worker of `WorkerReader`.
    public var unsafeCalls: Bool

    public init(
        tryHarder: Bool = true, tryRotate: Bool = true, severalLinearCodes: Bool = true, unsafeCalls: Bool = false
    ) {
        self.tryHarder = tryHarder
        self.tryRotate = tryRotate
        self.severalLinearCodes = severalLinearCodes
        self.unsafeCalls = unsafeCalls
    }
}
