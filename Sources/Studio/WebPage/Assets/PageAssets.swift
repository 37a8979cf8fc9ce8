// SPDX-License-Identifier: Apache-2.0

import CPageAssets

/// The files of the page, embedded in the program. Nothing is read from disk, so no path can reach other files.
package enum PageAssets {
    package struct Asset: Sendable {
        package var mediaType: String
        package var bytes: [UInt8]
    }

    package static let all: [String: Asset] = {
        var all: [String: Asset] = [:]
        var index = 0
        while let asset = unsafe candela_page_asset_at(index)?.pointee {
            let bytes = unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
            unsafe all[String(cString: asset.name)] = unsafe Asset(
                mediaType: String(cString: asset.media_type), bytes: bytes)
            index += 1
        }
        return all
    }()
}
