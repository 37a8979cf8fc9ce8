// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// A MacBook Pro with Touch Bar of 2016 or 2017, whose camera is a part of its chip T1.
extension AbsentCamera {
    /// The finding for a chip that has no firmware, so that neither camera nor Touch Bar is there; `nil` for one that has started.
    ///
    /// Source: Dunedan/mbp-2016-linux, issues 52 and 147; omacom/omarchy, issue 8271, for the files that belong to one machine.
    func behindT1() -> Finding? {
        guard let chip = host.machine?.recoveringT1 else { return nil }
        let isGuest = Place(snapshot).isGuest
        let folder = chip.folder ?? "EFI-PARTITION/EFI"
        let apple = Words.shell("\(folder)/APPLE")
        let files = "\(folder)/APPLE/EMBEDDEDOS"
        let reason =
            switch chip.hasFirmware {
            case true?: "although there are files in \(files): they may be those of another Mac, or incomplete, or newer than the last power-on"
            case false?: "as the EFI partition that is mounted does not have its firmware (\(files))"
            case nil: "which it stays in if its firmware is not on the EFI partition (EFI/APPLE/EMBEDDEDOS): formatting that partition removes it"
            }
        let evidence =
            [EvidenceLine("/sys/bus/usb/devices/\(chip.name)", "05ac:1281 (recovery mode), and no 05ac:8600 (iBridge)")]
            + (chip.hasFirmware.map { [EvidenceLine(files, $0 ? "files" : "no files")] } ?? []) + self.evidence
        return Finding(
            .deviceNoFirmware, .fail,
            "the built-in camera of this Mac is a part of its T1 chip (iBridge), like the Touch Bar, and that chip has not started: it is on USB in its recovery mode (05ac:1281), \(reason)",
            confidence: .likely, evidence: evidence, effect: effect,
            fixes: [
                Fix(
                    "Put Apple's firmware files back onto the EFI partition of the internal disk, from a backup of that partition of this same Mac (FDRData in them belongs to one machine)",
                    commands: isGuest ? [] : ["sudo mkdir -p \(apple)", "sudo cp -r BACKUP/EFI/APPLE/EMBEDDEDOS \(apple)/"],
                    needsRoot: !isGuest, isRunnable: false),
                Fix(
                    "Without a backup: install macOS again (hold Option-Command-R at the start for its recovery over the internet), into free space if Linux is to stay; macOS writes these files for this Mac. Keep that EFI partition when you install Linux beside it: do not let the installer format it"
                ),
                Fix(
                    "Then shut the machine down and switch it on: the chip loads its firmware at that moment, and is on USB as 05ac:8600 with a camera for uvcvideo",
                    commands: ["lsusb -d 05ac:8600"], isRunnable: false),
                Fix("Until then, use a USB camera"),
            ])
    }
}
