// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges that Python's library for barcodes on this machine cannot load zbar, so that no program with it starts.
enum PythonBarcodeReader {
    /// On a machine on which nothing tells of a camera, and nobody named one: pictures come to such a program in other ways.
    static func withoutCamera(_ snapshot: Snapshot, _ absent: AbsentCamera) -> Finding? {
        guard !snapshot.subject.isNamed, snapshot.client == nil, absent.doubtful == nil, var finding = find(snapshot, .fail) else { return nil }
        let none = absent.unexplained()
        finding.message += "; and \(none.message), which matters only if a camera is to be read"
        finding.evidence += none.evidence
        finding.fixes += none.fixes.map { $0.under("If a camera is meant") }
        return finding
    }

    static func find(_ snapshot: Snapshot, _ severity: Finding.Severity) -> Finding? {
        guard let found = snapshot.host.value?.machine?.unloadableZBar else { return nil }
        let place = Place(snapshot)
        let cache = EvidenceLine("ldconfig -p", "no libzbar.so.0")
        let package = EvidenceLine("Python package", found.package)
        let effect = "programs that import pyzbar end with \"Unable to find zbar shared library\""
        guard let library = found.library else {
            return Finding(
                .readerLibraryMissing, severity, "the Python library pyzbar is installed, and the shared library zbar (libzbar.so.0), which it loads, is not",
                evidence: [package, cache], effect: effect,
                fixes: [
                    place.installZBar
                        ?? Fix("Install zbar (libzbar.so.0; in Debian's package libzbar0)\(place.isGuest ? " in the image of this container" : "")"),
                    Fix("pip cannot install it: on Linux pyzbar brings no library along"),
                ])
        }
        let folder = library.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let isListed = found.isInListedFolder == true
        return Finding(
            .readerLibraryMissing, severity,
            "the Python library pyzbar does not find the shared library zbar, although \(library) is there: pyzbar takes only what the loader's cache has (ctypes.util.find_library), and "
                + (isListed ? "the cache is older than the library" : "the cache is not made from that folder"),
            evidence: [package, cache, EvidenceLine("on disk", library)], effect: effect,
            fixes: [
                isListed
                    ? Fix("Make the loader's cache again", commands: ["sudo ldconfig"], needsRoot: true, isRunnable: !place.isGuest)
                    // Whatever is in the folder comes before the system's libraries then, for all programs: it must be root's.
                    : !folder.hasPrefix("/usr/") ? nil
                    : Fix(
                        "Name the folder to the loader, and make its cache again",
                        commands: ["echo \(Words.shell(folder)) | sudo tee /etc/ld.so.conf.d/zbar.conf", "sudo ldconfig"], needsRoot: true, isRunnable: false),
                place.installZBar.map { Fix(isListed ? "If that does not help: install zbar again" : folder.hasPrefix("/usr/") ? "Or install zbar from the distribution" : "Install zbar from the distribution", commands: $0.commands, needsRoot: true, isRunnable: false) }
                    ?? Fix("\(isListed || folder.hasPrefix("/usr/") ? "Or install" : "Install") zbar into the image itself (Debian's package libzbar0), which does that"),
                isListed || folder.hasPrefix("/usr/")
                    ? nil : Fix("Or let the program give find_library the full path of the file before it imports pyzbar; LD_LIBRARY_PATH does not help, because find_library does not look there without a compiler"),
            ].compactMap(\.self))
    }
}
