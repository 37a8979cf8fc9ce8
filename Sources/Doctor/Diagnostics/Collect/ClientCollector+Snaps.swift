// SPDX-License-Identifier: Apache-2.0

extension ClientCollector {
    /// The snaps that AppArmor has kept from a camera since the start of the machine, and that may open cameras now: somebody has
    /// connected their plug since, and the kernel log keeps the old line.
    package func openSnaps(deniedIn host: HostRecord?) -> [CameraClientRecord] {
        var seen: Set<String> = []
        for line in host?.kernelLog.value ?? [] where line.contains("apparmor=\"DENIED\"") {
            guard let start = line.firstRange(of: "profile=\"snap.")?.upperBound,
                ["/dev/video", "/dev/media", "/dev/v4l"].contains(where: { line.contains("name=\"\($0)") })
            else { continue }
            let name = line[start...].prefix { $0 != "." && $0 != "\"" }
            // The name becomes an argument of a command.
            guard name.first?.isLetter == true || name.first?.isNumber == true,
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
            else { continue }
            seen.insert(String(name))
        }
        return seen.sorted().prefix(4).compactMap { name in
            guard let record = try? collect(.application(name), path: nil), record.kind == .snap, record.isFiltered == false else { return nil }
            return record
        }
    }
}
