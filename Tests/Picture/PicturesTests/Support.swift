// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import Glibc
import Pictures
import Testing

let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

func fixture(_ name: String) -> String { fixtures.appending(path: name).path }

func bytes(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: fixtures.appending(path: name))) }

func storage(_ bytes: [UInt8]) -> PixelStorage {
    PixelStorage(count: bytes.count) { span in for index in bytes.indices { span[index] = bytes[index] } }
}

func picture(_ bytes: [UInt8], limit: Int = PictureLoader.defaultMaximumPixels) throws(PictureError) -> Picture {
    try PictureLoader(maximumPixels: limit).picture(in: storage(bytes), name: "x")
}

/// A temporary folder, deleted afterwards.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }
}

let fixtureSize = FrameSize(width: 32, height: 16)

/// Whether the call succeeded; the test macros take no unsafe expressions.
func makePipe(_ path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }
func makeLink(_ path: String, to target: String) -> Bool { unsafe symlink(target, path) == 0 }
func removeAccess(_ path: String) -> Bool { unsafe chmod(path, 0) == 0 }

/// The formula of `make.py`.
func grey(_ x: Int, _ y: Int) -> Int { 5 * x + 6 * y }

func colour(_ x: Int, _ y: Int) -> Int { (77 * grey(x, y) + 150 * (255 - grey(x, y)) + 29 * x * 8 + 128) >> 8 }

func largestError(_ image: LumaImage, _ formula: (Int, Int) -> Int) -> Int {
    var largest = 0
    for y in 0..<image.height {
        for x in 0..<image.width { largest = max(largest, abs(Int(image[x, y]) - formula(x, y))) }
    }
    return largest
}
