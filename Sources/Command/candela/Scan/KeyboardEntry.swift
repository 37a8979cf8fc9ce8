// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
import Glibc
internal import Output
internal import Scanning
internal import Threads

/// Reads lines typed on the terminal while cameras are scanned, and reports them as scans.
final class KeyboardEntry: Sendable {
    /// The source of a typed scan.
    static let source = "keyboard"
    /// Longer than any symbol's text; a terminal's own limit is 4096.
    private static let longest = 8192

    private let wake: WakeDescriptor
    private let thread: WorkerThread

    /// - Returns: `nil` if standard input is not a terminal.
    init?(desk: ScanDesk, symbology: Symbology?, asked: Set<Symbology>) {
        guard isatty(STDIN_FILENO) == 1, let wake = WakeDescriptor() else { return nil }
        self.wake = wake
        thread = WorkerThread {
            var line: [UInt8] = []
            while let bytes = Self.read(wake) {
                for byte in bytes {
                    guard byte == UInt8(ascii: "\n") else {
                        if line.count < Self.longest { line.append(byte) }
                        continue
                    }
                    let text = String(decoding: line, as: UTF8.self)
                    line = []
                    guard Self.take(text, desk, symbology, asked) else { return }
                }
            }
        }
    }

    /// Stops reading lines.
    func end() {
        wake.signal()
        thread.join()
    }

    /// - Returns: whether to continue.
    static func take(
        _ line: String, _ desk: ScanDesk, _ symbology: Symbology?, _ asked: Set<Symbology>
    ) -> Bool {
        guard line.contains(where: { !$0.isWhitespace }) else { return true }
        switch TypedCode.read(line, as: symbology, asked: asked) {
        case .success(let code):
            return desk.take(ScanEvent.Scan(source: source, barcode: code, decodeTime: .zero))
        case .failure(let refusal):
            desk.refuse("cannot accept \(line): \(refusal.description)")
            return true
        }
    }

    /// Reads typed bytes; `nil` at the end of input or after `end`.
    private static func read(_ wake: WakeDescriptor) -> [UInt8]? {
        while true {
            var waiting = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&waiting, 2, -1) > 0 else {
                if errno == EINTR { continue }
                return nil
            }
            if waiting[1].revents != 0 { return nil }
            // In the background, typed lines belong to another process.
            guard tcgetpgrp(STDIN_FILENO) == getpgrp() else {
                var end = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
                if unsafe poll(&end, 1, 500) > 0 { return nil }
                continue
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            return Array(buffer[..<count])
        }
    }
}
