// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraDiscovery
internal import Output
internal import SettingsStore

struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Save a camera's settings, and give them back.",
        discussion: """
            A camera forgets its settings when it loses power. A profile keeps them in a file that can be read and \
            edited, by the camera's identity, so that they find it again on whatever port.

            Example:
              candela profile save bench
              candela profile apply bench
            """,
        subcommands: [
            ProfileSaveCommand.self, ProfileApplyCommand.self, ProfileShowCommand.self, ProfileListCommand.self,
            ProfileDeleteCommand.self, ProfileRestoreCommand.self, ProfileExportCommand.self, ProfileImportCommand.self,
        ])
}

/// Where profiles are looked for: this user's first, then the machine's.
struct ProfileShelf {
    let user: ProfileStore?
    let system = ProfileStore.system()

    /// - Throws: where this user has no place of their own, unless only the machine's are meant.
    init(isOfSystem: Bool = false) throws(CommandFailure) {
        user = isOfSystem ? nil : ProfileStore(try failing { () throws(StoreError) in try StateFolders() })
    }

    /// Where something new goes.
    var own: ProfileStore { user ?? system }
    var stores: [ProfileStore] { [user, system].compactMap { $0 } }

    static func name(_ text: String) throws(CommandFailure) -> ProfileName {
        try failing { () throws(StoreError) in try ProfileName(text) }
    }

    /// The profile of a name, with where it lies.
    func find(_ name: ProfileName) throws(CommandFailure) -> (store: ProfileStore, profile: CameraProfile) {
        for store in stores {
            if let profile = try failing({ () throws(StoreError) in try store.read(name) }) { return (store, profile) }
        }
        let names = stores.flatMap { (try? $0.names()) ?? [] }.map(\.text)
        throw CommandFailure(
            "cannot find the profile \(VisibleText.escape(name.text)): "
                + (names.isEmpty
                    ? "there is none yet; save one with candela profile save NAME"
                    : "there are \(names.map { VisibleText.escape($0) }.joined(separator: ", "))"))
    }

    /// The profile saved last for this very camera.
    func latest(of camera: CameraProfile.Camera) -> (name: ProfileName, profile: CameraProfile)? {
        ProfileStore.latest(of: camera, in: stores)
    }

    func write(
        _ profile: CameraProfile, as name: ProfileName, bytes: [UInt8]? = nil, isForced: Bool
    ) throws(CommandFailure) {
        let store = own
        try failing { () throws(StoreError) in
            if !isForced, let there = try store.read(name), there.fit(profile.camera) != .exact {
                throw StoreError(
                    "cannot save the profile \(name): one of that name is of another camera, \(there.camera.identity); "
                        + "choose another name, or replace it with --force")
            }
            try store.write(profile, as: name, bytes: bytes)
        }
    }
}

extension CameraProfile.Camera {
    /// What a profile says of an open camera. Looks into udev, and opens nothing.
    init(_ open: OpenControls) { self.init(of: open.name, identity: open.identity) }

    /// - Parameter name: the node's path, or a simulated camera's specification.
    init(of name: String, identity: String) {
        self.init(identity: identity)
        guard !name.hasPrefix("sim:") else { return }
        let nodes = (try? CameraFinder(probe: nil).nodes()) ?? []
        guard let node = nodes.first(where: { $0.path == name }) else { return }
        if let vendor = node.vendorID, let product = node.productID { model = "\(vendor):\(product)" }
        title = node.title
    }
}
