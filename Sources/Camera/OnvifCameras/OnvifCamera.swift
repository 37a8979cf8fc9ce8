// SPDX-License-Identifier: Apache-2.0

package import ConfinedXML
package import NetworkCameras

/// A camera that was asked over ONVIF what it offers.
package struct OnvifCamera: Hashable, Sendable {
    /// A profile, and where its video and its pictures are.
    package struct Stream: Hashable, Sendable {
        package var profile: OnvifProfile
        package var video: NetworkAddress?
        package var snapshot: NetworkAddress?
        /// The host that the camera gave, if it is another than the one that was named, which is used.
        package var otherHost: String?
        /// Why there is no video, as a clause.
        package var failure: String?
    }

    package var address: NetworkAddress
    package var information = OnvifInformation()
    /// How far the camera's clock is ahead of this machine's, in seconds; `nil` if it does not tell.
    package var clockOffset: Int?
    package var streams: [Stream] = []
    /// More profiles than were asked about.
    package var furtherProfiles = 0

    /// Further streams are counted, and not asked about.
    static let mostStreams = 16

    /// A clock that differs by more than this matters: some cameras refuse a login that is older.
    package static let longestOffset = 5

    /// Asks a camera for everything that it offers.
    ///
    /// - Throws: why it does not answer, or wants a login.
    package static func ask(
        _ address: NetworkAddress, access: NetworkAccess = .fromEnvironment
    ) throws(NetworkTrouble) -> OnvifCamera {
        try ask(address, access: access, reader: XMLReader())
    }

    package static func ask(
        _ address: NetworkAddress, access: NetworkAccess, reader: XMLReader
    ) throws(NetworkTrouble) -> OnvifCamera {
        let client = try OnvifClient(address, access, reader)
        defer { client.finish() }
        var camera = OnvifCamera(address: address)
        let media = try MediaService(client, address)
        camera.clockOffset = client.clockOffset
        // Many tell their maker only to a user who may change things.
        if let body = try? client.ask(.information, of: address.url) {
            camera.information = OnvifAnswer.information(body)
        }
        let profiles = try media.profiles()
        camera.furtherProfiles = max(0, profiles.count - mostStreams)
        for profile in profiles.prefix(mostStreams) {
            var stream = Stream(profile: profile)
            do throws(NetworkTrouble) {
                (stream.video, stream.otherHost) = try media.video(profile)
            } catch {
                stream.failure = error.cause
            }
            stream.snapshot = media.snapshot(profile)
            camera.streams.append(stream)
        }
        return camera
    }
}

/// A video stream of an ONVIF camera, found by the camera's name.
package struct OnvifStream: Hashable, Sendable {
    package var profile: OnvifProfile
    package var video: NetworkAddress
    /// See `OnvifCamera`.
    package var clockOffset: Int?
    package var otherHost: String?

    package init(profile: OnvifProfile, video: NetworkAddress, clockOffset: Int? = nil, otherHost: String? = nil) {
        self.profile = profile
        self.video = video
        self.clockOffset = clockOffset
        self.otherHost = otherHost
    }

    /// Asks a camera where the video of the profile is that the address names.
    package static func find(
        _ address: NetworkAddress, access: NetworkAccess = .fromEnvironment
    ) throws(NetworkTrouble) -> OnvifStream {
        try find(address, access: access, reader: XMLReader())
    }

    package static func find(
        _ address: NetworkAddress, access: NetworkAccess, reader: XMLReader
    ) throws(NetworkTrouble) -> OnvifStream {
        let client = try OnvifClient(address, access, reader)
        defer { client.finish() }
        let media = try MediaService(client, address)
        let profiles = try media.profiles()
        guard let profile = OnvifProfile.choose(address.profile, from: profiles) else {
            throw .noProfile(profiles, address)
        }
        let (video, otherHost) = try media.video(profile)
        return OnvifStream(
            profile: profile, video: video, clockOffset: client.clockOffset, otherHost: otherHost)
    }
}

/// The service of a camera that has its profiles and streams.
private struct MediaService {
    private let client: OnvifClient
    private let address: NetworkAddress
    private let service: OnvifRequest.Service
    private let place: String

    /// Reads the clock, without which no login is accepted, and finds the service.
    init(_ client: OnvifClient, _ address: NetworkAddress) throws(NetworkTrouble) {
        self.client = client
        self.address = address
        do throws(NetworkTrouble) {
            try client.readClock()
        } catch {
            // A camera that wants a login even for this has to be asked with this machine's time.
            guard [.noPassword, .wrongPassword, .serverFails].contains(error.kind) else { throw error }
        }
        var services: [OnvifRequest.Service: String] = [:]
        do throws(NetworkTrouble) {
            services = OnvifAnswer.services(try client.ask(.services, of: address.url))
        } catch {
            // Older cameras do not know the question, and answer in various ways.
            guard [.serverFails, .notThere, .notPictures].contains(error.kind) else { throw error }
        }
        if services.isEmpty { services = OnvifAnswer.services(try client.ask(.capabilities, of: address.url)) }
        if let media = services[.media] {
            (service, place) = (.media, media)
        } else if let media = services[.media2] {
            (service, place) = (.media2, media)
        } else {
            throw .notOnvif("it has no media service, so no video", address)
        }
    }

    func profiles() throws(NetworkTrouble) -> [OnvifProfile] {
        OnvifAnswer.profiles(try client.ask(.profiles(service), of: place))
    }

    func video(_ profile: OnvifProfile) throws(NetworkTrouble) -> (NetworkAddress, otherHost: String?) {
        let body = try client.ask(.stream(service, profile: profile.token), of: place)
        guard let uri = OnvifAnswer.uri(body), let found = OnvifPlace.media(uri, at: address), found.address.isVideo
        else {
            throw .notOnvif("it gives no RTSP address for this profile", address)
        }
        return found
    }

    /// Not all cameras have one.
    func snapshot(_ profile: OnvifProfile) -> NetworkAddress? {
        guard let body = try? client.ask(.snapshot(service, profile: profile.token), of: place),
            let uri = OnvifAnswer.uri(body), let found = OnvifPlace.media(uri, at: address), !found.address.isVideo
        else { return nil }
        return found.address
    }
}
