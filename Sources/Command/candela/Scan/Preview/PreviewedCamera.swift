// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import Frames
internal import Terminal
internal import Torch

/// A camera's place in the preview. For the thread that takes its frames.
final class PreviewedCamera {
    private let preview: ScanPreview
    private let place: Int
    private let camera: OpenCamera
    /// Opened when a key first asks for it, if the scan has none.
    var zoom: ScanZoom?

    init(_ camera: OpenCamera, in preview: ScanPreview) {
        self.camera = camera
        self.preview = preview
        place = preview.join(camera.name, hasZoom: ScanZoom.isThere(camera))
    }

    /// The camera's frames, noticed as they come.
    func watching(_ source: any FrameSource) -> any FrameSource {
        WatchedFrameSource(source) { [preview, place] _ in preview.begin(place) }
    }

    var isPaused: Bool { preview.isPaused }

    func accept(_ code: Barcode) { preview.accept(place, code) }

    /// Shows a frame, and does what the keys have asked for.
    func observe(_ frame: LumaImage, _ codes: [Barcode], _ torch: ScanTorch?) {
        for wish in preview.take(place, frame, codes) {
            switch wish {
            case .torch: torch?.switchByHand()
            case .zoom(let direction): move(direction)
            }
        }
    }

    private func move(_ direction: Int) {
        do throws(CommandFailure) {
            if zoom == nil { zoom = try ScanZoom(nil, camera) }
            zoom?.move(direction)
        } catch {
            Console.note(error.message)
        }
    }
}
