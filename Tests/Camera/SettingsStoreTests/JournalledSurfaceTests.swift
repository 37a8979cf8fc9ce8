// SPDX-License-Identifier: Apache-2.0

import CameraControls
import Foundation
import SettingsStore
import SimulatedCamera
import StoredFiles
import Synchronization
import Testing

@Suite("controls that are changed temporarily")
struct JournalledSurfaceTests {
    private static let key = JournalKey(identity: "usb-Maker_Cam_42", node: "/dev/video-none")

    @Test("the original values are in the journal, on disk, before the first change")
    func journalFirst() throws {
        let scratch = Scratch()
        let seen = Mutex<[String]>([])
        let camera = FakeCamera { _ in
            let text = scratch.names.first.flatMap { scratch.read($0) } ?? ""
            seen.withLock { $0.append(text) }
        }
        let surface = JournalledSurface(camera, camera: Self.key, journal: ControlJournal(folder: scratch.path))
        #expect(scratch.names.isEmpty)
        try surface.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(90)),
        ])
        try surface.set([ControlSetting(.exposureTimeAbsolute, .integer(60))])
        let texts = seen.withLock { $0 }
        #expect(texts.count == 3)
        #expect(texts[0].contains("before 0x009a0901 control_0x009a0901 i3"))
        #expect(!texts[0].contains("0x009a0902"))
        #expect(texts[1].contains("before 0x009a0902 control_0x009a0902 i250"))
        #expect(texts[1].contains("left 0x009a0902 i90"))
        #expect(texts[2].contains("left 0x009a0902 i60"))
        #expect(surface.hasChanges)

        let report = surface.putBack()
        #expect(report.isComplete)
        #expect(camera[.autoExposure] == 3)
        #expect(camera[.exposureTimeAbsolute] == 250)
        // The time while it was manual, then the automatic mode.
        #expect(
            camera.log.suffix(2) == [
                ControlSetting(.exposureTimeAbsolute, .integer(250)), ControlSetting(.autoExposure, .integer(3)),
            ])
        #expect(scratch.names.isEmpty)
    }

    @Test("a mode that was manual is manual again before what it governs is set")
    func manualBefore() throws {
        let camera = FakeCamera()
        camera[.autoExposure] = 1
        let surface = JournalledSurface(camera, camera: Self.key, journal: nil)
        try surface.set([ControlSetting(.autoExposure, .integer(3))])
        // The automatic mode moves what it governs.
        camera[.exposureTimeAbsolute] = 333
        #expect(surface.putBack().isComplete)
        #expect(camera[.autoExposure] == 1)
        #expect(camera[.exposureTimeAbsolute] == 250)
    }

    @Test("controls that were not changed are not written, and a second call does nothing")
    func sparing() throws {
        let camera = FakeCamera()
        let surface = JournalledSurface(camera, camera: Self.key, journal: nil)
        try surface.set([ControlSetting(.brightness, .integer(5)), ControlSetting(.brightness, .integer(128))])
        let count = camera.log.count
        #expect(surface.putBack().restored.isEmpty)
        #expect(surface.putBack().isComplete)
        #expect(camera.log.count == count)
    }

    @Test("after putBack() nothing can be set")
    func closed() throws {
        let camera = FakeCamera()
        let surface = JournalledSurface(camera, camera: Self.key, journal: nil)
        surface.putBack()
        #expect { try surface.set([ControlSetting(.brightness, .integer(5))]) } throws: {
            ($0 as? ControlError)?.kind == .notPermitted && "\($0)".contains("have been restored")
        }
        #expect(camera[.brightness] == 128)
    }

    @Test("a control that cannot be restored is reported, the rest is restored, and the journal stays")
    func stalled() throws {
        let scratch = Scratch()
        let camera = FakeCamera()
        let journal = ControlJournal(folder: scratch.path)
        let surface = JournalledSurface(camera, camera: Self.key, journal: journal)
        try surface.set([ControlSetting(.brightness, .integer(5)), ControlSetting(.gain, .integer(99))])
        camera.state.withLock { _ = $0.refused.insert(.brightness) }
        let report = surface.putBack()
        #expect(report.failures.map(\.id) == [.brightness])
        #expect(report.restored.map(\.id) == [.gain])
        #expect(camera[.gain] == 10)
        #expect(scratch.names.count == 1)
    }

    @Test("a restored value is read back, because the driver may change it")
    func readBack() throws {
        let camera = FakeCamera()
        let surface = JournalledSurface(camera, camera: Self.key, journal: nil)
        try surface.set([ControlSetting(.gain, .integer(99))])
        camera.state.withLock { $0.rounding[.gain] = 7 }
        let report = surface.putBack()
        #expect(report.failures.count == 1)
        #expect(report.failures[0].description.contains("the camera set it to 7"))
    }

    @Test("where no journal can be written, nothing is changed")
    func unwritable() throws {
        let scratch = Scratch()
        try scratch.write("file", "")
        let camera = FakeCamera()
        let journal = ControlJournal(folder: scratch.path + "/file/journal")
        #expect(throws: StoreError.self) { try journal.prepare() }
        let surface = JournalledSurface(camera, camera: Self.key, journal: journal)
        #expect { try surface.set([ControlSetting(.brightness, .integer(5))]) } throws: {
            "\($0)".contains("\(scratch.path)/file")
        }
        #expect(camera.log.isEmpty)
    }

    @Test("kept changes stay, and nothing is left over")
    func kept() throws {
        let scratch = Scratch()
        let camera = FakeCamera()
        let surface = JournalledSurface(camera, camera: Self.key, journal: ControlJournal(folder: scratch.path))
        try surface.set([ControlSetting(.brightness, .integer(5))])
        try surface.keep()
        #expect(scratch.names.isEmpty)
        #expect(surface.putBack().restored.isEmpty)
        #expect(camera[.brightness] == 5)
    }

    @Test("the simulated camera, whose automatic modes are real, is as it was")
    func simulated() throws {
        let camera = CameraSimulation(scene: try SimulatedScene(specification: "dim"))
        for _ in 0..<30 { camera.skip() }
        let surface = JournalledSurface(camera, camera: Self.key, journal: nil)
        func values() throws -> [ControlID: ControlValue] {
            var values: [ControlID: ControlValue] = [:]
            for control in try surface.controls() where control.kind.isNumeric && !control.flags.contains(.inactive) {
                values[control.id] = try surface.value(of: control.id)
            }
            return values
        }
        let before = try values()
        try surface.set([
            ControlSetting(.autoExposure, .integer(1)), ControlSetting(.exposureTimeAbsolute, .integer(40)),
            ControlSetting(.gain, .integer(200)), ControlSetting(.focusAutomaticContinuous, .integer(0)),
            ControlSetting(.focusAbsolute, .integer(100)), ControlSetting(.illuminator1, .integer(1)),
        ])
        #expect(try values() != before)
        #expect(surface.putBack().isComplete)
        #expect(try values() == before)
    }
}

