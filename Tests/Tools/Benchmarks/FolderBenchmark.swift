// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation

/// Times a folder of pictures from start to end: on all cores, on one, and with other programs, each in one process.
struct FolderBenchmark {
    /// The labelled collection.
    var folder: String
    /// The command that is shipped.
    var candela: String

    private static let effort = "normal"

    func run() throws {
        let pictures = try CorpusPicture.load(manifest: folder + "/manifest.tsv")
        let paths = pictures.map { folder + "/" + $0.path }
        let codes = pictures.reduce(0) { $0 + $1.countable }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        print("A folder of \(pictures.count) pictures with \(codes) codes, wall time of whole processes")
        let words = [candela, "scan", "--effort", Self.effort, "--json"] + paths
        guard let many = MeasuredProcess(words), let one = MeasuredProcess(["taskset", "--cpu-list", "0"] + words)
        else {
            print("  not measured: \(candela) or taskset cannot be started")
            return
        }
        let ours = try judge(many.output, pictures)
        row("candela, \(cores) cores", many, "\(ours.right) codes read, m\(ours.misreads)")
        row("candela, one core", one, "\(try judge(one.output, pictures).right) codes read")
        let speedUp = one.wallMilliseconds / many.wallMilliseconds
        print(
            String(
                format: "  %d cores are %.2f times as fast as one, %.2f of their number; limit 0.9", cores, speedUp,
                speedUp / Double(cores)))

        // Only the count: zbarimg does not report which picture a code is from.
        if let zbar = MeasuredProcess([PeerProgram.zbarimg.name] + PeerProgram.zbarimg.arguments + paths) {
            row(
                "zbarimg", zbar, "\(PeerProgram.zbarimg.parse(zbar.output).count) codes given, right or not",
                beside: many)
        } else {
            print("  zbarimg: not measured, it cannot be started")
        }
        if let python = try PythonPeer.measure(on: paths) {
            var (right, misreads) = (0, 0)
            for (picture, run) in zip(pictures, python.runs) {
                let judgement = CodeComparison.judge(picture, run.codes)
                right += judgement.found.count
                misreads += judgement.misreads.count
            }
            row(PythonPeer.name, python.process, "\(right) codes read, m\(misreads)", beside: many)
        } else {
            print("  \(PythonPeer.name): NOT MEASURED, it is not installed (.ci/ensure-peers)")
        }
        print("")
    }

    private func row(_ name: String, _ process: MeasuredProcess, _ read: String, beside ours: MeasuredProcess? = nil) {
        var text = "  " + name.padding(toLength: 20, withPad: " ", startingAt: 0)
        text += String(
            format: "%6.1f s by the clock, %6.1f s of processor; %@", process.wallMilliseconds / 1e3,
            process.milliseconds / 1e3, read)
        if process.signal != 0 { text += "; ended by signal \(process.signal)" }
        if let ours {
            text += String(
                format: "; candela takes %.2f of its time (limit 1)", ours.wallMilliseconds / process.wallMilliseconds)
        }
        print(text)
        fflush(nil)
    }

    // MARK: What was read

    private struct Line: Decodable {
        var event: String
        var source: String
        var symbology: String?
        var text: String?
        var bytes_base64: String?
    }

    /// The labelled codes that the JSON Lines of `scan` contain, and codes that are on no label.
    private func judge(_ output: [UInt8], _ pictures: [CorpusPicture]) throws -> (right: Int, misreads: Int) {
        var codes: [String: [GivenCode]] = [:]
        for line in output.split(separator: 0x0a) {
            let event = try JSONDecoder().decode(Line.self, from: Data(line))
            guard event.event == "scan", let symbology = event.symbology.flatMap(Symbology.init(rawValue:)) else {
                continue
            }
            let bytes = event.bytes_base64.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) }
            codes[event.source, default: []].append(
                GivenCode(
                    symbology: symbology.corpusName, bytes: bytes ?? Array((event.text ?? "").utf8), text: event.text))
        }
        var (right, misreads) = (0, 0)
        for picture in pictures {
            let judgement = CodeComparison.judge(picture, codes[folder + "/" + picture.path] ?? [])
            right += judgement.found.count
            misreads += judgement.misreads.count
        }
        return (right, misreads)
    }
}
