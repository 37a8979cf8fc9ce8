// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames

/// zxing-cpp from PyPI, newer than the distribution's. A small program next to this file reads all pictures in one process
/// with its defaults. `.ci/ensure-peers` installs it into the build folder.
enum PythonPeer {
    static let name = "zxing-cpp 3"

    private struct Line: Decodable {
        struct Code: Decodable {
            var format: String
            var bytes: String
        }
        var milliseconds: Double
        var codes: [Code]
    }

    /// The codes it reads in each picture, in order; `nil` if it is not installed or fails.
    static func run(on pictures: [String]) throws -> [PeerProgram.Run]? { try measure(on: pictures)?.runs }

    /// The same, with the cost of the whole process.
    static func measure(on pictures: [String]) throws -> (process: MeasuredProcess, runs: [PeerProgram.Run])? {
        let list = FileManager.default.temporaryDirectory.appending(path: "candela-peer-\(getpid()).txt")
        try Data(pictures.map { $0 + "\n" }.joined().utf8).write(to: list)
        defer { try? FileManager.default.removeItem(at: list) }
        return try run("zxing_cpp.py", [list.path], expecting: pictures.count)
    }

    /// The codes it reads in each frame, in order; `nil` if it is not installed or fails.
    static func run(on frames: [LumaImage], _ size: FrameSize) throws -> [PeerProgram.Run]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "candela-peer-\(getpid()).raw")
        var bytes = Data(capacity: frames.count * size.area)
        for frame in frames {
            unsafe frame.copy().withUnsafePixels { pixels in unsafe bytes.append(contentsOf: pixels) }
        }
        try bytes.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try run(
            "zxing_frames.py", [file.path, "\(size.width)", "\(size.height)"], expecting: frames.count)?.runs
    }

    private static func run(
        _ program: String, _ arguments: [String], expecting count: Int
    ) throws -> (process: MeasuredProcess, runs: [PeerProgram.Run])? {
        let interpreter = ".build/peers/bin/python"
        guard FileManager.default.isExecutableFile(atPath: interpreter) else { return nil }
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers/\(program)").path
        guard let process = MeasuredProcess([interpreter, path] + arguments), process.signal == 0 else { return nil }
        let runs = try process.output.split(separator: 0x0a).map { line in
            let answer = try JSONDecoder().decode(Line.self, from: Data(line))
            return PeerProgram.Run(
                codes: answer.codes.map {
                    GivenCode(symbology: names[$0.format] ?? $0.format, bytes: hexBytes($0.bytes) ?? [])
                }, milliseconds: answer.milliseconds)
        }
        return runs.count == count ? (process, runs) : nil
    }

    private static let names = [
        "UPC-A": "UPC-A", "Code 39": "Code-39", "Code 39 Extended": "Code-39", "Code 93": "Code-93",
        "Code 128": "Code-128", "DataBar Omni": "DataBar", "DataBar Stacked": "DataBar", "DataBar Limited": "DataBar",
        "DataBar Expanded": "DataBarExpanded", "DataBar Expanded Stacked": "DataBarExpanded", "QR Code": "QR",
        "Micro QR Code": "MicroQR", "Data Matrix": "DataMatrix",
        // A pharmacy's number is a Code 39 with a rule for its content.
        "Pharmazentralnummer": "Code-39",
    ]
}
