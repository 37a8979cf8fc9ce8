// SPDX-License-Identifier: Apache-2.0

package import NetworkCameras

/// A camera that answered a search of the network. All its text is the camera's.
package struct FoundCamera: Hashable, Sendable {
    /// A UUID, the same after a restart.
    package var endpoint: String
    package var name: String?
    /// The model, as far as the camera tells.
    package var hardware: String?
    package var location: String?
    /// At the host from which it answered; `nil` if it gives no address there.
    package var address: NetworkAddress?
    /// Hosts that it names and from which it did not answer; they are not asked.
    package var otherHosts: [String] = []

    package init(_ match: DiscoveryMatch, from host: String) {
        endpoint = match.endpoint
        name = match.scope("name")
        hardware = match.scope("hardware")
        location = match.scope("location")
        for place in match.places {
            guard let told = NetworkAddress(place), !told.isVideo, !told.isOnvif else { continue }
            guard OnvifPlace.same(told.host, host) else {
                if !otherHosts.contains(told.host), otherHosts.count < 8 { otherHosts.append(told.host) }
                continue
            }
            let isBetter = address == nil || told.isEncrypted && address?.isEncrypted == false
            guard isBetter, told.user == nil else { continue }
            let path = told.path == NetworkAddress.deviceService ? "" : told.path
            let authority = host.contains(":") ? "[\(host)]" + Self.port(told.place) : told.place
            address = NetworkAddress("onvif:" + (told.isEncrypted ? "https://" : "") + authority + path) ?? address
        }
    }

    private static func port(_ place: String) -> String {
        place.firstIndex(of: "]").map { String(place[place.index(after: $0)...]) } ?? ""
    }

    /// Adds what another answer of the same device tells.
    mutating func add(_ other: FoundCamera) {
        name = name ?? other.name
        hardware = hardware ?? other.hardware
        location = location ?? other.location
        // IPv4 is easier to write.
        if address == nil || address?.host.contains(":") == true, let better = other.address, !better.host.contains(":")
        {
            address = better
        }
        address = address ?? other.address
        let answering = [address?.host].compactMap { $0 }
        otherHosts = (otherHosts + other.otherHosts).reduce(into: []) { hosts, host in
            if !hosts.contains(host), !answering.contains(host) { hosts.append(host) }
        }
    }
}
