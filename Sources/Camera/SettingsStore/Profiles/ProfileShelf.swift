// SPDX-License-Identifier: Apache-2.0

internal import Output
internal import StoredFiles
package import Terminal

/// The stores to search for profiles: this user's first, then the machine's.
package struct ProfileShelf {
    package let user: ProfileStore?
    package let system = ProfileStore.system()

    /// - Throws: if this user has no home directory, unless only the machine's store is requested.
    package init(isOfSystem: Bool = false) throws(CommandFailure) {
        user = isOfSystem ? nil : ProfileStore(try failing { () throws(StoreError) in try StateFolders() })
    }

    /// The store for new profiles.
    package var own: ProfileStore { user ?? system }
    package var stores: [ProfileStore] { [user, system].compactMap { $0 } }

    package static func name(_ text: String) throws(CommandFailure) -> ProfileName {
        try failing { () throws(StoreError) in try ProfileName(text) }
    }

    /// The profile with this name, and its store.
    package func find(_ name: ProfileName) throws(CommandFailure) -> (store: ProfileStore, profile: CameraProfile) {
        for store in stores {
            if let profile = try failing({ () throws(StoreError) in try store.read(name) }) { return (store, profile) }
        }
        let names = stores.flatMap { (try? $0.names()) ?? [] }.map(\.text)
        throw CommandFailure(
            "cannot find the profile \(VisibleText.escape(name.text)): "
                + (names.isEmpty
                    ? "there are no profiles yet; save one with candela profile save NAME"
                    : "the profiles are \(names.map { VisibleText.escape($0) }.joined(separator: ", "))"))
    }

    /// The newest profile for exactly this camera.
    package func latest(of camera: CameraProfile.Camera) -> (name: ProfileName, profile: CameraProfile)? {
        ProfileStore.latest(of: camera, in: stores)
    }

    package func write(
        _ profile: CameraProfile, as name: ProfileName, bytes: [UInt8]? = nil, isForced: Bool
    ) throws(CommandFailure) {
        let store = own
        try failing { () throws(StoreError) in
            if !isForced, let there = try store.read(name), there.fit(profile.camera) != .exact {
                throw StoreError(
                    "cannot save the profile \(name): a profile of this name belongs to another camera, "
                        + "\(there.camera.identity); choose another name, or replace it with --force")
            }
            try store.write(profile, as: name, bytes: bytes)
        }
    }
}
