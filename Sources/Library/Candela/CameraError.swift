// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Cameras
internal import Frames

/// Why something with a camera failed.
public struct CameraError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is. Later versions can know more kinds.
    public struct Kind: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// There is no such camera now.
        public static let absent = Kind("absent")
        /// Another program uses the camera.
        public static let busy = Kind("busy")
        /// The camera was unplugged, or its stream broke.
        public static let lost = Kind("lost")
        /// The camera rejected a setting, or has no such control.
        public static let refused = Kind("refused")
        /// A helper program or a library that is needed is missing; see `Workers`.
        public static let notInstalled = Kind("not installed")
        /// Another failure: ``Camera/diagnose(reading:progress:)`` explains it.
        public static let failed = Kind("failed")
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// A sentence: what failed, why, and what to do. It can contain names that the camera gives: escape it for a terminal.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: Cameras.CameraError) {
        self.init(error.isBusy ? .busy : error.isAbsent ? .absent : .failed, error.description)
    }

    init(_ error: ControlError) { self.init(error.kind == .gone ? .lost : .refused, error.description) }

    init(_ error: FrameSourceError) { self.init(error.kind == .busy ? .busy : .lost, error.description) }

    init(_ error: ReadingError) { self.init(.notInstalled, error.description) }
}
