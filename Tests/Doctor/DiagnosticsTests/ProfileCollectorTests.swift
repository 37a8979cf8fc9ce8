// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Diagnostics
import Foundation
import SettingsStore
import SimulatedCamera
import StoredFiles
import Testing

@Suite("differences between a camera and the settings saved for it")
struct ProfileCollectorTests {
    private static let identity = "usb-Maker_Camera_1"

    /// A camera with settings other than its defaults.
    private static func configured() throws -> CameraSimulation {
        let camera = CameraSimulation(scene: try SimulatedScene(specification: "bench"))
        try camera.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(77)),
            ControlSetting(.brightness, .integer(90)),
        ])
        return camera
    }

    private static func save(
        _ name: String, of camera: CameraSimulation, in store: ProfileStore, saved: String = "2026-01-01T00:00:00.000Z",
        identity: String = identity
    ) throws {
        let settings = try CameraProfile.settings(of: camera)
        let profile = CameraProfile(camera: .init(identity: identity), saved: saved, settings: settings)
        try store.write(profile, as: try ProfileName(name))
    }

    /// Runs `body` with a folder of its own.
    private func withStore(_ body: (ProfileStore) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "candela-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(ProfileStore(folder: path, isOfSystem: false))
    }

    /// The profile finding for a camera with these profiles.
    private func finding(_ store: ProfileStore, _ camera: CameraSimulation) -> Finding? {
        var snapshot = Snapshot.healthy()
        snapshot.profile = ProfileCollector(stores: [store]).collect(identity: Self.identity, camera)
        return Doctor.judge(snapshot).checks.flatMap(\.findings).first { $0.id == .profileLost }
    }

    @Test("a camera with defaults after a power loss is found, with both values and the name of the profile")
    func lost() throws {
        try withStore { store in
            let camera = try Self.configured()
            try Self.save("bench", of: camera, in: store)
            #expect(finding(store, camera) == nil)
            let fresh = CameraSimulation(scene: try SimulatedScene(specification: "bench"))
            let lost = try #require(finding(store, fresh))
            #expect(lost.evidence.map(\.what) == ["auto_exposure", "brightness"])
            #expect(lost.evidence.last?.value == "128 (50 %)")
            #expect(lost.evidence.last?.threshold == "saved: 90 (35 %)")
            #expect(lost.fixes.first?.commands.first?.hasPrefix("candela profile apply bench") == true)
        }
    }

    @Test("values changed since, or another profile of the same camera, are no loss")
    func chosen() throws {
        try withStore { store in
            let camera = try Self.configured()
            try Self.save("day", of: camera, in: store)
            try camera.set([ControlSetting(.brightness, .integer(200))])
            #expect(finding(store, camera) == nil)
            let night = try Self.configured()
            try night.set([ControlSetting(.brightness, .integer(128))])
            #expect(finding(store, night) != nil, "the default")
            try Self.save("night", of: night, in: store, saved: "2026-02-01T00:00:00.000Z")
            #expect(finding(store, night) == nil)
            #expect(finding(store, try Self.configured()) == nil, "the day's")
        }
    }

    @Test("profiles of other cameras and invalid files are ignored")
    func others() throws {
        try withStore { store in
            try Self.save("other", of: try Self.configured(), in: store, identity: "usb-Other")
            try StoredFile.write(Array("format = [".utf8), to: store.folder + "/broken.toml")
            let fresh = CameraSimulation(scene: try SimulatedScene(specification: "bench"))
            let seen = ProfileCollector(stores: [store]).collect(identity: Self.identity, fresh)
            #expect(seen == .notReached)
        }
    }
}
