// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames
internal import SettingsStore
internal import Torch

/// A camera that streams, with settings that are restored afterwards; on one thread.
final class Streaming {
    let open: OpenCamera
    private var borrowed: BorrowedControls?
    private var lamp: NotedSwitch?
    private var lit: (any TorchLamp)?
    private var lampBefore = 0

    /// Opens the camera for a channel, which stops it.
    init<Element>(_ camera: Camera, _ options: StreamOptions, for channel: Channel<Element>) throws(CameraError) {
        TorchNoteFile.putRight()
        open = try camera.open(options.request, isolation: options.isolation)
        channel.onStop { [weak source = open.source] in source?.stop() }
        // What a killed program left are not the settings of this stream.
        if open.controls != nil, BorrowedControls.hasLeftovers(name: open.name, identity: open.identity) {
            _ = borrow()
        }
        do throws(CameraError) {
            try set(options.settings)
        } catch {
            end()
            throw error
        }
    }

    /// The controls, which remember what is changed; `nil` for a camera without controls.
    func borrow() -> (any ControlSurface)? {
        if borrowed == nil, let controls = open.controls {
            borrowed = BorrowedControls(controls, name: open.name, identity: open.identity)
        }
        return borrowed?.surface
    }

    /// Stops it and restores everything.
    func end() {
        if let lit { _ = try? lamp?.set(lit, percent: lampBefore) }
        open.source.stop()
        borrowed?.giveBack()
    }

    private func set(_ settings: [Setting]) throws(CameraError) {
        guard !settings.isEmpty else { return }
        guard let surface = borrow() else {
            throw CameraError(.refused, "cannot set controls of \(open.name): it has none; leave the settings out")
        }
        let plain = settings.filter { $0.torch == nil }
        if !plain.isEmpty { _ = try Camera.set(plain, on: surface) }
        guard let percent = settings.compactMap(\.torch).last else { return }
        do throws(TorchError) {
            let found = try TorchFinding(open: open.lightsAt, surface, nil).open(nil)
            lampBefore = try found.state().percent ?? 0
            lamp = NotedSwitch(TorchNoteFile(camera: open.name))
            lit = found
            try lamp?.set(found, percent: percent)
        } catch {
            throw CameraError(.refused, error.description)
        }
    }
}
