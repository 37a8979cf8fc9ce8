// SPDX-License-Identifier: Apache-2.0

import Frames

/// Pictures on which zxing-cpp 1.4 ends the process.
enum AssertingPicture {
    /// A noisy, rotated Micro QR: `Assertion 'l1.isValid() && l2.isValid()' failed` in zxing-cpp 1.4.0. Found by trying
    /// 60,000 such pictures.
    static let microQR = LumaImage(
        size: FrameSize(width: 24, height: 24),
        pixels: [
            "ffffffeefffffffdfffeffecffffffffffffffffffffffff",
            "fff9fffffffff0fffefff8fcfcf5fdf4f2fffffff3f6ffff",
            "ffeffffffffffffcfffffffff8f2fafffffff3fceff9fff8",
            "fffefbedf7f9fffffffffffffff3ffdbcc9bdefbffffffff",
            "fffff7f6fffffffef7e1dabf48280900422879fffdffffff",
            "eeeefed1b0b08d9f88bdac8a34b3ecf5deac4ef7ffecefed",
            "f1eeed9d17629049eeffffa73bc42c0530b825ffffecfdee",
            "ffeff9bb0027fcf3f4e8ffd425d600120eec01fff0efeef2",
            "f5ffffdf0000450f0035adfb11fe1b0027f310effffcffff",
            "fff2eced930900000bd866d817cbf8efd0be29d9ffffffff",
            "f8f0ffffa29abb49ace3def73c251800133f7ed2fefbffff",
            "edffffff592e438567125bc3b4bcdfffcba9aab6fffef5fb",
            "eefffff5bc8fc87f6c931962ffffff9b0f012fa8fff7ffef",
            "fafffffffffff9efbf5e7451c671ce3ec93e8489fffffbf9",
            "fcf5ffffeb815e3840db460f789d260ee8fffd9cecf1f5fc",
            "fff6f9f1e382c3e8fff7ba5685ff000405bcf189ffffffff",
            "fffffff6f58046ffffe14fa2e0ffda1ed66dd4a1deedfff9",
            "fff8fff7ff2d8941c546bd7d8a654700aee0edbfb6fffafb",
            "ffffeef8fe54491f975fa7f76c0a0000987fb0c1e3fffff1",
            "faf4ffededb6a9d97f03a2ffc595bdd7fff6fff7f9f9ffff",
            "fff9f3f0eeffeffbfff8ffedfffffffff4fffffff7ffffec",
            "fffaf0fffff2fffffffffefff2ffeffffff5f2ffffffffff",
            "fff7fffff1f8f0fafffff4fffffff8fffffffffff3ffffff",
            "fffffff6f5fffafffffffff7fff1edefffeeedffeffdffff",
        ].flatMap { row in
            stride(from: 0, to: 48, by: 2).map { UInt8(row.dropFirst($0).prefix(2), radix: 16)! }
        })
}
