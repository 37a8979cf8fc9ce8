// SPDX-License-Identifier: Apache-2.0

import CUdev
import Glibc
import Synchronization

/// libudev's library context.
///
/// Works without udevd: then the tree is sysfs's, without the properties, links and tags that rules set. libudev's
/// objects are not thread-safe; a lock here makes the context so.
package final class UdevContext: DeviceDatabase {
    private let handle: Mutex<Handle>

    package init() throws(UdevError) {
        guard let pointer = unsafe udev_new() else { throw UdevError(errno: errno, "cannot start libudev") }
        handle = unsafe Mutex(Handle(pointer: pointer))
    }

    /// Whether udevd runs on this machine. Without it, rules do not run.
    package static var isServiceRunning: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

    package func devices(subsystem: String) throws(UdevError) -> [UdevDevice] {
        let outcome = handle.withLock { handle -> Result<[UdevDevice], UdevError> in
            let action = "cannot list the devices of subsystem \(subsystem)"
            guard let list = unsafe udev_enumerate_new(handle.pointer) else {
                return .failure(UdevError(errno: errno, action))
            }
            defer { unsafe _ = udev_enumerate_unref(list) }
            var status = unsafe udev_enumerate_add_match_subsystem(list, subsystem)
            if status >= 0 { status = unsafe udev_enumerate_scan_devices(list) }
            guard status >= 0 else { return .failure(UdevError(errno: -status, action)) }
            var devices: [UdevDevice] = []
            unsafe each(udev_enumerate_get_list_entry(list)) { syspath, _ in
                // A device that has disappeared since the scan is no error.
                if let device = Self.device(handle, syspath) { devices.append(device) }
            }
            return .success(devices.sorted { $0.syspath < $1.syspath })
        }
        return try outcome.get()
    }

    package func device(syspath: String) -> UdevDevice? {
        handle.withLock { handle in Self.device(handle, syspath) }
    }

    package func device(number: DeviceNumber) -> UdevDevice? {
        handle.withLock { handle in
            let type = CChar(UInt8(ascii: "c"))
            guard let device = unsafe udev_device_new_from_devnum(handle.pointer, type, dev_t(number.rawValue)) else {
                return nil
            }
            defer { unsafe _ = udev_device_unref(device) }
            return unsafe UdevDevice(copying: device)
        }
    }

    package func parent(of device: UdevDevice, subsystem: String?, devtype: String?) -> UdevDevice? {
        handle.withLock { handle in
            guard let child = unsafe udev_device_new_from_syspath(handle.pointer, device.syspath) else { return nil }
            // The parent belongs to the child, and is released with it.
            defer { unsafe _ = udev_device_unref(child) }
            let parent =
                if let subsystem {
                    unsafe udev_device_get_parent_with_subsystem_devtype(child, subsystem, devtype)
                } else {
                    unsafe udev_device_get_parent(child)
                }
            return unsafe parent.flatMap { unsafe UdevDevice(copying: $0) }
        }
    }

    package func attribute(_ name: String, of device: UdevDevice) -> String? {
        SysfsAttribute.read(name, in: device.syspath)
    }

    private static func device(_ handle: borrowing Handle, _ syspath: String) -> UdevDevice? {
        guard let device = unsafe udev_device_new_from_syspath(handle.pointer, syspath) else { return nil }
        defer { unsafe _ = udev_device_unref(device) }
        return unsafe UdevDevice(copying: device)
    }
}

/// Owns the one reference to libudev's context.
@safe private struct Handle: ~Copyable {
    let pointer: OpaquePointer

    init(pointer: OpaquePointer) { unsafe self.pointer = pointer }

    deinit { unsafe _ = udev_unref(pointer) }
}
