// SPDX-License-Identifier: Apache-2.0

// Source: linux/videodev2.h and the kernel's "Image Formats" chapter (Documentation/userspace-api/media/v4l).

extension PixelFormat {
    static let table: [FourCC: PixelFormat] = {
        var table: [FourCC: PixelFormat] = [:]

        func add(_ codes: String..., bigEndian: Bool = false, as format: PixelFormat) {
            for code in codes {
                guard var fourCC = FourCC(code) else { preconditionFailure("\(code) is a four-character code") }
                if bigEndian { fourCC.rawValue |= 0x8000_0000 }
                precondition(table.updateValue(format, forKey: fourCC) == nil, "\(code) stands in the table once")
            }
        }
        func read(_ codes: String..., luma: PixelLayout.Luma, chroma: PixelLayout.Chroma = .none) {
            for code in codes { add(code, as: .readable(PixelLayout(luma: luma, chroma: chroma))) }
        }
        func refuse(_ codes: String..., because reason: String) {
            for code in codes { add(code, as: .unreadable(reason: reason)) }
        }

        // Grey. Y10, Y12 and Y14 are aligned to the low bits.
        read("GREY", luma: .plane)
        read("Y10", luma: .words(significantBits: 10, bigEndian: false))
        read("Y12", luma: .words(significantBits: 12, bigEndian: false))
        read("Y14", luma: .words(significantBits: 14, bigEndian: false))
        read("Y16", luma: .words(significantBits: 16, bigEndian: false))
        add(
            "Y16", bigEndian: true,
            as: .readable(PixelLayout(luma: .words(significantBits: 16, bigEndian: true))))
        read("Y10P", luma: .packed10)

        // Alternating luma and chroma.
        read("YUYV", "YVYU", luma: .everyOtherByte(offset: 0))
        read("UYVY", "VYUY", luma: .everyOtherByte(offset: 1))

        // Luma in its own plane, followed by chroma. P010 is aligned to the high bits.
        read("NV12", "NV21", luma: .plane, chroma: .interleaved(across: 2, down: 2))
        read("NV16", "NV61", luma: .plane, chroma: .interleaved(across: 2, down: 1))
        read("NV24", "NV42", luma: .plane, chroma: .interleaved(across: 1, down: 1))
        read("YU12", "YV12", luma: .plane, chroma: .planar(across: 2, down: 2))
        read("422P", luma: .plane, chroma: .planar(across: 2, down: 1))
        read("411P", luma: .plane, chroma: .planar(across: 4, down: 1))
        read("YUV9", "YVU9", luma: .plane, chroma: .planar(across: 4, down: 4))
        read(
            "P010", luma: .words(significantBits: 16, bigEndian: false), chroma: .interleaved(across: 2, down: 2))
        // Multi-planar: the caller passes plane 0.
        read("NM12", "NM21", "NM16", "NM61", luma: .plane)
        read("YM12", "YM21", "YM16", "YM61", "YM24", "YM42", luma: .plane)

        // Colour. The codes name the order in a little-endian word, the offsets that in memory.
        read("RGB3", luma: .rgb(red: 0, green: 1, blue: 2, step: 3))
        read("BGR3", luma: .rgb(red: 2, green: 1, blue: 0, step: 3))
        read("XR24", "AR24", "BGR4", luma: .rgb(red: 2, green: 1, blue: 0, step: 4))
        read("BX24", "BA24", "RGB4", luma: .rgb(red: 1, green: 2, blue: 3, step: 4))
        read("XB24", "AB24", luma: .rgb(red: 0, green: 1, blue: 2, step: 4))
        read("RX24", "RA24", luma: .rgb(red: 3, green: 2, blue: 1, step: 4))
        read("RGBP", luma: .rgb565(bigEndian: false))
        read("RGBR", luma: .rgb565(bigEndian: true))

        add("MJPG", "JPEG", as: .compressed)

        let bayer = "raw sensor data (Bayer), which needs an image signal processor; use libcamera"
        refuse("BA81", "GBRG", "GRBG", "RGGB", because: bayer)
        refuse("BG10", "GB10", "BA10", "RG10", "pBAA", "pGAA", "pgAA", "pRAA", because: bayer)
        refuse("aBA8", "aGA8", "agA8", "aRA8", "bBA8", "bGA8", "BD10", "bRA8", because: bayer)
        refuse("BG12", "GB12", "BA12", "RG12", "pBCC", "pGCC", "pgCC", "pRCC", because: bayer)
        refuse("BG14", "GB14", "GR14", "RG14", "pBEE", "pGEE", "pgEE", "pREE", because: bayer)
        refuse("BYR2", "GB16", "GR16", "RG16", "ip3b", "ip3g", "ip3G", "ip3r", because: bayer)

        let video = "compressed video, whose frames depend on each other; choose MJPG or an uncompressed format"
        refuse("H264", "AVC1", "M264", "S264", "H263", "HEVC", "S265", because: video)
        refuse("MPEG", "MPG1", "MPG2", "MG2S", "MPG4", "XVID", "VC1G", "VC1L", because: video)
        refuse("VP80", "VP8F", "VP90", "VP9F", "FWHT", "SFWH", "dvsd", because: video)

        refuse("Z16", "CNF4", because: "depth, not a picture; use the camera's colour or infrared node")
        refuse("INZI", because: "infrared and depth together; use the camera's colour node")
        refuse(
            "Y8I", "Y12I", because: "the two pictures of a stereo infrared pair, interleaved; use the colour node")
        let tiled = "stored in tiles for a video decoder, not by rows; choose NV12"
        refuse("VT12", "HM12", "ST12", "T010", "TM12", "VM12", "NA12", "MT21", "MM21", "Q08C", "Q10C", because: tiled)
        refuse("UV8", because: "colour without brightness; choose another format")
        refuse("UVCH", "UVCM", "D4XX", because: "metadata, not frames; use the capture node next to it")
        return table
    }()
}
