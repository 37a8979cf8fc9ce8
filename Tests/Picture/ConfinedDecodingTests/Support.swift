// SPDX-License-Identifier: Apache-2.0

import ConfinedDecoding
import Foundation
import FrameCoding
import Frames
import Pictures

private let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

/// The command, which is also the decoder.
let program = DecoderProgram(
    path: ProcessInfo.processInfo.environment["CANDELA_BINARY"]
        ?? repository.appending(path: ".build/release/candela").path, arguments: ["decoder-worker"])

/// A decoder that answers with these packets, one for each request after the first, which says that it is ready.
func lying(_ answers: [DecoderAnswer]) -> DecoderProgram { lying(answers.map(\.bytes)) }

func lying(_ packets: [[UInt8]]) -> DecoderProgram {
    func say(_ bytes: [UInt8]) -> String {
        "printf '" + bytes.map { "\\" + String(String(UInt16($0) | 0o1000, radix: 8).suffix(3)) }.joined() + "' >&3"
    }
    let ready = say(DecoderAnswer.ready(unconfined: nil, refusal: nil).bytes)
    let rest = packets.map { "dd bs=65536 count=1 <&3; " + say($0) }
    return DecoderProgram(
        path: "/bin/sh",
        arguments: ["-c", ([ready] + rest + ["dd bs=65536 count=1 <&3"]).joined(separator: "; ")])
}

let fixtures = repository.appending(path: "Tests/Picture/PicturesTests/Fixtures")

func fixture(_ name: String) -> String { fixtures.appending(path: name).path }

func data(_ name: String) throws -> PixelStorage {
    PixelStorage([UInt8](try Data(contentsOf: fixtures.appending(path: name))))
}

/// A number that differs if a pixel does: shorter than the pixels where it is shown.
func digest(_ image: LumaImage) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for y in 0..<image.height {
        for x in 0..<image.width { hash = (hash ^ UInt64(image[x, y])) &* 0x100_0000_01b3 }
    }
    return hash
}

/// A grey PGM of this size, whose pixels are `x ^ y`.
func portableGreyMap(_ size: FrameSize) -> [UInt8] {
    Array("P5\n\(size.width) \(size.height)\n255\n".utf8)
        + (0..<size.height).flatMap { y in (0..<size.width).map { UInt8(truncatingIfNeeded: $0 ^ y) } }
}

/// What one picture gave, for comparison.
func outcome(_ decoder: any PictureDecoder, _ data: PixelStorage) -> String {
    do throws(PictureError) {
        let picture = try decoder.picture(in: data, name: "x")
        // imlib2 leaves what is missing as it found it in memory.
        let isFilled = picture.damage == nil || [.png, .jpeg, .pnm].contains(picture.format)
        let words: [Any?] = [
            picture.format, picture.luma.size, picture.storedSize, picture.orientation, picture.damage,
            picture.transparency, isFilled ? digest(picture.luma) : 0,
        ]
        return words.map { $0.map { "\($0)" } ?? "none" }.joined(separator: " ")
    } catch {
        return "\(error.kind) \(error.description)"
    }
}
