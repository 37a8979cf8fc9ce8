// SPDX-License-Identifier: Apache-2.0

internal import FrameCoding
internal import Frames
internal import Threads
internal import WebPage

/// Makes the live picture, once for all clients. The newest frame wins.
///
/// JPEG from the camera passes unchanged. Packed colour formats are compressed in colour, all others in grey, as the
/// reader
/// sees them. Never runs on the scanning thread.
final class PictureMaker: Sendable {
    private enum Material: Sendable {
        case colours(PackedColours)
        case luma(LumaImage)
    }

    private struct State: Sendable {
        var next: (number: Int, material: Material)?
        var made = 0
        var isOver = false
    }

    private let hub: PictureHub
    private let state: ConditionLock<State>

    init(_ hub: PictureHub) {
        self.hub = hub
        let state = ConditionLock(State())
        self.state = state
        _ = WorkerThread {
            let encoder = FrameEncoder()
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

    /// How many pictures were made.
    var made: Int { state.withLock { $0.made } }

    /// Takes a frame, if a client watches. Copies it at most once.
    func take(_ frame: Frame, number: Int) {
        guard hub.isWatched else { return }
        if let jpeg = frame.jpeg {
            // Copying some kilobytes costs less than waking a thread.
            guard let bytes = wholeJPEG(jpeg) else { return }
            hub.publish(LivePicture(number: number, jpeg: bytes))
            return state.withLock { $0.made += 1 }
        }
        let material = frame.colours.map { Material.colours($0) } ?? .luma(frame.luma.copy())
        state.withLockSignalling { $0.next = (number, material) }
    }

    func end() { state.withLockSignalling { $0.isOver = true } }

    private static func bytes(_ material: Material, _ encoder: FrameEncoder) -> [UInt8]? {
        switch material {
        case .colours(let colours): encoder.bytes(of: colours)
        case .luma(let image): encoder.bytes(of: image)
        }
    }
}
