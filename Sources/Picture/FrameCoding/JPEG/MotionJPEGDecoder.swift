// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG
public import Frames

/// Decodes JPEG frames to luma, without decoding the chroma; on request to one plane of the colours. Use one decoder on one thread at a time.
@safe public final class MotionJPEGDecoder {
    /// More than any camera's frame, and an allocation that a hostile header can cause without harm.
    public static let defaultMaximumPixels = 1 << 27

    private let functions: candela_turbojpeg
    private let handle: tjhandle
    private let maximumPixels: Int
    /// A frame with its missing tables inserted. Kept to reuse its memory.
    private var completed: [UInt8] = []
    /// The plane to decode in place of the luma.
    private var plane: Int?

    /// - Throws: `.libraryMissing` when libturbojpeg cannot be loaded.
    public init(maximumPixels: Int = defaultMaximumPixels) throws(MotionJPEGError) {
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
    public static var missingLibrary: String? {
        var reason: UnsafePointer<CChar>?
        guard unsafe candela_turbojpeg_load(&reason) == nil else { return nil }
        let words = unsafe reason.map { unsafe String(cString: $0) } ?? "unknown"
        return MotionJPEGError(.libraryMissing(reason: words)).description
    }

    deinit { _ = unsafe functions.tjDestroy(handle) }

    /// Decodes the JPEG at the start of `data`. Bytes after its end are ignored: drivers return whole buffers.
    ///
    /// A frame without Huffman tables gets the standard ones. A damaged or truncated frame gives what libturbojpeg could
    /// decode, and is marked as damaged (`MotionJPEGFrame.damage`). Stray bytes that change no pixel are no damage.
    ///
    /// - Parameters:
    ///   - expected: the negotiated size. A frame of another size is an error: a caller that expects 1280×720 and
    ///     gets 640×480 would use wrong regions and calibration.
    ///   - plane: 0 red, 1 green, 2 blue, in place of the luma; not for pictures of four colours.
    public func decode(
        _ data: Span<UInt8>, expected: FrameSize? = nil, plane: Int? = nil
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        self.plane = plane
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
            return try decode(header, withTablesAt: scan, data)
        }
        return try decompress(header, data, scan: header.scanOffset)
    }

    /// Decodes the JPEG at `offset` in a driver's buffer.
    public func decode(
        _ storage: PixelStorage, offset: Int = 0, byteCount: Int, expected: FrameSize? = nil
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        try storage.withSpan { (bytes: Span<UInt8>) throws(MotionJPEGError) -> MotionJPEGFrame in
            guard offset >= 0, byteCount > 0, offset < bytes.count else { throw MotionJPEGError(.notJPEG) }
            return try decode(
                bytes.extracting(offset..<offset + min(byteCount, bytes.count - offset)), expected: expected)
        }
    }

    private func decode(
        _ header: JPEGHeader, withTablesAt scan: Int, _ data: Span<UInt8>
    ) throws(MotionJPEGError) -> MotionJPEGFrame {
        completed.removeAll(keepingCapacity: true)
        completed.reserveCapacity(data.count + standardHuffmanTables.count)
        unsafe data.withUnsafeBufferPointer { bytes in
            unsafe completed.append(contentsOf: bytes[..<scan])
            completed.append(contentsOf: standardHuffmanTables)
            unsafe completed.append(contentsOf: bytes[scan...])
        }
        let bytes = completed
        return try decompress(header, bytes.span, scan: scan + standardHuffmanTables.count)
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
            let status = unsafe target.withUnsafeMutableBufferPointer { output in
                unsafe data.withUnsafeBufferPointer { input in
                    unsafe functions.tjDecompress2(
                        handle, input.baseAddress!, UInt(input.count), output.baseAddress!, Int32(size.width),
                        Int32(size.width * bytesPerPixel), Int32(size.height), Int32(format.rawValue), TJFLAG_LIMITSCANS
                    )
                }
            }
            guard status != 0 else { return }
            guard errorIsWarning else { throw MotionJPEGError(.undecodable(reason: errorText)) }
            let warning = errorText
            if let scan, StrayBytes.areAll(warning, in: data, scan: scan) { return }
            damage = warning
        }
        return (storage, damage)
    }

    private var errorIsWarning: Bool { unsafe functions.tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) }

    private var errorText: String {
        unsafe functions.tjGetErrorStr2(handle).map { unsafe String(cString: $0) } ?? "unknown error"
    }
}
