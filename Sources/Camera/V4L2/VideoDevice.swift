// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// An open video node. `init` opens it, `deinit` closes it.
///
/// Opening a UVC node powers the camera, and its activity light may blink (kernels before 6.16): look at udev and
/// sysfs first, open only what is needed. Any number of programs may have a node open; only streaming is exclusive.
///
/// Requests of one device may be made from several threads: the kernel serialises them.
public final class VideoDevice: Sendable {
    /// As given to `init`, for messages.
    public let path: String
    let kernel: any Kernel
    /// For libraries that ask the device themselves; it is closed with this object.
    package let descriptor: CInt

    /// Opens the node for reading and writing, without blocking.
    public init(path: String, kernel: any Kernel = SystemKernel()) throws(V4L2Error) {
        self.path = path
        self.kernel = kernel
        do throws(SystemError) {
            descriptor = try kernel.open(path)
        } catch {
            throw V4L2Error(.open, intent: "open", path: path, error: error)
        }
    }

    deinit { kernel.close(descriptor) }

    /// Makes a request whose structure is `argument`. `intent` completes the error's "cannot … PATH".
    func perform<Argument>(
        _ request: Request, _ argument: inout Argument, intent: @autoclosure () -> String
    ) throws(V4L2Error) {
        do throws(SystemError) {
            try attempt(request, &argument)
        } catch {
            throw V4L2Error(request, intent: intent(), path: path, error: error)
        }
    }

    /// The same for callers to whom a failure is an ordinary answer.
    func attempt<Argument>(
        _ request: Request, _ argument: inout Argument
    ) throws(SystemError) {
        try unsafe withUnsafeMutableBytes(of: &argument) { (bytes) throws(SystemError) in
            try unsafe kernel.ioctl(descriptor, request, bytes)
        }
    }

    /// Whether the device behind the node has gone: unplugged, or its driver unbound.
    var isGone: Bool {
        var capability = v4l2_capability()
        do throws(SystemError) {
            try attempt(.queryCapability, &capability)
            return false
        } catch {
            return error.meansGone
        }
    }

    /// Walks a numbered list (formats, sizes, menus) until the driver says `EINVAL`, its word for the end.
    ///
    /// A driver that never ends is cut off: a list is for people and choosers, and none is near this long.
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
