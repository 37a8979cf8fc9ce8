// SPDX-License-Identifier: Apache-2.0

import CUdev

extension UdevDevice {
    /// Copies libudev's data about `device`, which stays the caller's. `nil` if it has no sysfs path.
    init?(copying device: OpaquePointer) {
        guard let syspath = unsafe text(udev_device_get_syspath(device)) else { return nil }
        unsafe self.init(
            syspath: syspath,
            subsystem: text(udev_device_get_subsystem(device)),
            devtype: text(udev_device_get_devtype(device)),
            devnode: text(udev_device_get_devnode(device)),
            driver: text(udev_device_get_driver(device)),
            isInitialized: udev_device_get_is_initialized(device) > 0)
        if let sysname = unsafe text(udev_device_get_sysname(device)) { self.sysname = sysname }
        let number = unsafe UInt64(udev_device_get_devnum(device))
        if number != 0 { deviceNumber = DeviceNumber(rawValue: number) }
        unsafe each(udev_device_get_properties_list_entry(device)) { properties[$0] = $1 ?? "" }
        unsafe each(udev_device_get_tags_list_entry(device)) { name, _ in tags.insert(name) }
        unsafe each(udev_device_get_current_tags_list_entry(device)) { name, _ in currentTags.insert(name) }
        unsafe each(udev_device_get_devlinks_list_entry(device)) { name, _ in links.append(name) }
        links.sort()
    }
}

/// Copies a C string; bytes that are not UTF-8 become U+FFFD.
func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
}

/// Walks a list that libudev owns.
func each(_ first: OpaquePointer?, _ body: (_ name: String, _ value: String?) -> Void) {
    var entry = unsafe first
    while let present = unsafe entry {
        if let name = unsafe text(udev_list_entry_get_name(present)) {
            unsafe body(name, text(udev_list_entry_get_value(present)))
        }
        unsafe entry = udev_list_entry_get_next(present)
    }
}
