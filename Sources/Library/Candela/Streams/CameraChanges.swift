// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Cameras

/// A camera was plugged in or unplugged.
public enum CameraChange: Hashable, Sendable {
    /// It was there when the loop began.
    case present(Camera)
    /// It was plugged in. A camera that is plugged in again at once disappears first.
    case appeared(Camera)
    /// It was unplugged.
    case disappeared(Camera)
    /// Something else about it has changed, such as who may open it.
    case changed(Camera)

    /// The camera.
    public var camera: Camera {
        switch self {
        case .present(let camera), .appeared(let camera), .disappeared(let camera), .changed(let camera): camera
        }
    }
}

/// What happens to the cameras of this machine: first those that are there, then changes, until the task is cancelled.
public struct CameraChanges: AsyncSequence, Sendable {
    /// Waits for changes.
    public struct Iterator: AsyncIteratorProtocol {
        private let thread: CameraThread<CameraChange>

        init(_ thread: CameraThread<CameraChange>) { self.thread = thread }

        /// Waits for a change.
        ///
        /// - Returns: the change; `nil` once the task is cancelled.
        /// - Throws: `CameraError` if the machine does not tell of changes.
        public func next() async throws -> CameraChange? { try await thread.next() }
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator {
        Iterator(
            CameraThread { channel in
                do throws(DiscoveryError) {
                    let monitor = try CameraMonitor(finder: try CameraFinder(probe: V4L2NodeProbe()))
                    channel.onStop(monitor.wake)
                    for found in CameraDiscovery.Camera.group(monitor.initialNodes) {
                        if let camera = Camera(found) { _ = channel.send(.present(camera)) }
                    }
                    while !channel.isStopped {
                        guard case .event(let event) = try monitor.next(), let camera = Camera(event.camera) else {
                            continue
                        }
                        switch event.change {
                        case .appeared: _ = channel.send(.appeared(camera))
                        case .disappeared: _ = channel.send(.disappeared(camera))
                        case .changed: _ = channel.send(.changed(camera))
                        }
                    }
                } catch {
                    throw CameraError(.failed, error.description)
                }
            })
    }
}

extension Camera {
    /// What happens to the cameras of this machine, for a program that waits for one.
    public static var changes: CameraChanges { CameraChanges() }
}
