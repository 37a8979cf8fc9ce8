// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The folders in which Candela keeps files between runs, for the user of this process. It does not create them.
///
/// See: the XDG Base Directory Specification, 0.8. A variable that is empty or not an absolute path counts as not set.
package struct StateFolders: Hashable, Sendable {
    /// Files that a person writes or may edit: profiles. All three paths are without a trailing slash.
    package var config: String
    /// The user's data, which cannot be recreated: scans, catalogues.
    package var data: String
    /// State that a run leaves for the next: the journals of controls.
    package var state: String

    package init(config: String, data: String, state: String) {
        self.config = config
        self.data = data
        self.state = state
    }

    /// - Parameters:
    ///   - environment: returns the value of a variable.
    ///   - accountHome: returns the home folder in the account database, used if HOME is not set (a service).
    package init(
        environment: (String) -> String? = environmentVariable,
        accountHome: () -> String? = { Accounts.homeFolder() }
    ) throws(StoreError) {
        func absolute(_ path: String?) -> String? {
            guard var path, path.hasPrefix("/") else { return nil }
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
            return path
        }
        let home = absolute(environment("HOME")) ?? absolute(accountHome())
        func folder(_ variable: String, _ fallback: String) -> String? {
            let base = absolute(environment(variable)) ?? home.map { ($0 == "/" ? "" : $0) + fallback }
            return base.map { ($0 == "/" ? "" : $0) + "/candela" }
        }
        guard let config = folder("XDG_CONFIG_HOME", "/.config"), let data = folder("XDG_DATA_HOME", "/.local/share"),
            let state = folder("XDG_STATE_HOME", "/.local/state")
        else {
            throw StoreError(
                "cannot find the folder for settings: this user has no home folder. Set HOME, or XDG_CONFIG_HOME, "
                    + "XDG_DATA_HOME and XDG_STATE_HOME.")
        }
        self.init(config: config, data: data, state: state)
    }

    /// The journals of controls, one file per camera.
    package var journals: String { state + "/journal" }
    /// The fitted light constants of this user's cameras.
    package var lightConstants: String { config + "/light.toml" }
    /// The scan history.
    package var history: String { data + "/history.sqlite" }
    /// The catalogues, one file each.
    package var catalogues: String { data + "/catalogues" }
    /// The profiles, one file each.
    package var profiles: String { config + "/profiles" }
}
