// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import SettingsStore
import SimulatedCamera
import StoredFiles
import Testing

@Suite("profiles")
struct ProfileTests {
    private static let camera = CameraProfile.Camera(
        identity: "usb-046d_HD Pro \"Webcam\"\n\u{1b}[31m_1234", model: "046d:082d", title: "Caméra \\ \u{202e}")

    private static var full: CameraProfile {
        var profile = CameraProfile(
            camera: camera, saved: "2026-11-21T12:00:00.000Z",
            settings: [
                .init(name: "auto_exposure", value: .integer(1), comment: "Manual Mode\nx = 1"),
                .init(name: "exposure_time_absolute", value: .integer(80), comment: "8 ms"),
                .init(name: "0x0a046d01", value: .integer(.min)), .init(name: "", value: .string("é\"\\\n")),
                .init(name: "[odd]\n", value: .string("")),
            ])
        profile.isForPlugIn = false
        profile.note = "under # the \"lamp\""
        profile.light = .init(lux: 12.5, brightnessValue: -1.25, meanLuma: 88)
        profile.score = .init(decodeRate: 0.9875, latencyP95Milliseconds: 33.1)
        profile.stream = .init(format: "MJPG", size: "1280x720")
        return profile
    }

    @Test("a profile is read back as written, including hostile names, and contains no control codes")
    func roundTrip() throws {
        var profile = Self.full
        let text = profile.text
        #expect(text.contains("exposure_time_absolute = 80") && text.contains("# 8 ms"))
        #expect(!text.unicodeScalars.contains { $0.value == 0x1b || $0.value == 0x202e })
        let read = try CameraProfile(bytes: Array(text.utf8), path: "x.toml")
        // Comments are for people; TOML's tables have no order.
        for index in profile.settings.indices { profile.settings[index].comment = nil }
        #expect(Set(read.settings) == Set(profile.settings))
        var sorted = profile
        sorted.settings = read.settings
        #expect(read == sorted)
    }

    @Test("a handwritten profile may use true and false, a date, and omit optional members")
    func byHand() throws {
        let text = """
            format = 1
            saved = 2026-11-21T12:00:00Z
            [camera]
            identity = "usb-x"
            [controls]
            focus_automatic_continuous = false
            exposure_absolute = 0x50
            [something.newer]
            a = 1
            """
        let profile = try CameraProfile(bytes: Array(text.utf8), path: "x.toml")
        #expect(profile.saved.hasPrefix("2026-11-21T12:00:00"))
        #expect(profile.isForPlugIn)
        #expect(Set(profile.settings.map(\.value)) == [.integer(0), .integer(80)])
    }

