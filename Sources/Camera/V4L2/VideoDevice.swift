// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
package import CameraControls
internal import Synchronization

/// An open video node. `init` opens it, `deinit` closes it.
///
/// Opening a UVC node powers the camera, and its activity light may blink (kernels before 6.16): use udev and sysfs
/// first, and open only what is needed. Any number of programs may open a node; only streaming is exclusive.
///
/// Requests of one device may be made from several threads: the kernel serialises them.
package final class VideoDevice: Sendable {
    /// The path given to `init`, for messages.
    package let path: String
    let kernel: any Kernel
    /// What is known about this model.
    package let quirks: CameraQuirks?
    /// The controls that were set through this object since `forgetWrites()`.
    private let written = Mutex<Set<ControlID>>([])
    /// For libraries that query the device themselves; closed with this object.
    package let descriptor: CInt

    /// Opens the node for reading and writing, without blocking.
    package convenience init(path: String, kernel: any Kernel = SystemKernel()) throws(V4L2Error) {
        try self.init(path: path, kernel: kernel, quirks: nil)
    }

    /// The same, for a camera of which something is known.
    package init(path: String, kernel: any Kernel, quirks: CameraQuirks?) throws(V4L2Error) {
        self.path = path
        self.kernel = kernel
        self.quirks = quirks
        do throws(SystemError) {
            descriptor = try kernel.open(path)
        } catch {
            throw V4L2Error(.open, intent: "open", path: path, error: error)
        }
    }

    deinit { kernel.close(descriptor) }

    /// The controls that were set through this object since `forgetWrites()`.
    package var writes: Set<ControlID> { written.withLock { $0 } }
    package func forgetWrites() { written.withLock { $0 = [] } }
    package func noteAsWritten(_ id: ControlID) { noteWrite(id) }
    func noteWrite(_ id: ControlID) { _ = written.withLock { $0.insert(id) } }

    /// Makes a request with the structure `argument`. `intent` completes the error's "cannot … PATH".
    func perform<Argument>(
        _ request: Request, _ argument: inout Argument, intent: @autoclosure () -> String
    ) throws(V4L2Error) {
        do throws(SystemError) {
            try attempt(request, &argument)
        } catch {
            throw V4L2Error(request, intent: intent(), path: path, error: error)
        }
    }

    /// The same, for callers that expect failures.
    func attempt<Argument>(
        _ request: Request, _ argument: inout Argument
    ) throws(SystemError) {
        try unsafe withUnsafeMutableBytes(of: &argument) { (bytes) throws(SystemError) in
            try unsafe kernel.ioctl(descriptor, request, bytes)
        }
    }

    /// Whether the device is gone: unplugged, or its driver unbound.
    var isGone: Bool {
        var capability = v4l2_capability()
        do throws(SystemError) {
            try attempt(.queryCapability, &capability)
            return false
        } catch {
            return error.meansGone
        }
    }

    /// Enumerates a list (formats, sizes, menus) until the driver answers `EINVAL`, which marks its end.
    ///
    /// Limited, for drivers that never end the list; no real list is that long.
    func enumerate<Argument, Element>(
        _ request: Request, intent: String, _ argument: (UInt32) -> Argument, _ element: (Argument) -> Element?
    ) throws(V4L2Error) -> [Element] {
        var elements: [Element] = []
        for index in 0..<UInt32(1024) {
            var entry = argument(index)
            do throws(SystemError) {
                try attempt(request, &entry)
            } catch .invalidArgument {
                break
            } catch .notATerminal {
                break  // The node does not know the request at all: an empty list.
            } catch {
                throw V4L2Error(request, intent: intent, path: path, error: error)
            }
            if let element = element(entry) { elements.append(element) }
        }
        return elements
    }
}

extension String {
    /// The text of a fixed-size C string field, up to its first NUL; bytes that are not UTF-8 become U+FFFD.
    init<Field: BitwiseCopyable>(cField field: Field) {
        self = unsafe withUnsafeBytes(of: field) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
