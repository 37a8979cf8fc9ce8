// SPDX-License-Identifier: Apache-2.0

/// The device tree: udev's, or one for tests.
package protocol DeviceDatabase: Sendable {
    /// Every device of a subsystem, sorted by path. Includes devices whose rules have not run yet.
    func devices(subsystem: String) throws(UdevError) -> [UdevDevice]

    /// The device in this sysfs directory; `nil` if it does not exist (any more).
    func device(syspath: String) -> UdevDevice?

    /// The character device with this number; `nil` if there is none.
    func device(number: DeviceNumber) -> UdevDevice?

    /// The nearest ancestor of `device`, of the given subsystem and type. `nil` if there is none.
    func parent(of device: UdevDevice, subsystem: String?, devtype: String?) -> UdevDevice?

    /// The trimmed text of an attribute file of the device; `nil` if it cannot be read.
    func attribute(_ name: String, of device: UdevDevice) -> String?
}

extension DeviceDatabase {
    package func parent(of device: UdevDevice) -> UdevDevice? {
        parent(of: device, subsystem: nil, devtype: nil)
    }
}
