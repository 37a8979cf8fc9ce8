// SPDX-License-Identifier: Apache-2.0

internal import Calibration
internal import CameraControls
internal import Cameras
internal import Frames
internal import Output
internal import SettingsStore
internal import Torch

/// Which lamp a calibration may use.
struct CalibrationTorch {
    var isAllowed: Bool
    var options: TorchOptions

    /// To name one is to allow it.
    var isMeant: Bool { isAllowed || isNamed }
    var isNamed: Bool { options.torchSource != nil || options.torchCommand != nil }
}

/// A camera opened to be calibrated: its frames run, its controls are borrowed, and a lamp beside it is among them.
struct CalibrationSession {
    let camera: OpenCamera
    private let borrowed: BorrowedControls
    private let lamp: LampSurface?
    /// The control of the lamp that may be used; `nil` when none may, or there is none.
    let torch: ControlID?
    /// The lamp's own name where it is no control of the camera: raw.
    let lampName: String?

    /// The camera's own controls, without a lamp beside it.
    var controls: any ControlSurface { borrowed.surface }

    /// What the calibration turns.
    var surface: any ControlSurface { lamp ?? borrowed.surface }

    /// - Parameter notes: whether to say which camera was taken where none was named, and that there is no lamp.
    init(
        _ text: String?, _ request: CaptureRequest, torch: CalibrationTorch, notes: Bool
    ) throws(CommandFailure) {
        let command = try torch.options.template()
        if torch.isMeant { TorchNoteFile.mend() }
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
        let borrowed = BorrowedControls(controls, name: camera.name, identity: camera.identity)
        self.borrowed = borrowed
        var light: (any TorchLamp)?
        if torch.isMeant {
            let finding = TorchFinding(open: camera.name, borrowed.surface, command)
            do throws(TorchError) {
                light = try finding.open(torch.options.torchSource)
            } catch {
                guard !torch.isNamed else {
                    camera.source.stop()
                    borrowed.giveBack()
                    throw CommandFailure(VisibleText.escape(error.description))
                }
                if notes { Console.note(VisibleText.escape(error.description)) }
            }
        }
        switch light?.source.place {
        case nil: (lamp, self.torch, lampName) = (nil, nil, nil)
        case .illuminator(let id)?: (lamp, self.torch, lampName) = (nil, id, nil)
        default:
            let surface = light.map { LampSurface(borrowed.surface, name: camera.name, lamp: $0) }
            Interruption.onSignal { _ = surface?.putBack() }
            (lamp, self.torch, lampName) = (surface, .lampBesideCamera, light?.source.name)
        }
    }

    /// Keeps the settings: nothing of the camera is put back afterwards. A lamp beside it goes out all the same.
    func keep() throws(CommandFailure) {
        try failing { () throws(StoreError) in try borrowed.surface.keep() }
    }

    /// Ends the stream and puts back what was not kept. May be called more than once.
    func end() {
        camera.source.stop()
        if let failure = lamp?.putBack() { Console.note(VisibleText.escape(failure.description)) }
        borrowed.giveBack()
    }
}
