// SPDX-License-Identifier: Apache-2.0

internal import Delivery
internal import Output
internal import Stations
internal import Terminal
internal import Toml

/// The `[fleet]` section: the broker that is told how a station is.
struct FleetPlan {
    let broker: BrokerAddress
    let password: String?
    let authorities: String?
    let isForHomeAssistant: Bool

    /// `nil` if the section names no broker.
    init?(_ section: StationFile.Section) throws(StationFileError) {
        guard let entry = section["broker"] else {
            guard section.entries.isEmpty else {
                throw StationFileError(line: section.line, "[fleet] needs a broker: \"mqtt://HOST/TOPIC\"")
            }
            return nil
        }
        guard case .string(let text) = entry.value else { throw entry.mismatch("a string") }
        do throws(BrokerAddress.Malformed) { broker = try BrokerAddress(text) } catch {
            throw StationFileError(line: entry.line, "cannot use the broker: \(error.description)")
        }
        password = try section.password()
        authorities = try section.authorities()
        isForHomeAssistant = try section.flag("home_assistant") ?? false
        do throws(BrokerClient.Unavailable) { try BrokerClient.load() } catch {
            throw StationFileError(line: entry.line, error.description)
        }
    }
}
