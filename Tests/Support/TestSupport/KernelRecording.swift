// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2
internal import Synchronization
package import V4L2

/// A recording of a device's answers to the requests that describe it, to examine the device anywhere.
///
/// Stored as text, one exchange per line: request, bytes sent, errno, bytes received, in hexadecimal without trailing
/// zero bytes. For control requests it stores the control's own structure, not the one that points to it.
package struct KernelRecording: Hashable, Sendable {
    package struct Exchange: Hashable, Sendable {
        var request: String
        var asked: [UInt8]
        var error: CInt
        var answered: [UInt8]
    }

    package private(set) var exchanges: [Exchange] = []

    package init() {}

    /// `nil` if a line is not an exchange. Lines that begin with `#` are comments.
    package init?(text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 4, let asked = Self.bytes(parts[1]), let error = CInt(parts[2]),
                let answered = Self.bytes(parts[3])
            else { return nil }
            exchanges.append(Exchange(request: String(parts[0]), asked: asked, error: error, answered: answered))
        }
    }

    package var text: String {
        exchanges.map { "\($0.request) \(Self.hex($0.asked)) \($0.error) \(Self.hex($0.answered))\n" }.joined()
    }

    mutating func append(_ exchange: Exchange) {
        if !exchanges.contains(exchange) { exchanges.append(exchange) }
    }

    /// The answer to the same request.
    func answer(_ request: Request, _ asked: [UInt8]) -> Exchange? {
        let trimmed = Self.trimmed(asked)
        return exchanges.last { $0.request == request.name && $0.asked == trimmed }
    }

    static func trimmed(_ bytes: [UInt8]) -> [UInt8] {
        Array(bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? "-" : bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        if text == "-" { return [] }
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        return bytes
    }
}

/// A kernel that records the answers of the devices behind it.
package final class RecordingKernel: Kernel {
    private let kernel: any Kernel
    private let kept = Mutex(KernelRecording())

    package init(_ kernel: any Kernel = SystemKernel()) { self.kernel = kernel }

    package var recording: KernelRecording { kept.withLock { $0 } }

    package func open(_ path: String) throws(SystemError) -> CInt { try kernel.open(path) }
    package func close(_ descriptor: CInt) { kernel.close(descriptor) }

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        let part = unsafe request.recordedPart(of: argument)
        let asked = unsafe KernelRecording.trimmed(Array(part))
        var failure: SystemError?
        do throws(SystemError) {
            try unsafe kernel.ioctl(descriptor, request, argument)
        } catch {
            failure = error
        }
        let answered = unsafe KernelRecording.trimmed(Array(part))
        kept.withLock {
            $0.append(.init(request: request.name, asked: asked, error: failure?.rawValue ?? 0, answered: answered))
        }
        if let failure { throw failure }
    }

    @unsafe package func map(
        _ descriptor: CInt, length: Int, offset: Int
    ) throws(SystemError) -> UnsafeMutableRawBufferPointer {
        try unsafe kernel.map(descriptor, length: length, offset: offset)
    }
    @unsafe package func unmap(_ memory: UnsafeMutableRawBufferPointer) { unsafe kernel.unmap(memory) }
    package func poll(
        _ descriptor: CInt, for interest: PollInterest, wake: CInt?, timeout: Duration?
    ) throws(SystemError) -> PollResult {
        try kernel.poll(descriptor, for: interest, wake: wake, timeout: timeout)
    }
}

/// A kernel with one device, which answers as recorded. Does not record streaming.
package final class ReplayKernel: DescribingKernel {
    private let recording: KernelRecording
    private let path: String

    package init(_ recording: KernelRecording, at path: String) {
        self.recording = recording
        self.path = path
    }

    package func open(_ path: String) throws(SystemError) -> CInt {
        guard path == self.path else { throw .noEntry }
        return 1000
    }
    package func close(_ descriptor: CInt) {}

    @unsafe package func ioctl(
        _ descriptor: CInt, _ request: Request, _ argument: UnsafeMutableRawBufferPointer
    ) throws(SystemError) {
        let part = unsafe request.recordedPart(of: argument)
        guard let answer = unsafe recording.answer(request, Array(part)) else { throw .notATerminal }
        guard answer.error == 0 else { throw SystemError(rawValue: answer.error) }
        for index in part.indices {
            unsafe part[index] = index < answer.answered.count ? answer.answered[index] : 0
        }
    }
}

extension Request {
    /// The bytes that do not depend on the process: control requests contain an address, so this is their control.
    /// Values behind another address (texts, arrays) are not recorded.
    @unsafe fileprivate func recordedPart(of argument: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        guard self == .getControls || self == .setControls else { return unsafe argument }
        let controls = unsafe argument.loadUnaligned(as: v4l2_ext_controls.self)
        let control = unsafe UnsafeMutableRawPointer(controls.controls!)
        // First id, size and a reserved word; then the value or, if the size is not 0, the address of the payload.
        let hasPayload = unsafe control.loadUnaligned(fromByteOffset: 4, as: UInt32.self) > 0
        return unsafe UnsafeMutableRawBufferPointer(
            start: control, count: hasPayload ? 12 : MemoryLayout<v4l2_ext_control>.size)
    }
}
