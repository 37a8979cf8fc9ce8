// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Cameras
internal import Frames
internal import Terminal
internal import Torch

/// A camera in the preview. For the thread that takes its frames.
final class PreviewedCamera {
    private let preview: ScanPreview
    private let place: Int
    private let camera: OpenCamera
    private let loan: ControlLoan
    /// The scan's zoom, or one opened at the first zoom key.
    var zoom: ScanZoom?

    init(_ camera: OpenCamera, in preview: ScanPreview, _ loan: ControlLoan) {
        self.loan = loan
        self.camera = camera
        self.preview = preview
        place = preview.join(camera.name, hasZoom: ScanZoom.isThere(camera))
    }

    /// Wraps the camera's frames to time them for the preview.
    func watching(_ source: any FrameSource) -> any FrameSource {
        WatchedFrameSource(source) { [preview, place] _ in preview.begin(place) }
    }

    var isPaused: Bool { preview.isPaused }

    func accept(_ code: Barcode) { preview.accept(place, code) }

    /// Shows a frame, and carries out the requests of the keys.
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
            if zoom == nil { zoom = try ScanZoom(nil, camera, loan) }
            zoom?.move(direction)
        } catch {
            Console.note(error.message)
        }
    }
}