@Suite("journals left over")
struct ControlJournalTests {
    private static let key = JournalKey(identity: "usb-Maker_Cam_42", node: "/dev/video-none")

    /// A journal as a process that does not run any more has left it.
    private func leave(_ scratch: Scratch, _ lines: String, owner: String = "owner 999999999 1 0-0") throws {
        try scratch.write(
            "c-dead.journal",
            "candela control journal 1\ncamera usb-Maker_Cam_42\nnode %2fdev%2fvideo-none\n\(owner)\n\(lines)")
    }

    private static let changes = """
        before 0x009a0901 auto_exposure i3
        left 0x009a0901 i1
        before 0x009a0902 exposure_time_absolute i250
        left 0x009a0902 i90
        before 0x00980900 brightness i128
        left 0x00980900 i5

        """

    @Test("settings that a killed run left are found and restored, and the journal is removed")
    func restore() throws {
        let scratch = Scratch()
        try leave(scratch, Self.changes)
        let camera = FakeCamera()
        camera[.autoExposure] = 1
        camera[.exposureTimeAbsolute] = 90
        camera[.brightness] = 5
        let journal = ControlJournal(folder: scratch.path)
        let leftover = try #require(try journal.leftovers(of: Self.key).first)
        #expect(try journal.leftovers(of: JournalKey(identity: "usb-Other", node: "/dev/video-none")).isEmpty)
        #expect(Set(try leftover.pending(on: camera)) == ["auto_exposure", "exposure_time_absolute", "brightness"])
        let report = leftover.restore(on: camera)
        #expect(report.isComplete)
        #expect(report.restored.count == 3)
        #expect(camera[.autoExposure] == 3)
        #expect(camera[.exposureTimeAbsolute] == 250)
        #expect(camera[.brightness] == 128)
        #expect(scratch.names.isEmpty)
    }

