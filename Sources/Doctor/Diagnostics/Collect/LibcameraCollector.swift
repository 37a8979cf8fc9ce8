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

    private static func ask() -> LibcameraRecord? {
        guard let run = SystemProgram.runAlone("cam", ["--list"], limit: .seconds(10)), run.outcome.failure == nil else {
            return nil
        }
        return record(run.output)
    }

    /// Reads what `cam --list` prints: its log, then below "Available cameras:" lines such as `1: 'imx708' (/base/…)`.
    package static func record(_ text: String) -> LibcameraRecord {
        let lines = text.split(separator: "\n")
        let cameras = lines.compactMap { line -> String? in
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy(\.isNumber)
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
                ].contains { line.contains($0) }
        }
        return telling.prefix(6).map(Self.withoutTime)
    }

    /// `[0:05:12.30] [9311]  WARN Category file.cpp:1 text` without what differs from run to run.
    private static func withoutTime(_ line: Substring) -> String {
        String(line.split(separator: "]").last ?? line).split(separator: " ").joined(separator: " ")
    }

    /// The devices of which pipelines without a video buffer of their own take one. Source: libcamera's
    /// `dma_buf_allocator.cpp`.
    private static func heaps() -> [LibcameraRecord.Heap] {
        ["/dev/dma_heap/linux,cma", "/dev/dma_heap/reserved", "/dev/dma_heap/system", "/dev/udmabuf"]
            .filter { (path: String) in unsafe access(path, F_OK) == 0 }
            .map { (path: String) in unsafe .init(path: path, mayOpen: access(path, R_OK | W_OK) == 0) }
    }
}
