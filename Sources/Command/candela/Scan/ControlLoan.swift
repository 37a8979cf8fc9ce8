// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import SettingsStore

/// The controls of a camera that several parts of a scan change, borrowed at the first change and restored together.
/// A camera has one journal. For the thread that takes the camera's frames.
final class ControlLoan {
    private let camera: OpenCamera
    private(set) lazy var controls = OpenControls(camera)
    private var borrowed: BorrowedControls?

    /// Restores what a killed scan left, because those are not the settings of this one.
    init(_ camera: OpenCamera) {
        self.camera = camera
        guard camera.controls != nil else { return }
        if BorrowedControls.hasLeftovers(name: camera.name, identity: camera.identity) { _ = surface }
    }

    /// `nil` for a camera without controls.
    var surface: JournalledSurface? {
        if borrowed == nil, let controls {
            borrowed = BorrowedControls(controls.surface, name: controls.name, identity: controls.identity)
        }
        return borrowed?.surface
    }

    /// Restores everything.
    func end() { borrowed?.giveBack() }
}
