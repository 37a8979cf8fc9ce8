// SPDX-License-Identifier: Apache-2.0

internal import CameraControls
internal import Frames
package import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal
internal import Threads
internal import WebPage

extension StudioSession {
    /// All profiles, each with the settings in which the camera differs now.
    package var profiles: JSONValue {
        guard let shelf = try? ProfileShelf() else { return ["profiles": [], "unread": []] }
        let live = board.withLock { $0.live }
        var (entries, unread): ([JSONValue], [JSONValue]) = ([], [])
        for store in shelf.stores {
            for name in (try? store.names()) ?? [] {
                do throws(StoreError) {
                    guard let profile = try store.read(name) else { continue }
                    entries.append(entry(name, profile, store, live))
                } catch {
                    unread.append(.string(error.description))
                }
            }
        }
        return ["profiles": .array(entries), "unread": .array(unread)]
    }

    private func entry(
        _ name: ProfileName, _ profile: CameraProfile, _ store: ProfileStore, _ live: LiveCamera?
    ) -> JSONValue {
        var members: [JSONValue.Member] =
            [.init("name", .string(name.text)), .init("of_machine", .bool(store.isOfSystem))]
            + profile.members(store.path(of: name))
        let fit = live.map { profile.fit($0.profileCamera) }
        members.append(.init("fit", fit.map { .string("\($0)") } ?? .null))
        var differences: JSONValue = .null
        if let surface = live?.surface, let fit, fit != .other, let found = try? profile.differences(from: surface) {
            differences = .array(
                found.map { difference in
                    [
                        "name": .string(difference.control.key), "title": .string(difference.control.name),
                        "saved": .string(Self.text(difference.saved, of: difference.control)),
                        "now": .string(Self.text(difference.current, of: difference.control)),
                    ]
                })
        }
        members.append(.init("differences", differences))
        return .object(members)
    }

    /// The value in words if there are any.
    private static func text(_ value: ControlValue, of control: ControlDescription) -> String {
        guard case .integer(let number) = value else { return control.text(for: value) }
        if let human = ControlUnit(control)?.text(of: number) { return human }
        return control.menu.first { $0.index == number }?.label ?? control.text(for: value)
    }

    func perform(_ action: ProfileAction) throws(PageFailure) -> JSONValue {
        switch action {
        case .save(let name, let note, let isForced):
            let live = try cameraWithControls()
            guard let surface = live.surface else { break }
            var profile: CameraProfile
            do throws(ControlError) {
                profile = CameraProfile(
                    camera: live.profileCamera, settings: try CameraProfile.settings(of: surface))
            } catch {
                throw PageFailure(422, error.description)
            }
            profile.note = note
            let format = live.tap.format
            profile.stream = .init(format: format.fourCC?.description, size: format.size.description)
            try keep(profile, as: name, isForced: isForced)
            return ["saved": .string(name), "settings": .integer(profile.settings.count)]
        case .apply(let name, let isForced): return try apply(name, isForced: isForced)
        case .remove(let name): return try remove(name)
        }
        return .null
    }

    private func cameraWithControls() throws(PageFailure) -> LiveCamera {
        guard let live = board.withLock({ $0.live }) else {
            throw PageFailure(409, "cannot use profiles: there is no camera now")
        }
        guard live.surface != nil else { throw PageFailure(409, "cannot use profiles: \(live.name) has no controls") }
        return live
    }

    /// Writes a profile like `candela profile save`.
    func keep(_ profile: CameraProfile, as name: String, isForced: Bool) throws(PageFailure) {
        do throws(CommandFailure) {
            try ProfileShelf().write(profile, as: ProfileShelf.name(name), isForced: isForced)
        } catch {
            throw PageFailure(422, error.message)
        }
    }

    private func apply(_ text: String, isForced: Bool) throws(PageFailure) -> JSONValue {
        let live = try cameraWithControls()
        let profile: CameraProfile
        do throws(CommandFailure) {
            profile = try ProfileShelf().find(ProfileShelf.name(text)).profile
        } catch {
            throw PageFailure(404, error.message)
        }
        let fit = profile.fit(live.profileCamera)
        guard fit != .other || isForced else {
            throw PageFailure(
                422, "cannot apply the profile \(text): it belongs to another camera, \(profile.camera.identity)")
        }
        let problems = live.surface.map { profile.give(to: $0) } ?? []
        board.withLock { $0.standing = StandingSettings(profile: profile, isKept: true) }
        // Leave the settings in the camera, as the command does.
        if let failure = live.keep() { throw PageFailure(500, failure) }
        tellControls(live)
        return ["applied": .string(text), "fit": .string("\(fit)"), "problems": .array(problems.map { .string($0) })]
    }

    private func remove(_ text: String) throws(PageFailure) -> JSONValue {
        do throws(CommandFailure) {
            let (name, shelf) = (try ProfileShelf.name(text), try ProfileShelf())
            let isDeleted = try failing { () throws(StoreError) in try shelf.own.delete(name) }
            guard isDeleted else {
                throw CommandFailure("cannot remove the profile \(text): you have no profile of that name")
            }
        } catch {
            throw PageFailure(404, error.message)
        }
        return ["removed": .string(text)]
    }
}

extension CameraProfile {
    /// Applies as many settings as possible. Returns a sentence for each that cannot be applied.
    func give(to surface: any ControlSurface) -> [String] {
        do throws(ControlError) {
            let application = try ProfileApplication(self, on: surface)
            let transaction = SettingsTransaction(application.plan, on: surface, isAtomic: false)
            return application.problems + transaction.refusals.map(\.description)
        } catch {
            return [error.description]
        }
    }
}
