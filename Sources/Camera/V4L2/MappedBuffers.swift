// SPDX-License-Identifier: Apache-2.0

internal import CVideodev2

/// The driver's buffers of one stream, mapped into this process. They are unmapped and freed when the last frame that
/// uses them is gone.
@safe final class MappedBuffers: @unchecked Sendable {
    // Unchecked: `memory` is written once, in `init`. The driver fills a buffer only while it is queued, and a queued
    // buffer is never lent.
    private let memory: [UnsafeMutableRawBufferPointer]
    private let device: VideoDevice
    private let type: UInt32
    let planeCount: Int

    var count: Int { unsafe memory.count }

    /// Requests `count` buffers (the driver may give more or fewer) and maps plane 0 of each.
    init(_ device: VideoDevice, format: CaptureFormat, count: Int) throws(V4L2Error) {
        self.device = device
        self.type = device.captureType(format.isMultiPlanar)
        self.planeCount = format.planeCount
        let intent = "get buffers from"
        var request = v4l2_requestbuffers()
        request.type = type
        request.memory = V4L2_MEMORY_MMAP.rawValue
        request.count = UInt32(count)
        try device.perform(.requestBuffers, &request, intent: intent)
        var mapped = unsafe [UnsafeMutableRawBufferPointer]()
        do throws(V4L2Error) {
            // Two are enough to stream, but the newest-wins rule needs one more: one waits, one is read, one is filled.
            guard (2...32).contains(request.count) else {
                throw V4L2Error(.requestBuffers, intent: intent, path: device.path, error: .noSpace)
            }
            for index in 0..<request.count {
                var query = unsafe candela_buffer_request()
                unsafe candela_buffer_fill(&query, type, index, UInt32(planeCount))
                try unsafe device.performBuffer(.queryBuffer, &query, intent: intent)
                let buffer = unsafe candela_buffer_of(&query)
                do throws(SystemError) {
                    let memory = try unsafe device.kernel.map(
                        device.descriptor, length: Int(buffer.length), offset: Int(buffer.offset))
                    unsafe mapped.append(memory)
                } catch {
                    throw V4L2Error(.map, intent: "map the buffers of", path: device.path, error: error)
                }
            }
        } catch {
            unsafe mapped.forEach { unsafe device.kernel.unmap($0) }
            Self.giveUp(device, type)
            throw error
        }
        unsafe memory = mapped
    }

    deinit {
        unsafe memory.forEach { unsafe device.kernel.unmap($0) }
        Self.giveUp(device, type)
    }

    /// The bytes of plane 0 of a buffer that is not queued.
    @unsafe func bytes(_ index: Int) -> UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory[index]) }

    /// Frees the driver's buffers, so that the format can be changed. After an unplug there is nothing to free.
    private static func giveUp(_ device: VideoDevice, _ type: UInt32) {
        var request = v4l2_requestbuffers()
        request.type = type
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try? device.attempt(.requestBuffers, &request)
    }
}

extension VideoDevice {
    /// Makes a buffer request, whose structure may point to planes beside it.
    @unsafe func performBuffer(
        _ request: Request, _ argument: inout candela_buffer_request, intent: String
    ) throws(V4L2Error) {
        do throws(SystemError) {
            try unsafe attemptBuffer(request, &argument)
        } catch {
            throw V4L2Error(request, intent: intent, path: path, error: error)
        }
    }

    @unsafe func attemptBuffer(
        _ request: Request, _ argument: inout candela_buffer_request
    ) throws(SystemError) {
        try unsafe withUnsafeMutablePointer(to: &argument) { (pointer) throws(SystemError) in
            // Takes the address of the planes here, because the structure does not move any more.
            if unsafe pointer.pointee.buffer.type == V4L2_BUF_TYPE_VIDEO_CAPTURE_MPLANE.rawValue {
                unsafe pointer.pointee.buffer.m.planes =
                    UnsafeMutableRawPointer(pointer).advanced(
                        by: MemoryLayout<candela_buffer_request>.offset(of: \.planes)!
                    ).assumingMemoryBound(to: v4l2_plane.self)
            }
            let head = unsafe UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(pointer), count: MemoryLayout<v4l2_buffer>.size)
            try unsafe kernel.ioctl(descriptor, request, head)
        }
    }
}
