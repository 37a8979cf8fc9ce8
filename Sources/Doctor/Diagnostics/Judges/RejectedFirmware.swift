// SPDX-License-Identifier: Apache-2.0

/// Firmware that a driver found on disk and did not accept, by the kernel's log: the file is damaged, or of another device or age.
struct RejectedFirmware {
    let driver: String
    /// Below `/lib/firmware`; `nil` if the log does not name it.
    let file: String?
    let line: String

    /// Drivers say so in words of their own: `saa7164_downloadimage() image corrupt`, `Firmware magic mismatch, wrong file?`,
    /// `firmware ... is corrupted!`.
    init?(of driver: String, in log: KernelLogFacts) {
        let names = [driver, driver.replacing("_", with: "-")]
        let own = log.lines.filter { line in names.contains(where: line.contains) }
        guard
            let line = own.last(where: { line in
                let small = line.lowercased()
                return ["firmware", "image", " fw"].contains(where: small.contains)
                    && ["corrupt", "mismatch", "invalid", "wrong file", "checksum", "bad size", "bad image"].contains(where: small.contains)
            })
        else { return nil }
        self.driver = driver
        self.line = line
        file = own.reversed().lazy.compactMap { MissingFirmware.file(in: $0) }.first
    }

    func finding(_ title: String, _ place: Place, _ evidence: [EvidenceLine]) -> Finding {
        let name = file ?? "the file"
        return Finding(
            .deviceNoFirmware, .fail,
            "the driver \(driver) of \(title) has read its firmware\(file.map { ", \($0)," } ?? "") and does not accept it: the file is damaged, or made for another model",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "the camera does not start: it has no program of its own, and waits for this one",
            fixes: [
                Fix(
                    "Get \(name) again, the one for this very model and revision: from the maker's driver, or from where the driver's documentation says"
                        + (file.map { "; put it at /lib/firmware/\($0)" } ?? "")),
                Fix("Then switch the machine off and on: a restart leaves such a device half loaded"),
                place.newerKernel("If the right file is not accepted either: update the kernel, whose driver may know the file"),
            ])
    }
}
