// SPDX-License-Identifier: Apache-2.0

/// What libcamera says of the cameras that only it can use.
public struct LibcameraRecord: Codable, Hashable, Sendable {
    /// Their names: raw.
    public var cameras: [String]
    /// Its complaints about sensors that it does not know well, about memory, and about missing parts of its own.
    public var complaints: [String]
    /// How candela names the same cameras; absent in older evidence, and if only libcamera's own tool was asked.
    public var addresses: [String]?
    /// The version of libcamera that candela uses; absent if it uses none.
    public var version: String?
    /// Why candela cannot use libcamera; absent if it can.
    public var missing: String?
    /// The devices from which libcamera takes the memory for pictures. Absent in older evidence.
    public var heaps: [Heap]?

    public struct Heap: Codable, Hashable, Sendable {
        public var path: String
        public var mayOpen: Bool

        public init(path: String, mayOpen: Bool) {
            self.path = path
            self.mayOpen = mayOpen
        }
    }

    public init(cameras: [String], complaints: [String]) {
        self.cameras = cameras
        self.complaints = complaints
    }
}
