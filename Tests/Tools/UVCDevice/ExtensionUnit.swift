// SPDX-License-Identifier: Apache-2.0

/// Vendor controls: raw bytes that no driver maps, accessed with `UVCIOC_CTRL_QUERY`.
package struct ExtensionUnit: Hashable, Sendable {
    package enum Selector: UInt8, CaseIterable, Sendable {
        /// Four bytes that can be read and written, without effect.
        case scratch = 1
        /// Eight bytes of ASCII, read only.
        case firmware = 2
    }

    /// 6d9d5a6e-6c61-4e62-9f2f-0c9e5b1f5a01, first three fields little endian.
    package static let guid: [UInt8] = [
        0x6e, 0x5a, 0x9d, 0x6d, 0x61, 0x6c, 0x62, 0x4e, 0x9f, 0x2f, 0x0c, 0x9e, 0x5b, 0x1f, 0x5a, 0x01,
    ]

    package var scratch: [UInt8] = [0, 0, 0, 0]

    package init() {}

    package func size(of selector: Selector) -> Int { selector == .scratch ? 4 : 8 }

    package func answer(_ request: VideoRequest, _ selector: Selector) -> Result<[UInt8], RequestError> {
        let size = size(of: selector)
        switch (request, selector) {
        case (.getCurrent, .scratch): return .success(scratch)
        case (.getCurrent, .firmware): return .success(Array("1.0.0\0\0\0".utf8))
        case (.getMinimum, _), (.getDefault, _): return .success([UInt8](repeating: 0, count: size))
        case (.getMaximum, _): return .success([UInt8](repeating: 0xff, count: size))
        case (.getResolution, _): return .success([1] + [UInt8](repeating: 0, count: size - 1))
        case (.getInfo, .scratch): return .success([ControlInfo.canGet | ControlInfo.canSet])
        case (.getInfo, .firmware): return .success([ControlInfo.canGet])
        case (.getLength, _): return .success([UInt8](little: Int64(size), size: 2))
        default: return .failure(.invalidRequest)
        }
    }

    package mutating func set(_ selector: Selector, to data: [UInt8]) -> RequestError? {
        guard selector == .scratch else { return .invalidRequest }
        guard data.count == scratch.count else { return .outOfRange }
        scratch = data
        return nil
    }
}
