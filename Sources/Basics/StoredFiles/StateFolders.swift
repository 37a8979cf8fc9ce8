// SPDX-License-Identifier: Apache-2.0

public import UserSession

/// Where Candela keeps what outlives a run, for the user of this process. Nothing is made here: whoever writes does.
///
/// See: the XDG Base Directory Specification, 0.8. A variable that is empty or no absolute path counts as not set.
public struct StateFolders: Hashable, Sendable {
    /// What a person wrote or may edit: profiles. Without a slash at its end, as the others.
    public var config: String
    /// What belongs to the user and cannot be had again: scans, catalogues.
    public var data: String
    /// What a run leaves for the next: the journals of controls.
    public var state: String

    public init(config: String, data: String, state: String) {
        self.config = config
        self.data = data
        self.state = state
    }

    /// - Parameters:
    ///   - environment: a variable's value.
    ///   - accountHome: the home folder in the account database, where HOME says nothing (a service).
    public init(
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
                "cannot tell where settings are kept: this user has no home folder; set HOME, or XDG_CONFIG_HOME, "
                    + "XDG_DATA_HOME and XDG_STATE_HOME")
        }
        self.init(config: config, data: data, state: state)
    }

    /// The journals of controls, one file a camera.
    public var journals: String { state + "/journal" }
    /// The light constants fitted for this user's cameras.
    public var lightConstants: String { config + "/light.toml" }
    /// Every scan that is kept.
    public var history: String { data + "/history.sqlite" }
    /// The catalogues, one file each.
    public var catalogues: String { data + "/catalogues" }
    /// The profiles, one file each.
    public var profiles: String { config + "/profiles" }
}
