// SPDX-License-Identifier: Apache-2.0

/// The tree of devices: udev's, or one made for tests.
public protocol DeviceDatabase: Sendable {
    /// Every device of a subsystem, also those whose rules have not run yet, sorted by path.
    func devices(subsystem: String) throws(UdevError) -> [UdevDevice]

    /// The device in this folder of sysfs; `nil` when there is none (any more).
    func device(syspath: String) -> UdevDevice?

    /// The character device with this number; `nil` when there is none.
    func device(number: DeviceNumber) -> UdevDevice?

    /// The nearest device above `device`: of that subsystem and type if given. `nil` when there is none.
    func parent(of device: UdevDevice, subsystem: String?, devtype: String?) -> UdevDevice?

    /// The text of an attribute file of the device, without white space around it; `nil` when it cannot be read.
    func attribute(_ name: String, of device: UdevDevice) -> String?
}

extension DeviceDatabase {
    public func parent(of device: UdevDevice) -> UdevDevice? {
        parent(of: device, subsystem: nil, devtype: nil)
    }
}
