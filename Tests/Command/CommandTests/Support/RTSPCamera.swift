// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import TestServers

/// A camera that sends video over RTSP: GStreamer's server, Tests/Tools/rtsp-camera.py.
final class RTSPCamera {
    /// What the picture shows.
    static let text = "VIDEO 1"

    let port: Int
    private let program: TestProgram

    init(_ options: [String] = [], port: Int = 0, in folder: TemporaryFolder) throws {
        let picture = folder.path + "/code.png"
        if !FileManager.default.fileExists(atPath: picture) {
            let drawing = try CommandRunner.run("encode", Self.text, "-o", picture)
            guard drawing.status == 0 else { throw CommandRunner.Failure(description: "\(drawing)") }
        }
        let tool = CommandRunner.repository.appending(path: "Tests/Tools/rtsp-camera.py").path
        program = try TestProgram(
            ["/usr/bin/python3", tool, picture, "--port", "\(port)"] + options, capturing: true)
        // Python and GStreamer take a second to start.
        var line = Data()
        while let bytes = try program.output?.read(upToCount: 1), !bytes.isEmpty, bytes != Data([10]) { line += bytes }
        guard let number = String(decoding: line, as: UTF8.self).split(separator: " ").last.flatMap({ Int($0) }) else {
            throw CommandRunner.Failure(description: "rtsp-camera.py did not start; run .ci/ensure-packages test")
        }
        self.port = number
    }

    func address(user: String = "", path: String = "/video", scheme: String = "rtsp", host: String = "127.0.0.1")
        -> String
    {
        "\(scheme)://\(user)\(host):\(port)\(path)"
    }

    func signal(_ number: CInt) { program.signal(number) }
    func end() { program.end(SIGKILL) }
}
