// SPDX-License-Identifier: Apache-2.0

internal import Frames
package import GenICamCameras
package import NetworkCameras
package import OnvifCameras
package import PipeWireCameras
package import V4L2

/// Why a camera could not be opened, as a full sentence.
package struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String
    /// The device request that failed, if one did.
    package var cause: V4L2Error?
    /// Why a camera on the network gives no pictures, if it is one.
    package var network: NetworkTrouble?
    /// Where its video was found, if it was asked over ONVIF.
    package var onvif: OnvifStream?
    /// Why a GenICam camera could not be opened, if it is one.
    package var genICam: GenICamError.Kind?
    /// Why a camera of PipeWire gives no frames, if it is one.
    package var pipeWire: PipeWireTrouble?
    /// The camera exists but cannot be used as it is, so a diagnosis can tell more. Not set for mistakes in the request,
    /// such as an unsupported size.
    package var concernsCamera: Bool
    /// Another program is using the camera.
    package var isBusy: Bool
    /// There is no such camera now, but there may be one later.
    package var isAbsent = false

    package init(_ description: String, concernsCamera: Bool = false, isAbsent: Bool = false) {
        self.description = description
        self.isAbsent = isAbsent
        self.concernsCamera = concernsCamera
        isBusy = false
    }

    /// The node is a part of a pipeline that nobody has linked.
    var isUnlinked: Bool {
        cause.map { $0.request == .streamOn && [.brokenPipe, .noLink].contains($0.error) } ?? false
    }

    init(_ error: FrameSourceError) {
        description = error.description
        concernsCamera = error.kind != .malformed
        isBusy = error.kind == .busy
    }

    init(_ trouble: NetworkTrouble) {
        description = trouble.description
        network = trouble
        concernsCamera = trouble.kind != .invalidAddress && trouble.kind != .libraryMissing
        isBusy = false
        switch trouble.kind {
        case .unknownHost, .noConnection, .noAnswer, .noReply, .serverFails, .interrupted: isAbsent = true
        default: break
        }
    }

    init(_ error: V4L2Error) {
        description = error.description
        cause = error
        concernsCamera = true
        isBusy = error.error == .busy
    }
}
