// SPDX-License-Identifier: Apache-2.0

internal import Pictures

/// Judges a picture file of which only part could be read: the code may be in the missing part.
enum PictureFileJudge {
    /// A code whose dark parts are painted and whose light ones are transparent: a program that leaves transparency out sees
    /// dark on dark.
    static func transparency(_ snapshot: Snapshot) -> [Finding] {
        guard let part = snapshot.transparency, part.share >= 0.02, part.contrastWithout < 48 else { return [] }
        return [
            Finding(
                .symbolTransparent, .note,
                "\(snapshot.subject.name) has a transparent background, and what is painted on it has one brightness",
                evidence: [
                    EvidenceLine("transparent pixels", "\((100 * part.share).text(0)) %"),
                    EvidenceLine(
                        "contrast without the transparency", "\(part.contrastWithout) of 255", threshold: "at least 48"),
                ],
                effect:
                    "it reads on white, which candela puts behind it; programs that ignore transparency (the alpha channel) see dark on dark",
                fixes: [
                    Fix(
                        "Save it with a white background, that is, without an alpha channel",
                        commands: [
                            "convert \(Words.shell(snapshot.subject.name)) -background white -alpha remove -alpha off flat.png"
                        ], isRunnable: false)
                ])
        ]
    }

    /// A file for a print shop.
    static func inks(_ snapshot: Snapshot) -> [Finding] {
        guard let picture = snapshot.picture.value, picture.isCMYK == true else { return [] }
        return [
            Finding(
                .symbolCMYK, .note,
                "\(snapshot.subject.name) is a JPEG of four colours, the inks of a print (CMYK): many programs do not take such a file, or take its colours for others",
                evidence: [EvidenceLine("colours a pixel", "4, cyan, magenta, yellow and black", threshold: "3, or 1 for grey", source: "the file's header")],
                effect: picture.isUnread
                    ? "whatever else is wrong, a program without CMYK finds no code in it"
                    : "it reads here; programs whose image library does not know CMYK find no code in it, or refuse the file",
                fixes: [
                    Fix(
                        "Convert it to RGB or grey before it is read, or export it so",
                        commands: ["convert \(Words.shell(snapshot.subject.name)) -colorspace sRGB rgb.png"], isRunnable: false)
                ])
        ]
    }

    /// Returns `nil` for an intact picture.
    static func judge(_ snapshot: Snapshot) -> CheckReport? {
        guard let damage = snapshot.damage else { return nil }
        let reads = snapshot.picture.value?.isUnread == false
        return CheckReport(
            .stream,
            findings: [
                Finding(
                    .streamCorrupt, reads ? .warn : .fail, "only part of \(snapshot.subject.name) can be read",
                    confidence: reads ? .certain : .likely, evidence: [EvidenceLine("file", damage)],
                    effect: reads
                        ? "codes in the missing part are not found" : "a code in the missing part cannot be found",
                    fixes: [Fix("Copy the file again from its source, or take the picture again")])
            ], passed: "")
    }
}
