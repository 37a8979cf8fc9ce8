// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import Glibc
import Pictures
import Testing

@Suite("Damaged pictures and other files")
struct DamagedPictureTests {
    func failure(_ path: String) -> PictureError? {
        do {
            _ = try PictureLoader().picture(at: path)
            return nil
        } catch { return error }
    }

    @Test("a PNG cut short gives its upper rows and says how many")
    func truncatedPNG() throws {
        let whole = try bytes("noise.png")
        let expected = try picture(whole).luma
        let cut = try picture(Array(whole[..<(whole.count / 2)]))
        #expect(cut.wasTruncated)
        #expect(cut.luma.size == FrameSize(width: 64, height: 64))
        let rows = try #require(cut.damage?.decodedRows)
        // Half of the file is half of the rows, apart from libpng's read-ahead and the window of inflate.
        #expect((16...32).contains(rows))
        #expect(largestError(cut.luma) { x, y in y < rows ? Int(expected[x, y]) : 255 } == 0)
        // Without IEND, the picture is still complete.
        #expect(try picture(Array(whole[..<(whole.count - 12)])).damage == nil)
    }

    @Test("a PNG with a wrong checksum is decoded and reported as damaged")
    func checksum() throws {
        var data = try bytes("grey.png")
        data[data.count - 13] ^= 1
        let picture = try picture(data)
        #expect(picture.damage?.isTruncation == false)
        #expect(picture.damage?.reason.contains("CRC") == true)
        #expect(largestError(picture.luma, grey) == 0)
    }

    @Test("a JPEG cut short is decoded as far as it goes", arguments: ["colour.jpg", "progressive.jpg"])
    func truncatedJPEG(name: String) throws {
        let data = try bytes(name)
        let picture = try picture(Array(data[..<(data.count - 20)]))
        #expect(picture.wasTruncated)
        #expect(picture.luma.size == fixtureSize)
    }

    @Test("truncated files in imlib2's formats are detected", arguments: ["grey.tif", "grey.gif", "grey.bmp"])
    func truncatedOthers(name: String) throws {
        let data = try bytes(name)
        // In this TIFF, as in a bitmap, the pixels come last.
        do throws(PictureError) {
            let picture = try picture(Array(data[..<(data.count - 100)]))
            #expect(picture.wasTruncated)
        } catch {
            #expect(error.kind == .damaged)
            #expect(error.description.contains("cut short"))
        }
    }

    @Test("a truncated WebP is reported as such")
    func truncatedWebP() throws {
        let data = try bytes("lossy.webp")
        do throws(PictureError) {
            #expect(try picture(Array(data[..<(data.count - 20)])).wasTruncated)
        } catch {
            #expect(error.kind == .damaged)
            #expect(error.description.contains("cut short"))
        }
    }

    @Test(
        "no prefix and no corruption of a file causes more than an error",
        arguments: [
            "grey.png", "interlaced.png", "palette.png", "colour.jpg", "orientation-6.jpg", "cmyk.jpg", "lossy.webp",
            "colour-lzw.tif", "grey.gif", "grey.bmp",
        ])
    func corruption(name: String) throws {
        let data = try bytes(name)
        for length in stride(from: 1, to: data.count, by: max(1, data.count / 150)) {
            _ = try? picture(Array(data[..<length]), limit: 1 << 20)
        }
        var random = UInt64(7)
        func next() -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33)
        }
        var decoded = 0
        for _ in 0..<200 {
            var broken = data
            for _ in 0...next() % 3 { broken[next() % broken.count] = UInt8(next() & 255) }
            if let picture = try? picture(broken, limit: 1 << 20) {
                decoded += 1
                #expect(picture.luma.size.area <= 1 << 20)
            }
        }
        #expect(decoded > 0)
        #expect(try picture(data).damage == nil)
    }

    @Test("each file that is not a picture gives its own error")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let missing = folder.path + "/missing.png"
        #expect(failure(missing)?.kind == .notFound)
        #expect(failure(missing)?.description == "cannot open \(missing): there is no such file; check the name")
        #expect(failure(folder.path)?.kind == .isFolder)
        let empty = try folder.write([], "empty.png")
        #expect(failure(empty)?.kind == .empty)
        let text = try folder.write(Array("not a picture at all, only words".utf8), "notes.png")
        #expect(failure(text)?.kind == .notPicture)
        let script = try folder.write(Array("%!PS-Adobe-3.0 EPSF-3.0\n".utf8), "drawing.png")
        #expect(failure(script)?.kind == .notPicture)
        let stub = try folder.write([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "stub.png")
        #expect(failure(stub)?.kind == .damaged)
        #expect(failure("/dev/null")?.kind == .notRegularFile)
        #expect(failure(text + "/below")?.kind == .notFound)
    }

    @Test("a pipe is rejected without waiting for its writer")
    func pipes() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe.png"
        try #require(makePipe(pipe))
        #expect(failure(pipe)?.kind == .notRegularFile)
    }

    @Test("a file without read access names the cause", .disabled(if: geteuid() == 0, "root may read everything"))
    func access() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(try bytes("grey.png"), "secret.png")
        try #require(removeAccess(path))
        #expect(failure(path)?.kind == .noAccess)
        #expect(failure(path)?.description.contains("permission denied") == true)
    }
}
