// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Scanning
internal import TerminalPreview

/// The preview's state of one camera.
struct PreviewPane: Sendable {
    /// A key's request to a camera, carried out by the thread that takes its frames.
    enum Wish: Hashable, Sendable {
        case torch
        /// A step in (1), a step out (-1), or back to the start (0).
        case zoom(Int)
    }

    struct Look: Sendable {
        var luma: LumaImage
        var codes: [Barcode]
    }

    /// The name as shown, safe for a terminal.
    let name: String
    /// The newest frame that has not been drawn.
    var next: Look?
    var wishes: [Wish] = []
    var hasZoom = false
    private(set) var framesPerSecond: Double?
    private(set) var decodeMilliseconds: Double?
    private var begun: FrameTimestamp?
    private var last: FrameTimestamp?
    private var accepted: [CodeKey: FrameTimestamp] = [:]

    /// How long a code that has left the picture is remembered as a scan.
    private static let memory = Duration.seconds(5)

    init(name: String) { self.name = name }

    mutating func begin(at now: FrameTimestamp) { begun = now }

    /// Records a frame that was read, or skipped during a pause.
    mutating func note(_ codes: [Barcode], isPaused: Bool, at now: FrameTimestamp) {
        if let last {
            let interval = now.since(last) / .seconds(1)
            let rate = 1 / max(interval, 1e-4)
            framesPerSecond = framesPerSecond.map { $0 * 0.9 + rate * 0.1 } ?? rate
        }
        last = now
        if let begun, !isPaused {
            let time = now.since(begun).milliseconds
            decodeMilliseconds = decodeMilliseconds.map { $0 * 0.9 + time * 0.1 } ?? time
        }
        for code in codes where accepted[CodeKey(code)] != nil { accepted[CodeKey(code)] = now }
        accepted = accepted.filter { now.since($0.value) < Self.memory }
    }

    mutating func accept(_ code: Barcode, at now: FrameTimestamp) { accepted[CodeKey(code)] = now }

    func isAccepted(_ code: Barcode) -> Bool { accepted[CodeKey(code)] != nil }
}
