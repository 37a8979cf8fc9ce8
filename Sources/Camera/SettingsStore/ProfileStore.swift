// SPDX-License-Identifier: Apache-2.0

import Glibc
package import StoredFiles

/// The profiles in a directory, one file each.
package struct ProfileStore: Hashable, Sendable {
    package let folder: String
    /// Whether everybody can read the profiles and only root can write them.
    package let isOfSystem: Bool

    /// The profiles of this user.
    package init(_ folders: StateFolders) { self.init(folder: folders.profiles, isOfSystem: false) }

    package init(folder: String, isOfSystem: Bool) {
        self.folder = folder
        self.isOfSystem = isOfSystem
    }

    /// The profiles of the machine, which udev can apply.
    package static func system(root: String = "") -> ProfileStore {
        ProfileStore(folder: root + "/etc/candela/profiles", isOfSystem: true)
    }

    package func path(of name: ProfileName) -> String { folder + "/" + name.text + ProfileName.ending }

    /// In alphabetical order. Skips files whose names are not valid profile names.
    package func names() throws(StoreError) -> [ProfileName] {
        try StoredFile.names(in: folder, ending: ProfileName.ending).compactMap { file in
            try? ProfileName(String(file.dropLast(ProfileName.ending.count)))
        }
    }

    /// The raw file; `nil` if there is no profile of this name.
    package func bytes(_ name: ProfileName) throws(StoreError) -> [UInt8]? {
        try StoredFile.read(path(of: name), limit: CameraProfile.fileLimit)
    }

    /// - Returns: `nil` if there is no profile of this name.
    package func read(_ name: ProfileName) throws(StoreError) -> CameraProfile? {
        guard let bytes = try bytes(name) else { return nil }
        return try CameraProfile(bytes: bytes, path: path(of: name))
    }

    /// - Parameter bytes: its file with the user's comments, if there is one.
    package func write(_ profile: CameraProfile, as name: ProfileName, bytes: [UInt8]? = nil) throws(StoreError) {
        if isOfSystem { try makeReadableFolders() }
        try StoredFile.write(bytes ?? Array(profile.text.utf8), to: path(of: name), mode: isOfSystem ? 0o644 : 0o600)
    }

    /// - Returns: whether the profile existed.
    package func delete(_ name: ProfileName) throws(StoreError) -> Bool { try StoredFile.remove(path(of: name)) }

    /// The profiles for exactly this camera, store by store, newest first within each. Skips files that cannot be read.
    package static func all(
        of camera: CameraProfile.Camera, in stores: [ProfileStore]
    ) -> [(name: ProfileName, profile: CameraProfile)] {
        stores.flatMap { store in
            ((try? store.names()) ?? []).compactMap { name -> (name: ProfileName, profile: CameraProfile)? in
                guard let profile = (try? store.read(name)) ?? nil, profile.fit(camera) == .exact else { return nil }
                return (name, profile)
            }.sorted { $0.profile.saved > $1.profile.saved }
        }
    }

    /// The newest profile for exactly this camera, in the first of the stores that has one.
    package static func latest(
        of camera: CameraProfile.Camera, in stores: [ProfileStore]
    ) -> (name: ProfileName, profile: CameraProfile)? {
        all(of: camera, in: stores).first
    }

    /// The profile to apply when a camera is plugged in: the newest one for exactly this camera that is marked for it.
    /// Skips files that cannot be read, and returns their errors.
    package func forPlugIn(
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

    /// Checks that only root can write the file and its directory, because root applies it unattended.
    private func checkTrusted(_ path: String) throws(StoreError) {
        for place in [folder, path] {
            var status = stat()
            guard unsafe stat(place, &status) == 0 else { throw StoreError("cannot read \(place)", errno: errno) }
            guard status.st_uid == 0, status.st_mode & 0o022 == 0 else {
                throw StoreError(
                    "cannot trust the profile \(path): users other than root can write \(place); "
                        + "run chown root and chmod go-w on it"
                )
            }
        }
    }

    /// Creates the directories readable for everybody, whatever root's umask.
    private func makeReadableFolders() throws(StoreError) {
        var made = ""
        for part in folder.split(separator: "/") {
            made += "/" + part
            if unsafe mkdir(made, 0o755) == 0 {
                guard unsafe chmod(made, 0o755) == 0 else {
                    throw StoreError("cannot create the directory \(made)", errno: errno)
                }
            } else if errno != EEXIST {
                throw StoreError("cannot create the directory \(made)", errno: errno)
            }
        }
    }
}
