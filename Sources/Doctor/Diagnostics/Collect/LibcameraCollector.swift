// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import Glibc
internal import LibcameraCameras
internal import Programs

/// Asks libcamera which cameras it can use: through our plugin, else by libcamera's own tool.
package enum LibcameraCollector {
    /// - Parameter nodes: device numbers of the machine's video nodes.
    static func collect(nodes: [UInt64]) -> Observation<LibcameraRecord> {
        var record: LibcameraRecord
        do throws(LibcameraError) {
            let cameras = try LibcameraCamera.all(candidates: nodes)
            record = LibcameraRecord(
                cameras: cameras.map { $0.model.isEmpty ? $0.id : "'\($0.model)' (\($0.id))" },
                complaints: complaints(Libcamera.log.map { $0[...] }))
            record.addresses = cameras.map(\.address)
            record.version = Libcamera.version
        } catch {
            guard var told = ask() else { return .unknown(error.description) }
            told.missing = error.description
            record = told
        }
        record.heaps = heaps()
        return .seen(record)
    }

    /// What lists libcamera's cameras: its own tool, and the Raspberry Pi's, under its two names.
    package static let tools = [
        ["cam", "--list"], ["rpicam-hello", "--list-cameras"], ["libcamera-hello", "--list-cameras"],
    ]

    private static func ask() -> LibcameraRecord? {
        for words in tools {
            guard let run = SystemProgram.runAlone(words[0], Array(words.dropFirst()), limit: .seconds(10)),
                run.outcome.failure == nil || run.output.contains(legacy)
            else { continue }
            return record(run.output)
        }
        return nil
    }

    /// What the Raspberry Pi's tools end with where the firmware has the camera.
    private static let legacy = "configured for the legacy camera stack"

    /// Reads what `cam --list` prints: its log, then below "Available cameras:" lines such as `1: 'imx708' (/base/…)`, or
    /// `0 : ov5647 [2592x1944] (/base/…)` of the Raspberry Pi's tools.
    package static func record(_ text: String) -> LibcameraRecord {
        let lines = text.split(separator: "\n")
        let cameras = lines.compactMap { line -> String? in
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].first?.isNumber == true, line[..<colon].allSatisfy({ $0.isNumber || $0 == " " })
            else { return nil }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return LibcameraRecord(cameras: cameras, complaints: complaints(lines))
    }

    /// The lines of its log that say why a camera is missing, or not as good as it could be.
    private static func complaints(_ lines: [Substring]) -> [String] {
        let telling = lines.filter { line in
            // What it only mentions is no complaint: a media device without a sensor is usual on laptops.
            !(line.contains(" INFO ") && line.contains("No sensor"))
                && [
                    "No static properties", "not found", "needs to be fixed", "No sensor", "dma-buf", "dmaHeap",
                    "dma_heap", "Failed to register", "No IPA found", "IPA module", "Failed to load",
                    legacy,
                ].contains { line.contains($0) }
        }
        return telling.prefix(6).map { Libcamera.withoutTime($0) }
    }

    /// The devices of which pipelines without a video buffer of their own take one. Source: libcamera's
    /// `dma_buf_allocator.cpp`.
    private static func heaps() -> [LibcameraRecord.Heap] {
        ["/dev/dma_heap/linux,cma", "/dev/dma_heap/reserved", "/dev/dma_heap/system", "/dev/udmabuf"]
            .filter { (path: String) in unsafe access(path, F_OK) == 0 }
            .map { (path: String) in unsafe .init(path: path, mayOpen: access(path, R_OK | W_OK) == 0) }
    }
}
