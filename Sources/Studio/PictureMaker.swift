// SPDX-License-Identifier: Apache-2.0

internal import Frames
internal import MotionJPEG
internal import Threads
internal import WebPage

/// Makes the live picture, once for all who watch, and never on the thread that scans. The newest frame wins.
///
/// What a camera sent as JPEG passes through; packed colours are compressed with them, and anything else grey, as the reader sees it.
final class PictureMaker: Sendable {
    private enum Material: Sendable {
        case jpeg(PixelStorage)
        case colours(PackedColours)
        case luma(LumaImage)
    }

    private struct State: Sendable {
        var next: (number: Int, material: Material)?
        var made = 0
        var isOver = false
    }

    /// Good enough to judge focus by, and a third of the best's size.
    private static let quality = 80

    private let hub: PictureHub
    private let state: ConditionLock<State>

    init(_ hub: PictureHub) {
        self.hub = hub
        let state = ConditionLock(State())
        self.state = state
        _ = WorkerThread {
            let encoder = try? JPEGEncoder()
            while true {
                let work: (number: Int, material: Material)?? = state.wait(timeout: nil) { state in
                    if let next = state.next {
                        state.next = nil
                        return .some(next)
                    }
                    return state.isOver ? .some(nil) : nil
                }
                guard case .some(.some(let work)) = work else { return }
                guard let bytes = Self.bytes(work.material, encoder) else { continue }
                hub.publish(LivePicture(number: work.number, jpeg: bytes))
                state.withLock { $0.made += 1 }
            }
        }
    }

    /// How many were made.
    var made: Int { state.withLock { $0.made } }

    /// Takes a frame, if anybody watches. Costs a copy of its luma at most.
    func take(_ frame: Frame, number: Int) {
        guard hub.isWatched else { return }
        let material =
            frame.jpeg.map { Material.jpeg($0) } ?? frame.colours.map { .colours($0) } ?? .luma(frame.luma.copy())
        state.withLockSignalling { $0.next = (number, material) }
    }

    func end() { state.withLockSignalling { $0.isOver = true } }

    private static func bytes(_ material: Material, _ encoder: JPEGEncoder?) -> [UInt8]? {
        switch material {
        case .jpeg(let storage): wholeJPEG(storage)
        case .colours(let colours): try? encoder?.encode(colours, quality: quality)
        case .luma(let image): try? encoder?.encode(image, quality: quality)
        }
    }
}
