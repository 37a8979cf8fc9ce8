// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Firmware that a driver found on disk and did not accept, by the kernel's log: the file is damaged, or of another device or age.
struct RejectedFirmware {
    let driver: String
    /// Below `/lib/firmware`; `nil` if the log does not name it.
    let file: String?
    let line: String

    /// Source: `saa7164_downloadimage() image corrupt` in saa7164-fw.c; `Firmware size mismatch` and `Firmware magic mismatch, wrong file?`
    /// in cx23885-417.c, cx231xx-417.c and cx88-blackbird.c.
    init?(of driver: String, in log: KernelLogFacts) {
        let own = log.lines.filter { line in
            line.contains(driver + ":") || line.contains(driver + " ") || line.contains(driver + "_") || line.contains(driver + "[")
        }
        let isRejection = { (line: String) in
            let small = line.lowercased()
            return small.contains("image corrupt") || small.contains("firmware") && (small.contains("mismatch") || small.contains("corrupt"))
        }
        guard let place = own.lastIndex(where: isRejection) else { return nil }
        self.driver = driver
        line = own[place]
        // What it was about to load.
        file = own[...place].reversed().lazy.compactMap { MissingFirmware.file(in: $0) }.first
    }

    func finding(_ title: String, _ place: Place, _ evidence: [EvidenceLine]) -> Finding {
        let name = file ?? "the file"
        let isElsewhere = place.hasFirmwareElsewhere
        let target = isElsewhere ? "" : file.map { "; put it at /lib/firmware/\($0)" } ?? ""
        return Finding(
            .deviceNoFirmware, .fail,
            "the driver \(driver) of \(title) has read its firmware\(file.map { ", \($0)," } ?? "") and rejects it: the file is damaged, or made for another model",
            confidence: .likely,
            evidence: evidence + [EvidenceLine("kernel log", line)],
            effect: "the device does not start without it",
            fixes: [
                Fix(
                    "Get \(name) again, the one for exactly this model and revision: from the maker's driver, or from where the driver's documentation says"
                        + target),
                isElsewhere ? place.firmwareFile(file, usual: Fix("Load the driver again")) : nil,
                Fix("Then switch the machine off and on: a restart leaves such a device half loaded"),
                place.newerKernel("If the right file is rejected, too: update the kernel, whose driver may know the file"),
            ].compactMap(\.self))
    }
}
