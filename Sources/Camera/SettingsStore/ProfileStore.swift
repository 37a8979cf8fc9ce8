// SPDX-License-Identifier: Apache-2.0

import Glibc
public import StoredFiles

/// The profiles in a folder, a file each.
public struct ProfileStore: Hashable, Sendable {
    public let folder: String
    /// Whether everybody reads them and only root writes them.
    public let isOfSystem: Bool

    /// The profiles of this user.
    public init(_ folders: StateFolders) { self.init(folder: folders.profiles, isOfSystem: false) }

    package init(folder: String, isOfSystem: Bool) {
        self.folder = folder
        self.isOfSystem = isOfSystem
    }

    /// Those of the machine, which udev may apply.
    public static func system(root: String = "") -> ProfileStore {
        ProfileStore(folder: root + "/etc/candela/profiles", isOfSystem: true)
    }

    public func path(of name: ProfileName) -> String { folder + "/" + name.text + ProfileName.ending }

    /// In alphabetical order; files whose names are no profile's are passed over.
    public func names() throws(StoreError) -> [ProfileName] {
        try StoredFile.names(in: folder, ending: ProfileName.ending).compactMap { file in
            try? ProfileName(String(file.dropLast(ProfileName.ending.count)))
        }
    }

    /// The file as it is; `nil` when there is none of this name.
    public func bytes(_ name: ProfileName) throws(StoreError) -> [UInt8]? {
        try StoredFile.read(path(of: name), limit: CameraProfile.fileLimit)
    }

    /// - Returns: `nil` when there is none of this name.
    public func read(_ name: ProfileName) throws(StoreError) -> CameraProfile? {
        guard let bytes = try bytes(name) else { return nil }
        return try CameraProfile(bytes: bytes, path: path(of: name))
    }

    /// - Parameter bytes: its file, with the comments somebody wrote, where there is one.
    public func write(_ profile: CameraProfile, as name: ProfileName, bytes: [UInt8]? = nil) throws(StoreError) {
        if isOfSystem { try makeReadableFolders() }
        try StoredFile.write(bytes ?? Array(profile.text.utf8), to: path(of: name), mode: isOfSystem ? 0o644 : 0o600)
    }

    /// - Returns: whether there was one.
    public func delete(_ name: ProfileName) throws(StoreError) -> Bool { try StoredFile.remove(path(of: name)) }

    /// The profiles saved for this very camera, store by store, of each the newest first. Files that cannot be read are
    /// passed over.
    public static func all(
        of camera: CameraProfile.Camera, in stores: [ProfileStore]
    ) -> [(name: ProfileName, profile: CameraProfile)] {
        stores.flatMap { store in
            ((try? store.names()) ?? []).compactMap { name -> (name: ProfileName, profile: CameraProfile)? in
                guard let profile = (try? store.read(name)) ?? nil, profile.fit(camera) == .exact else { return nil }
                return (name, profile)
            }.sorted { $0.profile.saved > $1.profile.saved }
        }
    }

    /// The profile saved last for this very camera, in the first of the stores that has one.
    public static func latest(
        of camera: CameraProfile.Camera, in stores: [ProfileStore]
    ) -> (name: ProfileName, profile: CameraProfile)? {
        all(of: camera, in: stores).first
    }

    /// The profile to give a camera when it is plugged in: of those saved for this very camera and meant for it, the one
    /// saved last. Files that cannot be read are passed over, and said.
    public func forPlugIn(
        _ identity: String
    ) throws(StoreError) -> (found: (name: ProfileName, profile: CameraProfile)?, unread: [StoreError]) {
        var found: (name: ProfileName, profile: CameraProfile)?
        var unread: [StoreError] = []
        for name in try names() {
            do throws(StoreError) {
                if isOfSystem { try checkTrusted(path(of: name)) }
                guard let profile = try read(name), profile.isForPlugIn, profile.camera.identity == identity else {
                    continue
                }
                if let best = found, best.profile.saved >= profile.saved { continue }
                found = (name, profile)
            } catch {
                unread.append(error)
            }
        }
        return (found, unread)
    }

    /// What root acts upon by itself, only root may have written, or put there.
    private func checkTrusted(_ path: String) throws(StoreError) {
        for place in [folder, path] {
            var status = stat()
            guard unsafe stat(place, &status) == 0 else { throw StoreError("cannot read \(place)", errno: errno) }
            guard status.st_uid == 0, status.st_mode & 0o022 == 0 else {
                throw StoreError(
                    "cannot trust the profile \(path): others than root may write \(place); chown root and chmod go-w it"
                )
            }
        }
    }

    /// Root's umask may keep everybody else out of what is meant for them.
    private func makeReadableFolders() throws(StoreError) {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            if unsafe mkdir(made, 0o755) == 0 {
                guard unsafe chmod(made, 0o755) == 0 else {
                    throw StoreError("cannot make the folder \(made)", errno: errno)
                }
            } else if errno != EEXIST {
                throw StoreError("cannot make the folder \(made)", errno: errno)
            }
        }
    }
}
