// SPDX-License-Identifier: Apache-2.0

/// What libcamera says of the cameras that only it can use.
package struct LibcameraRecord: Codable, Hashable, Sendable {
    /// Their names: raw.
    package var cameras: [String]
    /// Its complaints about sensors that it does not know well, about memory, and about missing parts of its own.
    package var complaints: [String]
    /// How candela names the same cameras; absent in older evidence, and if only libcamera's own tool was asked.
    package var addresses: [String]?
    /// The version of libcamera that candela uses; absent if it uses none.
    package var version: String?
    /// Why candela cannot use libcamera; absent if it can.
    package var missing: String?
    /// The devices from which libcamera takes the memory for pictures. Absent in older evidence.
    package var heaps: [Heap]?

    package struct Heap: Codable, Hashable, Sendable {
        package var path: String
        package var mayOpen: Bool

        package init(path: String, mayOpen: Bool) {
            self.path = path
            self.mayOpen = mayOpen
        }
    }

    package init(cameras: [String], complaints: [String]) {
        self.cameras = cameras
        self.complaints = complaints
    }
}
