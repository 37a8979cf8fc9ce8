// SPDX-License-Identifier: Apache-2.0

/// What a container was created with, as far as it decides about cameras.
package struct ContainerSetup: Codable, Hashable, Sendable {
    /// The video devices that it was given.
    package var devices: [Device] = []
    /// Switches in its environment that are known to keep a program from the camera, as `NAME=value`.
    package var switches: [String] = []
    /// Whether it lacks the host's `/run/udev`; absent if that is unknown, and if it has it.
    package var lacksUdev: Bool?
    /// The kinds of nodes that libcamera opens, that the host has, and of which the container has none, as patterns: `/dev/media*`. Absent
    /// in older evidence, if that is unknown, and if it has them.
    package var lackedNodes: [String]?

    /// Whether it may use all devices of the host; absent in older evidence.
    package var isPrivileged: Bool?
    /// Whether it has a network of its own, and not that of this machine; absent in older evidence.
    package var hasOwnNetwork: Bool?
    /// The bridge of this machine behind which it has its network, if the machine forwards nothing from there; absent in older evidence, and
    /// unless it is so.
    package var closedBridge: ClosedBridge?
    /// The ports of this machine at which it serves; absent in older evidence.
    package var publishedPorts: [Int]?
    /// Whether its device cgroup keeps the examined camera from it: it was given neither that nor all devices, nor a rule that fits.
    /// Absent in older evidence, and unless it is so for certain.
    package var forbidsCamera: Bool?
    /// Whether it was given a node over which a scanner's keys can be read (input, hidraw, USB), or all devices; absent in older evidence,
    /// and if that is unknown.
    package var hasInput: Bool?

    /// The size of its shared memory (/dev/shm), in bytes; absent in older evidence, if it is not told, and if it shares that of others.
    package var sharedMemory: Int?

    package struct Device: Codable, Hashable, Sendable {
        /// The name on the host and that in the container.
        package var outside: String
        package var inside: String
        /// Whether it is the camera that is examined.
        package var isExamined: Bool

        package init(outside: String, inside: String, isExamined: Bool) {
            self.outside = outside
            self.inside = inside
            self.isExamined = isExamined
        }
    }

    package init() {}
}
