// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZBar

/// libzbar's functions, loaded once a process.
@safe struct ZBarLibrary: @unchecked Sendable {
    // Unchecked: the table is written once, before the loader returns it, and never freed.
    let functions: UnsafePointer<czbar_functions>

    /// The version from `zbar_version`. Before 0.23.1, zbar has no binary texts and draws its points.
    var version: (major: UInt32, minor: UInt32, patch: UInt32) {
        var major: UInt32 = 0
        var minor: UInt32 = 0
        var patch: UInt32 = 0
        _ = unsafe functions.pointee.version(&major, &minor, &patch)
        return (major, minor, patch)
    }

    static func load() throws(BarcodeReaderError) -> ZBarLibrary {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe czbar_load(&reason) else {
            let cause = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown cause"
            throw BarcodeReaderError(reader: "zbar", "cannot load libzbar.so.0: \(cause); install libzbar0")
        }
        return unsafe ZBarLibrary(functions: functions)
    }
}
