// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Frames
import Output
import Scanning
import ScanStore
import Synchronization

/// A folder of a test's own, deleted afterwards.
final class Scratch: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "candela-store-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    var history: String { path + "/data/candela/history.sqlite" }
    var shelf: CatalogueShelf { CatalogueShelf(folder: path + "/catalogues") }

    @discardableResult
    func write(_ name: String, _ bytes: some Collection<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Array(text.utf8)) }

    func names(_ folder: String = "") -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
    }

    func mode(_ name: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path + "/" + name))?[.posixPermissions] as? Int
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A clock that stands until it is set.
final class TestClock: Sendable {
    private let milliseconds: Mutex<Int64>

    init(_ milliseconds: Int64 = 1_700_000_000_000) { self.milliseconds = Mutex(milliseconds) }

    var now: WallTime { WallTime(milliseconds: milliseconds.withLock { $0 }) }
    func advance(seconds: Int64) { milliseconds.withLock { $0 += seconds * 1000 } }
}

func scan(
    _ text: String, _ symbology: Symbology = .qr, at time: WallTime = .now, session: String? = nil,
    camera: String? = "usb-046d_C920_1234"
) -> ScanEvent.Scan {
    var scan = ScanEvent.Scan(
        time: time, source: "/dev/video0", camera: camera, frame: 88,
        barcode: Barcode(symbology: symbology, bytes: Array(text.utf8), reader: "zbar"),
        decodeTime: .microseconds(3100), age: .microseconds(21400))
    scan.session = session
    return scan
}

extension ScanHistory {
    func all(_ filter: HistoryFilter = HistoryFilter()) throws -> [ScanEvent.Scan] {
        var scans: [ScanEvent.Scan] = []
        try self.scans(filter) {
            scans.append($0)
            return true
        }
        return scans
    }

    var texts: [String] { get throws { try all().map { $0.barcode.text ?? "" } } }
}
