// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
internal import Threads

/// Controls of a camera that answers only while it streams: takes its frames, and drops them, as long as the surface is used.
final class StreamingControls: ControlSurface {
    private let surface: any ControlSurface
    private let stream: any FrameSource
    private let thread: WorkerThread

    init(_ surface: any ControlSurface, stream: any FrameSource) {
        self.surface = surface
        self.stream = stream
        thread = WorkerThread {
            do throws(FrameSourceError) {
                while try stream.nextFrame(timeout: .seconds(5)) != nil {}
            } catch {
                // The next use of a control fails, and says why.
            }
        }
    }

    deinit {
        stream.stop()
        thread.join()
    }

    var keepsSettings: Bool { surface.keepsSettings }
    var unitGain: Int64? { surface.unitGain }
    func knows(_ id: ControlID) -> Bool { surface.knows(id) }
    func controls() throws(ControlError) -> [ControlDescription] { try surface.controls() }
    func value(of id: ControlID) throws(ControlError) -> ControlValue { try surface.value(of: id) }
    func set(_ settings: [ControlSetting]) throws(ControlError) { try surface.set(settings) }
}
