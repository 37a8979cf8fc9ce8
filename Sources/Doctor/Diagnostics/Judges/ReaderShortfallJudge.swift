// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges whether the reader has its libraries, and whether its process is confined.
enum ReaderShortfallJudge {
    static func findings(_ snapshot: Snapshot) -> [Finding] {
        guard let picture = snapshot.picture.value, let reader = picture.reader else { return [] }
        return libraries(reader, wanted: Set(picture.symbologies), Place(snapshot))
            + confinement(reader)
    }

    private static func libraries(_ reader: ReaderRecord, wanted: Set<String>, _ place: Place) -> [Finding] {
        guard !reader.missing.isEmpty else { return [] }
        let lost = reader.unread.filter(wanted.contains)
        let names = Words.list(reader.missing.map { name($0.reader) })
        return [
            Finding(
                .readerLibraryMissing, lost.isEmpty ? .note : .warn,
                "\(names) cannot be loaded" + (lost.isEmpty ? "" : ": \(Words.list(lost)) cannot be read"),
                evidence: reader.missing.map { EvidenceLine("dlopen (\($0.reader))", $0.reason) },
                effect: lost.isEmpty
                    ? "some codes that are hard to read will not be read"
                    : "a code of \(lost.count == 1 ? "this symbology" : "these symbologies") is not found, whatever the picture is like",
                fixes: reader.missing.map { fix($0, place) })
        ]
    }

    private static func name(_ reader: String) -> String {
        switch reader {
        case "zbar": "the library zbar"
        case "zxing": "the library zxing-cpp"
        case let other: other
        }
    }

    private static func fix(_ library: ReaderRecord.Library, _ place: Place) -> Fix {
        if library.reader == "zbar" {
            return place.installZBar ?? Fix("Install zbar (libzbar.so.0)")
        }
        // Debian's package has the number of the soname.
        let stem = "libZXing.so."
        if let version = library.reason.split(separator: stem).dropFirst().first?.prefix(while: \.isNumber),
            !version.isEmpty
        {
            return place.install("Install zxing-cpp", [.apt: "libzxing\(version)"])
                ?? Fix("Install the version of zxing-cpp that candela was built with (\(stem)\(version))")
        }
        return Fix("Reinstall candela: its plugin libcandela-zxing.so belongs next to the command or in ../lib/candela")
    }

    private static func confinement(_ reader: ReaderRecord) -> [Finding] {
        guard let reason = reader.unconfined else { return [] }
        return [
            Finding(
                .readerUnconfined, .note, "the process that reads pictures is not fully confined",
                evidence: [EvidenceLine("confinement", reason)],
                effect: "a picture made to attack a reading library could do more than end its process",
                fixes: [Fix("Use a kernel with the option CONFIG_SECCOMP_FILTER, as all distributions build it")])
        ]
    }
}

extension Place {
    /// `nil` where packages cannot be installed or the package's name is not known.
    var installZBar: Fix? {
        install("Install zbar", [.apt: "libzbar0", .dnf: "zbar-libs", .rpmOSTree: "zbar-libs", .pacman: "zbar", .zypper: "libzbar0", .apk: "zbar"])
    }
}
