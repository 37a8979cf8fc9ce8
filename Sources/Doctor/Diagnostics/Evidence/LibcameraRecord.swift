// SPDX-License-Identifier: Apache-2.0

/// What libcamera says of the cameras that only it can use.
public struct LibcameraRecord: Codable, Hashable, Sendable {
    /// Their names: raw.
    public var cameras: [String]
    /// Its complaints about sensors that it does not know well.
    public var complaints: [String]

    public init(cameras: [String], complaints: [String]) {
        self.cameras = cameras
        self.complaints = complaints
    }
}