    @Test(
        "an invalid profile is rejected with the line number",
        arguments: [
            ("", "format is not 1"), ("format = 2\n[camera]\nidentity = \"x\"", "format is not 1"),
            ("format = 1\n", "identity"), ("format = 1\n[camera]\nidentity = 5", "line 3"),
            ("format = 1\ncontrols = 3\n[camera]\nidentity = \"x\"", "line 2"),
            ("format = 1\n[camera]\nidentity = \"x\"\n[controls]\ngain = [1]", "line 5"),
            ("format = 1\n[camera]\nidentity = \"x\"\n[controls]\ngain = 1.5", "line 5"),
            ("format = 1\n[camera]\nidentity = \"x\"\n[light]\nlux = \"dim\"", "light.lux is a text"),
            ("format = 1\n[camera\n", "line 2"),
        ])
    func refused(_ text: String, _ words: String) {
        #expect { _ = try CameraProfile(bytes: Array(text.utf8), path: "p.toml") } throws: {
            "\($0)".hasPrefix("cannot read the profile p.toml: ") && "\($0)".contains(words)
        }
    }

    @Test(
        "a name is never a path, hidden, or something a terminal obeys",
        arguments: [
            "", ".", "..", "../x", "a/b", ".hidden", "-f", " x", "x ", "a\nb", "\u{1b}[2J", "a\u{202e}b", "a\0b",
            "a\\b", String(repeating: "x", count: 65),
        ])
    func badNames(_ name: String) {
        #expect(throws: StoreError.self) { try ProfileName(name) }
    }

    @Test("ordinary names are taken, in any script", arguments: ["bench", "Bench 2", "kasse-1_b", "v1.2", "柜台", "é"])
    func goodNames(_ name: String) throws {
        #expect(try ProfileName(name).text == name)
    }

    @Test("the same camera, one of its model, another")
    func fit() {
        let profile = CameraProfile(camera: .init(identity: "usb-a_1", model: "046d:082d"), settings: [])
        #expect(profile.fit(.init(identity: "usb-a_1")) == .exact)
        #expect(profile.fit(.init(identity: "usb-a_2", model: "046d:082d")) == .alike)
        #expect(profile.fit(.init(identity: "usb-a_2", model: "046d:0892")) == .other)
        #expect(profile.fit(.init(identity: "usb-b")) == .other)
    }

    @Test("a value set by an automatic mode is neither saved nor reported as a difference")
    func automatic() throws {
        let camera = CameraSimulation(scene: try SimulatedScene(specification: "dim"))
        let names = try CameraProfile.settings(of: camera).map(\.name)
        for name in ["exposure_time_absolute", "focus_absolute", "white_balance_temperature", "gain", "privacy"] {
            #expect(!names.contains(name))
        }
        #expect(names.contains("auto_exposure") && names.contains("brightness"))
        let automatic = CameraProfile(camera: Self.camera, settings: try CameraProfile.settings(of: camera))
        for _ in 0..<40 { camera.skip() }
        #expect(try automatic.differences(from: camera).isEmpty)

        try camera.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(77)),
        ])
        let manual = CameraProfile(camera: Self.camera, settings: try CameraProfile.settings(of: camera))
        #expect(manual.settings.first { $0.name == "exposure_time_absolute" }?.comment == "7.7 ms")
        #expect(try manual.differences(from: camera).isEmpty)
        // As after a replug.
        let fresh = CameraSimulation(scene: try SimulatedScene(specification: "dim"))
        #expect(try manual.differences(from: fresh).map(\.control.id) == [.autoExposure])
        try fresh.set([ControlSetting(.brightness, .integer(3))])
        #expect(Set(try manual.differences(from: fresh).map(\.control.id)) == [.autoExposure, .brightness])
    }

    @Test("at plug-in the newest system profile of exactly this camera is used, if it is marked for it")
    func plugIn() throws {
        let scratch = Scratch()
        let store = ProfileStore(folder: scratch.path, isOfSystem: false)
        func save(_ name: String, _ identity: String, _ saved: String, plug: Bool = true) throws {
            var profile = CameraProfile(camera: .init(identity: identity), saved: saved, settings: [])
            profile.isForPlugIn = plug
            try store.write(profile, as: try ProfileName(name))
        }
        try save("old", "usb-a", "2026-01-01T00:00:00.000Z")
        try save("new", "usb-a", "2026-02-01T00:00:00.000Z")
        try save("newest", "usb-a", "2026-03-01T00:00:00.000Z", plug: false)
        try save("foreign", "usb-b", "2026-04-01T00:00:00.000Z")
        try scratch.write("broken.toml", "format = [")
        let (found, unread) = try store.forPlugIn("usb-a")
        #expect(found?.name.text == "new")
        #expect(unread.count == 1)
        #expect(try store.forPlugIn("usb-c").found == nil)
        #expect(ProfileStore.latest(of: .init(identity: "usb-a"), in: [store])?.name.text == "newest")
        #expect(try ProfileStore(folder: scratch.path + "/none", isOfSystem: true).forPlugIn("usb-a").found == nil)
    }

    @Test("root ignores profiles that other users can write")
    func trust() throws {
        let scratch = Scratch()
        let store = ProfileStore(folder: scratch.path, isOfSystem: true)
        try FileManager.default.createDirectory(atPath: scratch.path, withIntermediateDirectories: true)
        let profile = CameraProfile(camera: .init(identity: "usb-a"), settings: [])
        let name = try ProfileName("bench")
        try store.write(profile, as: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: store.path(of: name))
        let (found, unread) = try store.forPlugIn("usb-a")
        #expect(found == nil)
        #expect(unread.first?.description.contains("users other than root") == true)
        // The file is root's, but anybody could put another in its place.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: store.path(of: name))
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.path)
        #expect(try store.forPlugIn("usb-a").found == nil)
        // A program in a folder that everybody may write, such as the one for temporary files.
        try scratch.write("candela", "")
        #expect { _ = try TrustedProgram.path(scratch.path + "/candela") } throws: {
            "\($0)".contains("users other than root can write")
        }
    }

    @Test("a file is replaced atomically, and its directories are private to the user")
    func writing() throws {
        let scratch = Scratch()
        let store = ProfileStore(folder: scratch.path + "/a/b", isOfSystem: false)
        let name = try ProfileName("bench")
        try store.write(Self.full, as: name)
        try store.write(CameraProfile(camera: .init(identity: "usb-a"), settings: []), as: name)
        #expect(try store.read(name)?.camera.identity == "usb-a")
        #expect(try store.names() == [name])
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.path + "/a")[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(try store.delete(name))
        #expect(try !store.delete(name))
        #expect(try store.read(name) == nil)
        try StoredFile.write([1], to: scratch.path + "/once", placing: .exclusive)
        #expect { try StoredFile.write([2], to: scratch.path + "/once", placing: .exclusive) } throws: {
            ($0 as? StoreError)?.errno == EEXIST
        }
        #expect(try StoredFile.read(scratch.path + "/once", limit: 9) == [1])
    }
}
