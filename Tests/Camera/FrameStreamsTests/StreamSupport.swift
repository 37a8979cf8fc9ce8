// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
import Foundation
import Frames
import FrameStreams
import Glibc
import Testing

/// A pipe, or a file, that a test writes and a source reads.
final class TestStream: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit { close(readEnd) }

    /// Blocks while the pipe is full.
    func write(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(writeEnd, $0.baseAddress! + at, $0.count - at)
            }
            guard count > 0 else { return }
            at += count
        }
    }

    func end() { close(writeEnd) }

    /// Writes it all on a thread of its own, in pieces of `chunk` bytes, and ends.
    func feed(_ bytes: [UInt8], chunk: Int = .max) {
        Thread.detachNewThread {
            var at = 0
            while at < bytes.count {
                let next = at + min(chunk, bytes.count - at)
                self.write(Array(bytes[at..<next]))
                at = next
            }
            self.end()
        }
    }
}

/// A regular file of these bytes, open for reading; deleted already.
func temporaryFile(_ bytes: [UInt8]) throws -> Int32 {
    let url = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return unsafe open(url.path, O_RDONLY)
}

func value(_ x: Int, _ y: Int, _ frame: Int) -> Int { (x * 7 + y * 13 + frame * 31) % 256 }

func matches(_ image: LumaImage, frame: Int, _ formula: (Int, Int, Int) -> Int = value) -> Bool {
    (0..<image.height).allSatisfy { y in
        (0..<image.width).allSatisfy { x in Int(image[x, y]) == formula(x, y, frame) }
    }
}

/// Everything a source gives until it ends.
func drain(_ source: any FrameSource) throws -> [Frame] {
    var frames: [Frame] = []
    while let frame = try source.nextFrame(timeout: .seconds(20)) { frames.append(frame) }
    return frames
}

func failure(_ body: () throws -> Void) -> FrameSourceError? {
    do {
        try body()
        return nil
    } catch { return error as? FrameSourceError }
}

/// A JPEG of one grey value, which survives compression nearly unchanged.
func jpeg(_ size: FrameSize, value: UInt8) throws -> [UInt8] {
    var reason: UnsafePointer<CChar>?
    // Swift 6.2 does not see that calls inside the macro are marked.
    let loaded = unsafe candela_turbojpeg_load(&reason)
    let functions = try unsafe #require(loaded).pointee
    let compressor = unsafe functions.tjInitCompress()
    let handle = try unsafe #require(compressor)
    defer { _ = unsafe functions.tjDestroy(handle) }
    var (output, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    defer { unsafe functions.tjFree(output) }
    // Noise around the value, so that the picture has compressed data worth cutting.
    var noise = UInt32(value) + 1
    let pixels = (0..<size.area).map { _ -> UInt8 in
        noise = noise &* 1_664_525 &+ 1_013_904_223
        return UInt8(clamping: Int(value) + Int(noise >> 28) - 8)
    }
    let status = unsafe functions.tjCompress2(
        handle, pixels, Int32(size.width), Int32(size.width), Int32(size.height), Int32(TJPF_GRAY.rawValue), &output,
        &length, Int32(TJSAMP_GRAY.rawValue), 90, 0)
    try #require(status == 0)
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(length)))
}
