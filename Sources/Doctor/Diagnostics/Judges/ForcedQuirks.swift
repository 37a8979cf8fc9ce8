// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges the parameter of uvcvideo that treats all cameras in a special way, where a camera sends no frame with it.
enum ForcedQuirks {
    static func find(_ subject: StreamSubject, _ evidence: [EvidenceLine]) -> Finding? {
        guard subject.node?.driver == "uvcvideo", subject.node?.bus == "usb", let value = subject.place.presentUVCQuirks,
            // What a known model needs is no mistake.
            UVCQuirks.known(subject.usbID ?? "").isDisjoint(with: UVCQuirks(rawValue: value))
        else { return nil }
        let words = Place.text(value)
        return Finding(
            .streamNone, .fail,
            "\(subject.name) starts streaming, but no frame arrives, and its driver uvcvideo treats all cameras in a special way that somebody has set for one (quirks=\(words)): this one may not work with it",
            confidence: .likely,
            evidence: evidence + [
                EvidenceLine("/sys/module/uvcvideo/parameters/quirks", String(value), threshold: "4294967295: as each camera needs it")
            ],
            effect: "no picture can be captured; the setting also replaces what the driver knows of each model",
            fixes: subject.place.withoutUVCQuirks(subject) + [
                Fix(
                    "If it works then, remove the option where it was set, which this command shows (options uvcvideo quirks=… in a file, uvcvideo.quirks= on the kernel's command line)",
                    commands: ["grep -rs 'uvcvideo.*quirks' /etc/modprobe.d /run/modprobe.d /usr/lib/modprobe.d /proc/cmdline"], isRunnable: false)
            ] + (subject.attachment == .inside ? [] : [Fix("If not, unplug the camera and plug it directly into another port, with a shorter cable")]))
    }
}
