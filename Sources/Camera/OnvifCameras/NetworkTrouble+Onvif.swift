// SPDX-License-Identifier: Apache-2.0

internal import ConfinedXML
internal import NetworkCameras
internal import Output

extension NetworkTrouble {
    static func noParser(_ trouble: XMLTrouble, _ address: NetworkAddress) -> Self {
        if case .missing = trouble {
            return Self(.libraryMissing, address, trouble.description, "install it (Debian: apt install libexpat1)")
        }
        return Self(.libraryMissing, address, trouble.description, "report the camera that causes it")
    }

    /// - Returns: `nil` for a status that an answer can have.
    static func refused(_ status: Int, _ address: NetworkAddress) -> Self? {
        switch status {
        case 200...299: nil
        case 401: unauthorized(address, nil)
        case 403:
            Self(
                .forbidden, address, "it refuses access (403)",
                "look on the camera's own page whether ONVIF is on, and for a list of allowed addresses or users")
        case 404, 405, 410:
            Self(
                .notThere, address, "it has no ONVIF service at this address (\(status))",
                "turn ONVIF on at the camera's own page, and look there for its port; candela list --network finds both"
            )
        default:
            Self(
                .serverFails, address, "it answers with status \(status)",
                "turn ONVIF on at the camera's own page, or restart the camera")
        }
    }

    /// - Parameter offset: of the camera's clock, in seconds.
    static func unauthorized(_ address: NetworkAddress, _ offset: Int?) -> Self {
        guard address.user != nil else {
            return Self(
                .noPassword, address, "it asks for a user and a password",
                "name the user (\(address.withUser)) and give the password in \(NetworkAccess.passwordVariable); many cameras "
                    + "have users for ONVIF apart from those of their page")
        }
        let clock = offset.flatMap {
            $0.magnitude > OnvifCamera.longestOffset ? "; its clock is \(ClockWords.difference($0))" : nil
        }
        return Self(
            .wrongPassword, address, "it does not accept this user and password" + (clock ?? ""),
            "check them at the camera's own page, where many cameras have users for ONVIF apart from the others; the password "
                + "is taken from the address or from \(NetworkAccess.passwordVariable)"
                + (clock == nil ? "" : "; and set its clock"))
    }

    static func fault(_ fault: OnvifAnswer.Fault, _ request: OnvifRequest, _ address: NetworkAddress) -> Self {
        Self(
            fault.isUnsupported ? .notThere : .serverFails, address,
            "it refuses \(request.name): \(VisibleText.escape(fault.reason))",
            "use the address of its video (rtsp://HOST/PATH), which its manual or its page has")
    }

    static func notOnvif(_ cause: String, _ address: NetworkAddress) -> Self {
        Self(
            .notPictures, address, cause,
            "check the port of its ONVIF service on its page, or use the address of its video (rtsp://HOST/PATH)")
    }

    static func noProfile(_ profiles: [OnvifProfile], _ address: NetworkAddress) -> Self {
        guard let wanted = address.profile, !profiles.isEmpty else {
            return Self(.notThere, address, "it has no profile with video", "add one on the camera's own page")
        }
        let all = profiles.prefix(8).enumerated().map { "\($0.offset + 1) (\($0.element.name))" }.joined(
            separator: ", ")
        return Self(
            .notThere, address, "it has no profile \(VisibleText.escape(wanted))",
            "choose one of \(VisibleText.escape(all))")
    }
}

/// Differences of clocks in words.
package enum ClockWords {
    /// `3 h behind this machine's`: to the nearest minute, hour or day, since a clock that is two hours behind may be met as
    /// 7199 s when a second begins between the two readings.
    ///
    /// - Parameter offset: of the other clock, in seconds.
    package static func difference(_ offset: Int) -> String {
        let size = offset.magnitude
        let span =
            switch size {
            case ..<120: "\(size) s"
            case ..<7170: "\((size + 30) / 60) min"
            case ..<171_000: "\((size + 1800) / 3600) h"
            default: "\((size + 43_200) / 86400) days"
            }
        return span + (offset < 0 ? " behind" : " ahead of") + " this machine's"
    }
}
