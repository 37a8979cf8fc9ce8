// SPDX-License-Identifier: Apache-2.0

/// Which devices a unit lets its programs open. See: man 5 systemd.resource-control.
struct UnitDevices {
    private let isPrivate: Bool
    private let policy: String
    /// As `DeviceAllow=` has them: `char-video4linux rw`.
    let allowed: [String]

    /// - Parameter values: the unit's properties, as `systemctl show` prints them.
    init(_ values: [String: [String]]) {
        isPrivate = values["PrivateDevices"]?.first == "yes"
        policy = values["DevicePolicy"]?.first ?? "auto"
        allowed = values["DeviceAllow"] ?? []
    }

    /// The settings that are not the usual ones.
    var settings: [String] {
        (isPrivate ? ["PrivateDevices=yes"] : []) + (policy == "auto" ? [] : ["DevicePolicy=\(policy)"]) + allowed.map { "DeviceAllow=\($0)" }
    }

    /// Whether none of the devices that are meant, by their names or groups (`char-media`), may be opened.
    func forbids(_ isMeant: (Substring) -> Bool) -> Bool {
        if isPrivate { return true }
        // With the policy auto, any DeviceAllow closes the rest.
        guard policy != "auto" || !allowed.isEmpty else { return false }
        return !allowed.contains { line in
            let device = line.prefix { $0 != " " }
            return device == "char-*" || isMeant(device)
        }
    }
}
