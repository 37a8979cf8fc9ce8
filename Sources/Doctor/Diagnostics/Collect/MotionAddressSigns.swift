// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds a motion of this machine whose settings name the examined camera in a way that it cannot use.
///
/// Sources: motion's motion.c, netcam.c and netcam_rtsp.c from release 3.2.12 on, and its motion_config.html, `netcam_url`.
struct MotionAddressSigns {
    let network: NetworkRecord
    let files: SystemFiles
    let ask: ([String]) -> String?

    func find() -> MotionAddress? { MotionInstallation.all(files).lazy.compactMap(find).first }

    private func find(_ motion: MotionInstallation) -> MotionAddress? {
        let settings = motion.settings
        let named = settings.lazy.compactMap { file in
            file["netcam_url"].flatMap { Address($0) }.flatMap { isExamined($0) ? (file, $0) : nil }
        }
        guard let (file, address) = named.first else { return settings.isEmpty ? fromLog(motion) : nil }
        let log = motion.log(named: settings.first?["logfile"] ?? settings.first?["log_file"], ask: ask)
        let (own, packaged) = (log?.lines.first.flatMap(MotionInstallation.version), motion.packageVersion)
        let version = (own ?? packaged).map(Self.numbers)
        guard let (fault, line) = fault(address, version, packaged.map(Self.numbers), log?.lines ?? []) else { return nil }
        var found = MotionAddress(fault, scheme: address.scheme, file: file.path)
        if fault == .leadingText { found.leading = address.leading.flatMap(Self.plain) }
        found.version = own ?? packaged
        found.isOfMotionEye = file.isOfMotionEye ? true : nil
        return noting(motion, line, log?.place, found)
    }

    private func noting(_ motion: MotionInstallation, _ line: String?, _ log: String?, _ found: MotionAddress) -> MotionAddress {
        var found = found
        found.line = line.map { String(AddressSecrets.removed(from: $0[...]).prefix(300)) }
        found.log = line == nil ? nil : log
        found.unit = motion.unit
        found.isContained = motion.root.isEmpty ? nil : true
        return found
    }

    /// Where only the log can be read. From 4.1 to 4.3, a name of a service that motion knows comes to this message only if the address does
    /// not begin with it.
    private func fromLog(_ motion: MotionInstallation) -> MotionAddress? {
        guard motion.isClosed, network.address.hasPrefix("rtsp://") || network.address.hasPrefix("onvif:") else { return nil }
        guard let log = motion.log(named: nil, ask: ask), let line = log.lines.last(where: { Self.isUnknownService("rtsp", in: $0) }) else { return nil }
        var found = MotionAddress(.leadingText, scheme: "rtsp")
        found.version = log.lines.first.flatMap(MotionInstallation.version)
        return noting(motion, line, log.place, found)
    }

    private static func isUnknownService(_ scheme: String, in line: String) -> Bool { line.contains("Invalid netcam service '\(scheme)' - must be http") }

    // MARK: What is wrong with it

    private func fault(_ address: Address, _ version: [Int]?, _ packaged: [Int]?, _ lines: [String]) -> (MotionAddress.Fault, line: String?)? {
        func line(_ words: String) -> String? { lines.last { $0.contains(words) } }
        if address.leading != nil {
            // Before and after, it looks for the service in all of the text; then, it compares the beginning first.
            let told = lines.last { Self.isUnknownService(address.scheme, in: $0) }
            let isCompared = version.map { Self.lies($0, from: [4, 1], before: [4, 4]) } ?? false
            guard ["rtsp", "rtmp", "mjpeg"].contains(address.scheme), isCompared || told != nil else { return nil }
            return (.leadingText, told)
        }
        if address.scheme == "rtsp", let version, version.lexicographicallyPrecedes([3, 4]) {
            // Some built a 3.2 that knew it.
            let told = line("Invalid netcam_url (rtsp://")
            guard told != nil || packaged.map({ $0.lexicographicallyPrecedes([3, 4]) }) == true else { return nil }
            return (.tooOld, told)
        }
        // From 4.4 on FFmpeg reads http://, too.
        if address.scheme == "http", network.isOfMotion == true, let version, Self.lies(version, from: [3, 4], before: [4, 4]) {
            return (.ownReader, nil)
        }
        return nil
    }

    private static func lies(_ version: [Int], from first: [Int], before next: [Int]) -> Bool {
        !version.lexicographicallyPrecedes(first) && version.lexicographicallyPrecedes(next)
    }

    /// `3.2.12+git20140228-4` as 3, 2, 12.
    private static func numbers(_ version: String) -> [Int] {
        // An epoch stands before a colon.
        let rest = version.firstIndex(of: ":").map { version[version.index(after: $0)...] } ?? version[...]
        return rest.prefix { $0.isNumber || $0 == "." }.split(separator: ".").compactMap { Int($0) }
    }

    /// What is no word of the example's can be a part of a password.
    private static func plain(_ leading: String) -> String? { ["value", "url", "netcam_url"].contains(leading.lowercased()) ? leading : nil }

    // MARK: The address

    private func isExamined(_ address: Address) -> Bool {
        guard address.host == network.host.lowercased() else { return false }
        // An ONVIF camera's own port is not that of its video.
        return network.address.hasPrefix("onvif:") || address.port == network.port
    }

    /// An address as it stands in the settings.
    private struct Address {
        let scheme: String
        let host: String
        let port: Int
        /// What stands before it, without the blanks between.
        let leading: String?

        init?(_ value: String) {
            let ports = ["rtsp": 554, "rtmp": 1935, "http": 80, "mjpeg": 80, "mjpg": 80]
            guard let mark = value.firstRange(of: "://") else { return nil }
            let scheme = String(value[..<mark.lowerBound].reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }.reversed())
            guard let port = ports[scheme] else { return nil }
            let before = value[..<mark.lowerBound].dropLast(scheme.count)
            var place = value[mark.upperBound...].prefix { !"/?".contains($0) && !$0.isWhitespace }
            if let at = place.lastIndex(of: "@") { place = place[place.index(after: at)...] }
            // The colons of an IPv6 address are in brackets.
            let end = place.first == "[" ? place.firstIndex(of: "]") ?? place.startIndex : place.startIndex
            let colon = place[end...].firstIndex(of: ":") ?? place.endIndex
            let number = place[colon...].dropFirst()
            guard number.isEmpty || UInt16(number) != nil else { return nil }
            self.scheme = scheme
            host = place[..<colon].filter { $0 != "[" && $0 != "]" }.lowercased()
            self.port = UInt16(number).map(Int.init) ?? port
            leading = before.isEmpty ? nil : String(before.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
    }
}