    @Test("controls that were set since, or reset by a replug, are not changed")
    func foreign() throws {
        let scratch = Scratch()
        try leave(scratch, Self.changes)
        let camera = FakeCamera()
        camera[.brightness] = 77
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers().found.first)
        #expect(try leftover.pending(on: camera).isEmpty)
        let report = leftover.restore(on: camera)
        #expect(report.isComplete)
        #expect(Set(report.foreign) == ["auto_exposure", "exposure_time_absolute", "brightness"])
        #expect(camera.log.isEmpty)
        #expect(scratch.names.isEmpty)
    }

    @Test("a value that the driver rounded is still recognised as ours")
    func rounded() throws {
        let scratch = Scratch()
        try leave(scratch, "before 0x00980913 gain i10\nleft 0x00980913 i99\n")
        let camera = FakeCamera()
        camera.state.withLock { $0.rounding[.gain] = 5 }
        camera[.gain] = 95
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers().found.first)
        #expect(leftover.restore(on: camera).isComplete)
        #expect(camera[.gain] == 10)
    }

    @Test("a value that our automatic mode has changed since is ours too")
    func moved() throws {
        let scratch = Scratch()
        try leave(
            scratch,
            "before 0x009a0902 exposure_time_absolute i250\nbefore 0x009a0901 auto_exposure i1\nleft 0x009a0901 i3\n")
        let camera = FakeCamera()
        camera[.exposureTimeAbsolute] = 444
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers().found.first)
        #expect(leftover.restore(on: camera).isComplete)
        #expect(camera[.autoExposure] == 1)
        #expect(camera[.exposureTimeAbsolute] == 250)
    }

    @Test("an unplugged camera keeps its journal")
    func gone() throws {
        let scratch = Scratch()
        try leave(scratch, Self.changes)
        let camera = FakeCamera()
        camera.state.withLock { $0.isGone = true }
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers().found.first)
        #expect(leftover.restore(on: camera).failures.first?.kind == .gone)
        #expect(scratch.names.count == 1)
        leftover.discard()
        #expect(scratch.names.isEmpty)
    }

    @Test("the journal of a running process is not a leftover, and a second run is rejected")
    func alive() throws {
        let scratch = Scratch()
        let journal = ControlJournal(folder: scratch.path)
        let first = JournalledSurface(FakeCamera(), camera: Self.key, journal: journal)
        try first.set([ControlSetting(.brightness, .integer(5))])
        #expect(try journal.leftovers().found.isEmpty)
        let camera = FakeCamera()
        let second = JournalledSurface(camera, camera: Self.key, journal: journal)
        #expect { try second.set([ControlSetting(.gain, .integer(5))]) } throws: {
            "\($0)".contains("process \(ProcessInfo.processInfo.processIdentifier)")
        }
        #expect(camera.log.isEmpty)
        // Another camera is another matter.
        let other = JournalledSurface(
            camera, camera: JournalKey(identity: "usb-Other", node: "/dev/video-none"), journal: journal)
        try other.set([ControlSetting(.gain, .integer(5))])
        #expect(other.putBack().isComplete)
        #expect(first.putBack().isComplete)
        #expect(scratch.names.isEmpty)
    }

    @Test("the id of an ended process may belong to another process")
    func reusedNumber() throws {
        let scratch = Scratch()
        let id = ProcessInfo.processInfo.processIdentifier
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        // This process's number and this start of the machine, but begun at another time.
        try leave(scratch, Self.changes, owner: "owner \(id) 1 \(boot)")
        #expect(try ControlJournal(folder: scratch.path).leftovers().found.count == 1)
        // The same as it is, name and all: alive, although nobody holds the lock.
        let stat = try String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
        let fields = stat[stat.index(after: stat.lastIndex(of: ")")!)...].split(separator: " ")
        try leave(scratch, Self.changes, owner: "owner \(id) \(fields[19]) \(boot)")
        #expect(try ControlJournal(folder: scratch.path).leftovers().found.isEmpty)
    }

    @Test("a line that a power failure cut off is ignored")
    func cutOff() throws {
        let scratch = Scratch()
        try leave(scratch, "before 0x00980900 brightness i128\nleft 0x00980900 i5\nleft 0x00980900 i7")
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers().found.first)
        #expect(leftover.record.entries.map(\.left) == [.integer(5)])
    }

    @Test(
        "hostile contents are refused with the line",
        arguments: [
            ("before 0x00980900 bright\u{1b}[2J i1", 5), ("before 980900 brightness i1", 5),
            ("before 0x00980900 brightness i", 5), ("before 0x00980900 brightness i99999999999999999999", 5),
            ("before 0x00980900 brightness s4", 5), ("before 0x00980900 brightness b-1", 5),
            ("left 0x00980900 i5", 5), ("nonsense", 5), ("", 5),
            ("before 0x00980900 brightness i1\nbefore 0x00980900 brightness i2", 6), ("owner -4 5 6", 5),
            ("camera %2", 5),
        ])
    func hostile(_ lines: String, _ number: Int) throws {
        let scratch = Scratch()
        try leave(scratch, lines + "\n")
        let found = try ControlJournal(folder: scratch.path).leftovers()
        #expect(found.found.isEmpty)
        let error = try #require(found.damaged.first?.error.description)
        #expect(error.contains("c-dead.journal") && error.contains("--discard"))
        if !lines.hasPrefix("camera") { #expect(error.contains("line \(number):"), "\(error)") }
    }

    @Test("a huge file, one of another version, a folder and a hidden one do no harm")
    func odd() throws {
        let scratch = Scratch()
        try scratch.write("c-huge.journal", String(repeating: "x", count: 5 << 20))
        try scratch.write("c-other.journal", "candela control journal 2\n")
        try scratch.write("c-folder.journal/file", "")
        try scratch.write(".candela-1-1.new", "")
        let found = try ControlJournal(folder: scratch.path).leftovers()
        #expect(found.found.isEmpty)
        #expect(
            found.damaged.map { $0.path.suffix(8) }
                == ["/c-folder.journal", "/c-huge.journal", "/c-other.journal"].map { $0.suffix(8) })
        #expect(try ControlJournal(folder: scratch.path + "/none").leftovers().found.isEmpty)
    }

    @Test("names chosen by devices, texts and bytes are read back unchanged")
    func names() throws {
        let scratch = Scratch()
        let key = JournalKey(identity: "usb-Caméra \n../../\u{1b}[31m %41", node: "/dev/null")
        let surface = JournalledSurface(FakeCamera(), camera: key, journal: ControlJournal(folder: scratch.path))
        try surface.set([ControlSetting(.brightness, .integer(-5))])
        let name = try #require(scratch.names.first)
        #expect(name.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 && $0 != UInt8(ascii: "/") })
        // As if the process were dead: another owner, and no lock on a new file.
        let text = try #require(scratch.read(name)).replacing(/owner .*\n/, with: "owner 999999999 1 0\n")
        surface.putBack()
        try scratch.write(
            "c-copy.journal",
            text + "before 0x00980a00 text s4368c3a9\nleft 0x00980a00 b00ff10\n")
        let leftover = try #require(try ControlJournal(folder: scratch.path).leftovers(of: key).first)
        #expect(leftover.record.camera == key)
        #expect(
            leftover.record.entries.map(\.left) == [.integer(-5), .bytes([0, 255, 16])])
        #expect(leftover.record.entries.last?.before == .string("Ché"))
    }

    @Test("the journal of a long run is rewritten before it becomes too large")
    func long() throws {
        let scratch = Scratch()
        let camera = FakeCamera()
        let journal = ControlJournal(folder: scratch.path)
        let surface = JournalledSurface(camera, camera: Self.key, journal: journal)
        for index in 0..<40_000 { try surface.set([ControlSetting(.brightness, .integer(Int64(index % 7)))]) }
        let size = try #require(scratch.read(scratch.names[0])?.utf8.count)
        #expect(size < 600_000)
        #expect(scratch.read(scratch.names[0])?.contains("before 0x00980900 control_0x00980900 i128") == true)
        // Still locked: it is nobody's leftover.
        #expect(try journal.leftovers().found.isEmpty)
        #expect(surface.putBack().isComplete)
        #expect(camera[.brightness] == 128)
        #expect(scratch.names.isEmpty)
    }
}
