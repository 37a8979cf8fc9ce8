// SPDX-License-Identifier: Apache-2.0

import CUdev
import Glibc
import Synchronization

/// Receives the events of some subsystems.
package final class UdevMonitor: Sendable {
    /// Who sends the events.
    package enum Source: Hashable, Sendable {
        /// udevd, after its rules have run: links, permissions and properties are set when the event arrives.
        case udev
        /// The kernel itself, for systems without udevd: the node may still have its initial permissions, and there are no
        /// links or properties from rules. Works only in network namespaces of the initial user namespace, so not in
        /// an unprivileged container.
        case kernel
    }

    package let source: Source
    /// For `poll`: readable when `receive()` has an event. Owned by this object.
    package let fileDescriptor: Int32
    private let handle: Mutex<MonitorHandle>

    /// Starts listening; the kernel keeps later events until they are received.
    ///
    /// - Parameter source: defaults to udevd if it runs now, else the kernel: without udevd nobody forwards events to
    ///   udev's group, so listening there would wait forever. If udevd starts later, events still come from the kernel,
    ///   before the rules run; create a new monitor to get them after the rules.
    package init(subsystems: [String], source: Source? = nil) throws(UdevError) {
        let source = source ?? (UdevContext.isServiceRunning ? .udev : .kernel)
        let handle = try MonitorHandle(subsystems: subsystems, group: source == .udev ? "udev" : "kernel")
        self.source = source
        fileDescriptor = unsafe udev_monitor_get_fd(handle.monitor)
        self.handle = Mutex(handle)
    }

    /// The next event, without waiting; `nil` if there is none.
    ///
    /// - Throws: `.eventsLost` once if the kernel dropped some; later events still arrive.
    package func receive() throws(UdevError) -> UdevEvent? {
        let outcome = handle.withLock { handle -> Result<UdevEvent?, UdevError> in
            Glibc.errno = 0
            guard let device = unsafe udev_monitor_receive_device(handle.monitor) else {
                switch errno {
                case ENOBUFS: return .failure(UdevError(.eventsLost, errno: ENOBUFS, "cannot follow device events"))
                case EBADF, ENOTCONN, ENOMEM: return .failure(UdevError(errno: errno, "cannot receive device events"))
                // No event, or one that libudev discarded as malformed or not from root.
                default: return .success(nil)
                }
            }
            defer { unsafe _ = udev_device_unref(device) }
            guard let copy = unsafe UdevDevice(copying: device) else { return .success(nil) }
            let action = unsafe text(udev_device_get_action(device)) ?? ""
            let number = unsafe UInt64(udev_device_get_seqnum(device))
            return .success(UdevEvent(UdevAction(action), copy, sequenceNumber: number))
        }
        return try outcome.get()
    }
}

/// Owns a monitor with its socket, and its own context, because older libudev versions keep a pointer to it.
@safe private struct MonitorHandle: ~Copyable {
    let monitor: OpaquePointer
    private let context: OpaquePointer

    init(subsystems: [String], group: String) throws(UdevError) {
        let action = "cannot listen for device events"
        guard let context = unsafe udev_new() else { throw UdevError(errno: errno, action) }
        guard let monitor = unsafe udev_monitor_new_from_netlink(context, group) else {
            let cause = errno
            unsafe _ = udev_unref(context)
            throw UdevError(errno: cause, action)
        }
        var status: Int32 = 0
        for subsystem in subsystems where status >= 0 {
            status = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        }
        if status >= 0 {
            // A hub full of cameras sends hundreds of events at once. Only root may set a large buffer: ignore a failure.
            unsafe _ = udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
            status = unsafe udev_monitor_enable_receiving(monitor)
        }
        guard status >= 0 else {
            unsafe _ = udev_monitor_unref(monitor)
            unsafe _ = udev_unref(context)
            throw UdevError(errno: -status, action)
        }
        unsafe self.context = context
        unsafe self.monitor = monitor
    }

    deinit {
        unsafe _ = udev_monitor_unref(monitor)
        unsafe _ = udev_unref(context)
    }
}
