// SPDX-License-Identifier: Apache-2.0

import CUdev
import Glibc
import Synchronization

/// Receives the events of some subsystems as they happen.
public final class UdevMonitor: Sendable {
    /// Who sends the events.
    public enum Source: Hashable, Sendable {
        /// udevd, after its rules have run: links, permissions and properties are there when the event comes.
        case udev
        /// The kernel itself, for systems without udevd: the node may have its first permissions still, there are no
        /// links and no properties of rules. Works in the network namespaces of the initial user namespace only, so
        /// not in an unprivileged container.
        case kernel
    }

    public let source: Source
    /// For `poll`: readable when `receive()` has something. Stays this object's.
    public let fileDescriptor: Int32
    private let handle: Mutex<MonitorHandle>

    /// Starts listening; events that happen from now on are kept by the kernel until they are received.
    ///
    /// - Parameter source: Without one, udevd if it runs now, else the kernel: nobody would forward the kernel's events
    ///   to udev's group, so listening there would wait for ever. If udevd starts later, the kernel's events go on
    ///   coming, only earlier than its rules; start a new monitor to have them after the rules.
    public init(subsystems: [String], source: Source? = nil) throws(UdevError) {
        let source = source ?? (UdevContext.isServiceRunning ? .udev : .kernel)
        let handle = try MonitorHandle(subsystems: subsystems, group: source == .udev ? "udev" : "kernel")
        self.source = source
        fileDescriptor = unsafe udev_monitor_get_fd(handle.monitor)
        self.handle = Mutex(handle)
    }

    /// The next event, without waiting; `nil` when there is none now.
    ///
    /// - Throws: Kind `.eventsLost` once when the kernel dropped some; later events still come.
    public func receive() throws(UdevError) -> UdevEvent? {
        let outcome = handle.withLock { handle -> Result<UdevEvent?, UdevError> in
            Glibc.errno = 0
            guard let device = unsafe udev_monitor_receive_device(handle.monitor) else {
                switch errno {
                case ENOBUFS: return .failure(UdevError(.eventsLost, errno: ENOBUFS, "cannot follow device events"))
                case EBADF, ENOTCONN, ENOMEM: return .failure(UdevError(errno: errno, "cannot receive device events"))
                // None there, or one that is malformed or not from root, which libudev has thrown away.
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

/// Owns a monitor, with it the socket, and a context of its own: older libudevs keep a pointer to it.
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
            // A hub full of cameras sends hundreds of events at once. Only root may ask for much: no matter if not.
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
