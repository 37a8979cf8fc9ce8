// SPDX-License-Identifier: Apache-2.0

/// A snapshot of udev's data about a device; stays valid when the device is gone.
///
/// Properties and names come from the device itself (USB strings): they are raw and may be hostile. Escape before
/// showing.
package struct UdevDevice: Hashable, Sendable {
    /// The sysfs directory, without symbolic links: `/sys/devices/…/video4linux/video0`.
    package var syspath: String
    /// The last part of the path: `video0`.
    package var sysname: String
    package var subsystem: String?
    package var devtype: String?
    /// The path of the device node; `nil` for a device without one. The node need not exist.
    package var devnode: String?
    package var deviceNumber: DeviceNumber?
    /// The driver bound to this device itself. Video nodes have none: use their parent.
    package var driver: String?
    /// Whether udev's rules have run for it. Always false if udevd does not run.
    package var isInitialized: Bool
    package var properties: [String: String]
    /// Every tag that the device has had since it appeared.
    package var tags: Set<String>
    /// The tags from the last run of the rules. Source: `TAGS` and `CURRENT_TAGS` in udev(7).
    package var currentTags: Set<String>
    /// The symbolic links in `/dev` that udev created for the node: full paths, sorted.
    package var links: [String]

    package init(
        syspath: String, subsystem: String? = nil, devtype: String? = nil, devnode: String? = nil,
        deviceNumber: DeviceNumber? = nil, driver: String? = nil, isInitialized: Bool = true,
        properties: [String: String] = [:], tags: Set<String> = [], currentTags: Set<String> = [], links: [String] = []
    ) {
        self.syspath = syspath
        self.sysname = syspath.split(separator: "/").last.map(String.init) ?? syspath
        self.subsystem = subsystem
        self.devtype = devtype
        self.devnode = devnode
        self.deviceNumber = deviceNumber
        self.driver = driver
        self.isInitialized = isInitialized
        self.properties = properties
        self.tags = tags
        self.currentTags = currentTags
        self.links = links
    }
}
