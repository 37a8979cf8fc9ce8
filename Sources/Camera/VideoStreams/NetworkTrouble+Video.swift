// SPDX-License-Identifier: Apache-2.0

internal import CVideo
internal import NetworkCameras

extension NetworkTrouble {
    /// Why a video worker gave no pictures, or no more.
    static func video(_ failure: VideoFailure, hadPictures: Bool, _ address: NetworkAddress) -> Self {
        if failure.status == VideoFailure.missingLibrary {
            return Self(
                .libraryMissing, address, "the plugin for video cannot be loaded (\(failure.detail))",
                "install FFmpeg's libraries (Debian: apt install libavformat59, or the number of your release)")
        }
        switch failure.kind {
        case CVIDEO_UNKNOWN_HOST:
            return Self(
                .unknownHost, address, "no host has the name \(address.host)",
                "check the name, or use the camera's IP address")
        case CVIDEO_NO_CONNECTION:
            return Self(
                .noConnection, address, "nothing answers at \(address.place) (\(failure.detail))",
                "check address and port, and that the camera is on and in this network")
        case CVIDEO_NO_ANSWER where hadPictures: return .silent(.seconds(4), address)
        case CVIDEO_NO_REPLY where hadPictures: return .silent(.seconds(15), address)
        case CVIDEO_NO_REPLY:
            return Self(
                .noReply, address, "it takes the connection, but has not answered within 15 s",
                "wait a minute and try again; end other programs that read this camera, or switch it off and on")
        case CVIDEO_NO_ANSWER:
            return Self(
                .noAnswer, address, "it did not answer within 4 s",
                "check address and port, and that no firewall is between")
        case CVIDEO_UNTRUSTED:
            let port = address.videoPort.map { ":\($0)" } ?? ""
            return Self(
                .untrusted, address, "its certificate is not trusted (\(failure.detail))",
                "if the camera made the certificate itself, save it to a file (openssl s_client -showcerts -connect "
                    + "\(address.host)\(port)), compare it with the camera's own page, and set "
                    + "\(NetworkAccess.authoritiesVariable) to that file")
        case CVIDEO_REFUSED: return refusedVideo(failure.code, address)
        case CVIDEO_NO_VIDEO:
            return Self(
                .notPictures, address, "the stream has no video", "look up the address of its video in its manual")
        case CVIDEO_NO_DECODER:
            return Self(
                .noDecoder, address,
                "its video is compressed as \(failure.detail), which FFmpeg's libraries here cannot decode",
                "install a complete libavcodec, or choose H.264 on the camera's own page")
        case CVIDEO_NO_LUMA:
            return Self(
                .noDecoder, address, "its pictures have no luma (\(failure.detail))",
                "choose another format on the camera's own page")
        case CVIDEO_LONG_PASSWORD:
            return Self(
                .invalidAddress, address, "user and password are too long for FFmpeg's libraries",
                "use a password of at most 40 characters")
        case CVIDEO_FAILED:
            return Self(
                .interrupted, address, failure.detail, "try again")
        case CVIDEO_NOT_UNDERSTOOD:
            return Self(
                .notPictures, address,
                "what answers there does not speak \(address.isEncrypted ? "RTSP over TLS" : "RTSP") (\(failure.detail))",
                "check port and path; many cameras have rtsp on port 554 and rtsps on 322 or 7441")
        default:
            return Self(
                .interrupted, address, hadPictures ? "the stream ended" : "the connection broke",
                "check the camera's power and its network")
        }
    }

    static func silent(_ silence: Duration, _ address: NetworkAddress) -> Self {
        Self(
            .interrupted, address, "it has sent no picture for \(silence.components.seconds) s",
            "check the camera's power and its network")
    }

    private static func refusedVideo(_ status: Int32, _ address: NetworkAddress) -> Self {
        let scheme = address.isEncrypted ? "rtsps" : "rtsp"
        switch status {
        case 401 where address.user != nil:
            return Self(
                .wrongPassword, address, "it does not accept this user and password (401)",
                "check them at the camera's own page; the password is taken from the address or from "
                    + NetworkAccess.passwordVariable)
        case 401:
            return Self(
                .noPassword, address, "it asks for a user and a password (401)",
                "write the user before the host (\(scheme)://USER@\(address.place)/…) and give the password in "
                    + NetworkAccess.passwordVariable)
        case 403:
            return Self(
                .forbidden, address, "it refuses access (403)",
                "look at the camera's own page for a list of allowed addresses or users")
        case 404:
            return Self(
                .notThere, address, "it has no stream at this address (404)",
                "look up the address of its RTSP stream in its manual")
        case 302:
            return Self(
                .notThere, address, "it sends its clients to another address, where the password would go too",
                "look up the address of its RTSP stream in its manual")
        case 599:
            return Self(
                .serverFails, address, "it answers with an error of its own (5xx)",
                "restart the camera, and check that no other program uses up its connections")
        default:
            return Self(
                .notThere, address, "it refuses this address (4xx)",
                "look up the address of its RTSP stream in its manual")
        }
    }
}
