// SPDX-License-Identifier: Apache-2.0

package import UserSession

/// A program that hangs in the kernel's video code, by the kernel's own words, and still does.
package struct HungTaskRecord: Codable, Hashable, Sendable {
    /// The kernel's name of the task.
    package var name: String
    package var processID: Int
    /// What the kernel said of it.
    package var lines: [String]

    package init(name: String, processID: Int, lines: [String]) {
        self.name = name
        self.processID = processID
        self.lines = lines
    }

    private static let video = [
        "[videodev]", "[v4l2_mem2mem]", "v4l2_", "vb2_", "[uvcvideo]", "uvc_", "unicam", "bcm2835_codec", "bcm2835_isp", "[mc]",
        "vc_sm_cma", "rp1_cfe", "pisp", "isys", "[videobuf2_common]",
    ]

    /// The last one that the log tells of, if it hangs in video code and is in that state now. Source: `check_hung_task` in the
    /// kernel's kernel/hung_task.c.
    ///
    /// - Parameter log: all of the kernel's lines: what other programs hang in is nobody's business.
    package static func find(_ log: String, _ files: SystemFiles) -> HungTaskRecord? {
        guard hung.isIn(log) else { return nil }
        let all = log.split(separator: "\n")
        for index in all.indices.reversed() {
            // `INFO: task python3:911 blocked for more than 120 seconds.`
            guard let words = all[index].firstRange(of: "INFO: task ").map({ all[index][$0.upperBound...] }),
                let end = words.firstRange(of: " blocked for more than"),
                let colon = words[..<end.lowerBound].lastIndex(of: ":"),
                let task = Int(words[words.index(after: colon)..<end.lowerBound]), task > 0
            else { continue }
            let name = String(words[..<colon])
            let trace = all[(index + 1)...].prefix(50).prefix { !$0.contains("INFO: task ") }
            guard let place = trace.first(where: { line in line.contains("+0x") && video.contains { line.contains($0) } }),
                // The number is that of a thread; a later program may have it.
                let status = files.text("/proc/\(task)/status").map(Self.values), status["Name"] == name,
                status["State"]?.hasPrefix("D") == true, let process = status["Tgid"].flatMap({ Int($0) })
            else { continue }
            // What the driver said just before.
            let before = all[..<index].suffix(8).last { line in video.contains { line.contains($0) } }
            return HungTaskRecord(
                name: name, processID: process, lines: [before, all[index], place].compactMap { $0.map { String($0.prefix(300)) } })
        }
        return nil
    }

    private static let hung = Phrases(["blocked for more than"])

    private static func values(_ status: String) -> [String: String] {
        var values: [String: String] = [:]
        for line in status.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]).trimmed }
        }
        return values
    }
}
