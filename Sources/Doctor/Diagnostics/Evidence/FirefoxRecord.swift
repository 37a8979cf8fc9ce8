// SPDX-License-Identifier: Apache-2.0

/// Preferences of Firefox, in the profile that runs, that keep pages from the camera or from its pictures.
package struct FirefoxRecord: Codable, Hashable, Sendable {
    /// One that is off its default.
    package struct Preference: Codable, Hashable, Sendable {
        /// `media.peerconnection.enabled`
        package var name: String
        /// As it is written: `false`.
        package var value: String
        /// Whether `user.js` sets it again at each start.
        package var isFixed: Bool

        package init(name: String, value: String, isFixed: Bool) {
            self.name = name
            self.value = value
            self.isFixed = isFixed
        }
    }

    /// The folder of the profile.
    package var profile: String
    package var preferences: [Preference]
    /// The command that starts the browser: `firefox`, `flatpak run org.mozilla.firefox`; absent in older evidence.
    package var program: String?

    package init(profile: String, preferences: [Preference], program: String? = nil) {
        self.profile = profile
        self.preferences = preferences
        self.program = program
    }

    func has(_ name: String, _ value: String) -> Bool { preferences.contains { $0.name == name && $0.value == value } }
}
