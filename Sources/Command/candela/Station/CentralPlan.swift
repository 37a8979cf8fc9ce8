// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Delivery
internal import Output
internal import SignedFiles
internal import Stations
internal import StoredFiles
internal import Terminal
internal import Toml

/// The `[central]` section: where the rest of the station's file comes from.
struct CentralPlan: Hashable {
    enum Source: Hashable {
        /// An address that is asked again and again.
        case page(url: String, user: String?)
        /// A topic whose retained message is the file.
        case topic(BrokerAddress)
    }

    let source: Source
    /// The address, without a user.
    let name: String
    let password: String?
    let authorities: String?
    /// How often a page is asked.
    let interval: Duration
    /// The last good one.
    let file: CentralFile

    /// `nil` if the section is not there.
    ///
    /// - Parameter station: the station's name, which stands for `{name}` in the address.
    init?(_ section: StationFile.Section, station: String) throws(StationFileError) {
        guard !section.entries.isEmpty else { return nil }
        guard let from = section["from"], let text = try section.text("from") else {
            throw StationFileError(
                line: section.line, "[central] needs from: \"https://HOST/FILE\" or \"mqtts://HOST/TOPIC\"")
        }
        // A name of a station needs no encoding in either.
        let address = text.split(separator: "{name}", omittingEmptySubsequences: false).joined(separator: station)
        (source, name) = try Self.source(address, from)
        guard let entry = section["key"], let words = try section.text("key") else {
            throw StationFileError(
                line: section.line, "[central] needs key: the public key, as minisign -G printed it: \"RW…\"")
        }
        guard let key = SigningKey(words) else {
            throw StationFileError(
                line: entry.line, "key is not a public key of minisign: 56 characters, of which the first are RW")
        }
        interval = try Self.interval(section)
        if section["every"] != nil, case .topic = source {
            throw StationFileError(
                line: section["every"]?.line ?? 0, "every is for an address that is asked; a broker sends the file")
        }
        password = try section.password()
        authorities = try section.authorities()
        if case .topic = source {
            do throws(BrokerClient.Unavailable) { try BrokerClient.load() } catch {
                throw StationFileError(line: from.line, error.description)
            }
        }
        do throws(SignedFile.Refusal) { try SignedFile.load() } catch {
            throw StationFileError(line: section.line, error.description)
        }
        do throws(StoreError) {
            file = CentralFile(try StateFolders().state + "/central-\(station).signed", key: key)
        } catch {
            throw StationFileError(line: section.line, error.description)
        }
    }

    private static func source(
        _ address: String, _ from: StationFile.Entry
    ) throws(StationFileError) -> (Source, name: String) {
        if address.lowercased().hasPrefix("https://") {
            let rest = address.dropFirst("https://".count)
            let server = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            guard let at = server.lastIndex(of: "@") else { return (.page(url: address, user: nil), address) }
            guard !server[..<at].contains(":") else {
                throw StationFileError(line: from.line, "from contains a password; put it into a password_file")
            }
            guard let user = String(percentEncoded: server[..<at]), !user.isEmpty, !user.utf8.contains(0) else {
                throw StationFileError(line: from.line, "the user in from is not written right")
            }
            let url = "https://" + rest[rest.index(after: at)...]
            return (.page(url: url, user: user), url)
        }
        do throws(BrokerAddress.Malformed) {
            let broker = try BrokerAddress(address)
            return (.topic(broker), broker.description)
        } catch {
            throw StationFileError(
                line: from.line, "from is neither an https:// address nor a topic of a broker: \(error)")
        }
    }

    private static func interval(_ section: StationFile.Section) throws(StationFileError) -> Duration {
        guard let entry = section["every"] else { return .seconds(300) }
        guard case .string(let text) = entry.value, let span = TimeSpan(argument: text),
            (Duration.seconds(1)...Duration.seconds(86400)).contains(span.duration)
        else { throw StationFileError(line: entry.line, "every must be a time from 1s to 1d, such as \"5min\"") }
        return span.duration
    }
}
