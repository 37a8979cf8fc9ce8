// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
package import Frames

/// Decodes JPEG frames to luma in this process; chroma is never decoded. Use one decoder on one thread at a time.
@safe package final class MotionJPEGDecoder: JPEGDecoder {
    /// More than any camera's frame, and an allocation that a hostile header can cause without harm.
    package static let defaultMaximumPixels = 1 << 27

    private let functions: candela_turbojpeg
    private let handle: tjhandle
    private let maximumPixels: Int
    /// A frame with its missing tables inserted. Kept to reuse its memory.
    private var completed: [UInt8] = []
    /// The plane to decode in place of the luma.
    private var plane: Int?

    /// - Throws: `.libraryMissing` when libturbojpeg cannot be loaded.
    package init(maximumPixels: Int = defaultMaximumPixels) throws(MotionJPEGError) {
        var reason: UnsafePointer<CChar>?
        guard let functions = unsafe candela_turbojpeg_load(&reason) else {
            throw MotionJPEGError(
                .libraryMissing(reason: unsafe reason.map { unsafe String(cString: $0) } ?? "unknown"))
        }
        guard let handle = unsafe functions.pointee.tjInitDecompress() else {
            throw MotionJPEGError(.libraryMissing(reason: "it cannot start a decoder (out of memory)"))
        }
        self.functions = unsafe functions.pointee
        unsafe self.handle = unsafe handle
        self.maximumPixels = maximumPixels
    }

    /// Why libturbojpeg cannot be loaded; `nil` if it can.
    package static var missingLibrary: String? {
        var reason: UnsafePointer<CChar>?
        guard unsafe candela_turbojpeg_load(&reason) == nil else { return nil }
        let words = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown"
        return MotionJPEGError(.libraryMissing(reason: words)).description
    }

    deinit { _ = unsafe functions.tjDestroy(handle) }

    /// A frame without Huffman tables gets the standard ones. Stray bytes that change no pixel are no damage.
    package func decode(_ data: Span<UInt8>, expected: FrameSize?) throws(MotionJPEGError) -> MotionJPEGFrame {
        try decode(data, plane: nil, expected: expected)
    }

    /// - Parameter plane: 0 red, 1 green, 2 blue, in place of the luma; not for pictures of four colours.
    package func decode(
        _ data: Span<UInt8>, plane: Int?, expected: FrameSize? = nil
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        self.plane = plane
        return try decode(data, expected) { (header, data, scan) throws(MotionJPEGError) in
            try decompress(header, data, scan: scan)
        }
    }

    /// Decodes into memory of the caller, rows without padding.
    package func decode(
        _ data: Span<UInt8>, expected: FrameSize?, into target: UnsafeMutableRawBufferPointer
    ) throws(MotionJPEGError) -> (size: FrameSize, damage: String?) {
        try decode(data, expected) { (header, data, scan) throws(MotionJPEGError) in
            let area = header.size.area
            guard area <= target.count else {
                throw MotionJPEGError(.tooLarge(header.size, maximumPixels: target.count))
            }
            if header.components == 4 {
                let frame = try decompress(header, data, scan: scan)
                unsafe frame.luma.withUnsafePixels {
                    unsafe target.copyMemory(from: UnsafeRawBufferPointer($0))
                }
                return (header.size, frame.damage)
            }
            let damage = try unsafe decompress(
                data, scan: header.isProgressive ? nil : scan, header.size, bytesPerPixel: 1, TJPF_GRAY,
                to: target.baseAddress!.assumingMemoryBound(to: UInt8.self))
            return (header.size, damage)
        }
    }

    /// Checks the header and adds missing tables before `work`.
    private func decode<R>(
        _ data: Span<UInt8>, _ expected: FrameSize?,
        work: (JPEGHeader, Span<UInt8>, _ scan: Int?) throws(MotionJPEGError) -> R
    ) throws(MotionJPEGError) -> R {
        guard let header = JPEGHeader(data), header.size.width > 0, header.size.height > 0 else {
            throw MotionJPEGError(.notJPEG)
        }
        if let expected, header.size != expected {
            throw MotionJPEGError(.sizeMismatch(expected: expected, got: header.size))
        }
        // Sides are at most 65535, so the area does not overflow.
        guard header.size.area <= maximumPixels else {
            throw MotionJPEGError(.tooLarge(header.size, maximumPixels: maximumPixels))
        }
        // libjpeg-turbo 2.1 falls back to these tables too, but if the handle has already seen tables, it uses those. A
        // frame must not depend on the previous one.
        if !header.hasHuffmanTables, !header.isProgressive, let scan = header.scanOffset {
            complete(data, withTablesAt: scan)
            let bytes = completed
            return try work(header, bytes.span, scan + standardHuffmanTables.count)
        }
        return try work(header, data, header.scanOffset)
    }

    private func complete(_ data: Span<UInt8>, withTablesAt scan: Int) {
        completed.removeAll(keepingCapacity: true)
        completed.reserveCapacity(data.count + standardHuffmanTables.count)
        unsafe data.withUnsafeBufferPointer { bytes in
            unsafe completed.append(contentsOf: bytes[..<scan])
            completed.append(contentsOf: standardHuffmanTables)
            unsafe completed.append(contentsOf: bytes[scan...])
        }
    }

    private func decompress(
        _ header: JPEGHeader, _ data: Span<UInt8>, scan: Int?
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        // With several scans, the end of the first one says nothing.
        let scan = header.isProgressive ? nil : scan
        // libjpeg converts RGB and YCbCr to grey, but four-colour pictures only to CMYK.
        if header.components == 4 {
            let (inks, damage) = try pixels(data, scan: scan, size: header.size, bytesPerPixel: 4, format: TJPF_CMYK)
            let luma = inks.lumaOfInks(size: header.size, inverted: header.hasAdobeMarker)
            return MotionJPEGFrame(luma: luma, damage: damage)
        }
        if let plane {
            let (colours, damage) = try pixels(
                data, scan: scan, size: header.size, bytesPerPixel: 3, format: TJPF_RGB)
            let image = LumaImage(size: header.size) { target in
                colours.withSpan { source in
                    for index in 0..<header.size.area { target[index] = source[3 * index + plane] }
                }
            }
            return MotionJPEGFrame(luma: image, damage: damage)
        }
        let (storage, damage) = try pixels(data, scan: scan, size: header.size, bytesPerPixel: 1, format: TJPF_GRAY)
        guard let luma = LumaImage(storage: storage, size: header.size, rowStride: header.size.width) else {
            preconditionFailure("the storage was made for this size")
        }
        return MotionJPEGFrame(luma: luma, damage: damage)
    }

    /// The size is from our own header parser. If libjpeg's size were larger, libturbojpeg would scale the picture down
    /// or fail: it never writes more than the given size. Its own header call is not used, because in 2.1 a failure there
    /// also affects the next frame.
    private func pixels(
        _ data: Span<UInt8>, scan: Int?, size: FrameSize, bytesPerPixel: Int, format: TJPF
    ) throws(MotionJPEGError) -> (PixelStorage, damage: String?) {
        var damage: String?
        let storage = try PixelStorage(count: size.area * bytesPerPixel) {
            (target: inout MutableSpan<UInt8>) throws(MotionJPEGError) in
            damage = try unsafe target.withUnsafeMutableBufferPointer { (output) throws(MotionJPEGError) in
                try unsafe decompress(
                    data, scan: scan, size, bytesPerPixel: bytesPerPixel, format, to: output.baseAddress!)
            }
        }
        return (storage, damage)
    }

    /// - Returns: the warning if the frame is damaged.
    private func decompress(
        _ data: Span<UInt8>, scan: Int?, _ size: FrameSize, bytesPerPixel: Int, _ format: TJPF,
        to target: UnsafeMutablePointer<UInt8>
    ) throws(MotionJPEGError) -> String? {
        let status = unsafe data.withUnsafeBufferPointer { input in
            unsafe functions.tjDecompress2(
                handle, input.baseAddress!, UInt(input.count), target, Int32(size.width),
                Int32(size.width * bytesPerPixel), Int32(size.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
        }
        guard status != 0 else { return nil }
        guard errorIsWarning else { throw MotionJPEGError(.undecodable(reason: errorText)) }
        let warning = errorText
        if let scan, StrayBytes.areAll(warning, in: data, scan: scan) { return nil }
        return warning
    }

    private var errorIsWarning: Bool { unsafe functions.tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

    private var errorText: String {
        unsafe functions.tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unknown error"
    }
}
