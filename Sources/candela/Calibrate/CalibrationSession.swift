// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import Output
internal import SettingsStore

/// A camera opened to be calibrated: its frames run, and its controls are borrowed.
struct CalibrationSession {
    let camera: OpenCamera
    let borrowed: BorrowedControls

    /// - Parameter notes: whether to say which camera was taken where none was named.
    init(_ text: String?, _ request: CaptureRequest, notes: Bool) throws(CommandFailure) {
        let address = CameraAddress(text)
        let camera = try openingCamera(text) { opener throws(CameraError) in
            try opener.open(address, request: request)
        }
        if notes, address == .automatic, let note = camera.notes.first { Console.note(VisibleText.escape(note)) }
        guard let controls = camera.controls else {
            camera.source.stop()
            throw CommandFailure(
                "cannot calibrate \(VisibleText.escape(camera.name)): it has no controls; name a camera")
        }
        self.camera = camera
        Interruption.onSignal { [weak source = camera.source] in source?.stop() }
        borrowed = BorrowedControls(controls, name: camera.name, identity: camera.identity)
    }

    /// Keeps the settings: nothing is put back afterwards.
    func keep() throws(CommandFailure) {
        try failing { () throws(StoreError) in try borrowed.surface.keep() }
    }

    /// Ends the stream and puts back what was not kept. May be called more than once.
    func end() {
        camera.source.stop()
        borrowed.giveBack()
    }
}
