// SPDX-License-Identifier: Apache-2.0

internal import Frames
public import V4L2

/// Why a camera could not be opened: a whole sentence.
public struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
    /// The request that failed, when it was one of the device.
    public var cause: V4L2Error?
    /// The camera is there, but of no use as it is: whoever diagnoses cameras can say more. Not set for mistakes in
    /// what was asked, such as a size that it does not offer.
    public var concernsCamera: Bool
    /// Somebody else is using it.
    public var isBusy: Bool
    /// There is no such camera now; there may be one later.
    public var isAbsent = false

    public init(_ description: String, concernsCamera: Bool = false, isAbsent: Bool = false) {
        self.description = description
        self.isAbsent = isAbsent
        self.concernsCamera = concernsCamera
        isBusy = false
    }

    init(_ error: FrameSourceError) {
        description = error.description
        concernsCamera = error.kind != .malformed
        isBusy = error.kind == .busy
    }

    init(_ error: V4L2Error) {
        description = error.description
        cause = error
        concernsCamera = true
        isBusy = error.error == .busy
    }
}
