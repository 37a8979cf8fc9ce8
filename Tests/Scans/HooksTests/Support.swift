// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Hooks
import Output
import Scanning
import ScanStore
import Synchronization

/// A folder of a test's own, deleted afterwards.
final class Scratch: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "candela-hooks-\(UUID().uuidString)").path

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    var history: String { path + "/history.sqlite" }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

func scan(_ text: String, _ symbology: Symbology = .qr, id: String? = nil) -> ScanEvent.Scan {
    scan(bytes: Array(text.utf8), symbology, id: id)
}

func scan(bytes: [UInt8], _ symbology: Symbology = .qr, id: String? = nil) -> ScanEvent.Scan {
    var scan = ScanEvent.Scan(
        source: "/dev/video0", camera: "usb-046d_C920_1234", frame: 8,
        barcode: Barcode(symbology: symbology, bytes: bytes, reader: "zbar"), decodeTime: .zero)
    scan.id = id
    return scan
}

/// A target that answers as it is told to.
final class FakeTarget: HookTarget {
    let name: String
    let limit = Duration.seconds(30)
    let concernsNow = true
    private let answer: @Sendable (HookMessage) -> HookAnswer
    private let seen = Mutex<[HookMessage]>([])
    private let cancelled = Mutex(false)
    private let ended = Mutex(0)

    init(_ name: String = "fake", answer: @escaping @Sendable (HookMessage) -> HookAnswer = { _ in .accepted }) {
        self.name = name
        self.answer = answer
    }

    func send(_ message: HookMessage) -> HookAnswer {
        seen.withLock { $0.append(message) }
        return answer(message)
    }

    func cancel() { cancelled.withLock { $0 = true } }
    func end() { ended.withLock { $0 += 1 } }
    func preview(_ scan: ScanEvent.Scan) -> HookPreview { fatalError("nobody asks for it") }

    var texts: [String] { seen.withLock { $0.map { $0.scan.finalText ?? "" } } }
    var messages: [HookMessage] { seen.withLock { $0 } }
    var isCancelled: Bool { cancelled.withLock { $0 } }
    var timesEnded: Int { ended.withLock { $0 } }
}

/// What was reported, as words.
final class Reports: Sendable {
    private let list = Mutex<[String]>([])

    func take(_ report: HookReport) {
        let words =
            switch report.kind {
            case .away(let reason): "away: \(reason)"
            case .back: "back"
            case .refused(let scan, let reason): "refused \(scan.finalText ?? "bytes"): \(reason)"
            case .stuck(let reason): "stuck: \(reason)"
            }
        list.withLock { $0.append("\(report.hook) \(words)") }
    }

    var all: [String] { list.withLock { $0 } }
}

/// Waits for what another thread does; a test that hangs is ended by its time limit.
func eventually(_ condition: () throws -> Bool) rethrows {
    while !(try condition()) { usleep(2000) }
}
