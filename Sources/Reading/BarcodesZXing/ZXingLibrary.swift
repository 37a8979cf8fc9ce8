// SPDX-License-Identifier: Apache-2.0

import Barcodes
import CZXing

/// The plugin's functions, loaded once a process.
@safe struct ZXingLibrary: @unchecked Sendable {
    // Unchecked: the table is constant data of a plugin that is never unloaded.
    let functions: UnsafePointer<czxing_functions>

    static func load() throws(BarcodeReaderError) -> ZXingLibrary {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe czxing_load(&reason) else {
            let cause = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown cause"
            throw BarcodeReaderError(
                reader: "zxing",
                "cannot load libcandela-zxing.so: \(cause); "
                    + "install it next to candela or in ../lib/candela, and install libzxing"
            )
        }
        return unsafe ZXingLibrary(functions: functions)
    }

    var table: czxing_functions { unsafe functions.pointee }
}
