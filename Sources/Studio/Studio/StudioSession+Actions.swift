// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import CameraControls
internal import Frames
package import Output
internal import Scanning
internal import Threads
internal import Torch
package import WebPage

extension StudioSession {
    package func perform(_ action: StudioAction) throws(PageFailure) -> JSONValue {
        switch action {
        case .set(let settings): return try set(settings)
        case .reset(let name): return try reset(name)
        case .region(let part):
            board.withLock { $0.region = part }
            tellState()
            return state
        case .torch(let percent): return try light(percent)
        case .pause(let isPaused):
            board.withLock { $0.isPaused = isPaused }
            tellState()
            return state
        case .enter(let text, let symbology): return try enter(text, symbology)
        case .done:
            let count = log.done()
            events.announce("done", ["scans": .integer(count)])
            return ["scans": .integer(count)]
        case .examine:
            try handOver(.examine)
            return ["examining": true]
        case .focus(let x, let y): return try focus(x, y)
        case .calibration(let action): return try perform(action)
        case .profile(let action): return try perform(action)
        }
    }

    // MARK: Codes typed by hand

    /// Handles a code typed by hand like one that was read: looks it up, stores it, then announces it.
    private func enter(_ text: String, _ name: String?) throws(PageFailure) -> JSONValue {
        var symbology: Symbology?
        if let name {
            guard let known = Symbology(rawValue: name), plan.symbologies.contains(known) else {
                throw PageFailure(422, "cannot add a code of \(name): the studio does not read this symbology")
            }
            symbology = known
        }
        switch TypedCode.read(text, as: symbology, asked: plan.symbologies) {
        case .success(let code):
            guard let entry = log.take(ScanEvent.Scan(source: TypedCode.reader, barcode: code, decodeTime: .zero))
            else {
                throw PageFailure(422, "cannot add \(text.prefix(80)): the station's rules do not take it")
            }
            board.withLock { board in
                board.counts.scans += 1
                board.scanTimes.append(.now)
            }
            events.announce("scan", entry)
            return entry
        case .failure(let refusal):
            let reason =
                refusal.isOfUnknownKind
                ? "it does not have the length of an EAN, UPC, GTIN or ISBN; choose its kind" : refusal.description
            throw PageFailure(422, "cannot add \(text.prefix(80)): \(reason)")
        }
    }

    // MARK: Controls

    private func live() throws(PageFailure) -> (LiveCamera, any ControlSurface) {
        guard let live = board.withLock({ $0.live }) else {
            throw PageFailure(409, "cannot set controls: there is no camera now")
        }
        guard let surface = live.surface else {
            throw PageFailure(409, "cannot set controls: \(live.name) has none")
        }
        return (live, surface)
    }

    private func set(_ settings: [StudioAction.Setting]) throws(PageFailure) -> JSONValue {
        let (live, surface) = try live()
        do throws(ControlError) {
            let list = try surface.controls()
            let lookup = ControlLookup(list)
            let current = { @Sendable (id: ControlID) -> Int64? in
                guard case .integer(let value)? = try? surface.value(of: id) else { return nil }
                return value
            }
            var wanted: [WantedSetting] = []
            for setting in settings {
                wanted.append(
                    try WantedSetting(setting.name, setting.value, lookup: lookup, clamps: true, current: current))
            }
            return try apply(try SettingsPlan(wanted, controls: list, current: current), live, surface)
        } catch {
            throw PageFailure(422, error.description)
        }
    }

    private func reset(_ name: String?) throws(PageFailure) -> JSONValue {
        let (live, surface) = try live()
        do throws(ControlError) {
            let list = try surface.controls()
            let lookup = ControlLookup(list)
            let chosen = try name.map { (name) throws(ControlError) in [try lookup.find(name)] } ?? lookup.controls
            let steps = chosen.filter { control in
                control.kind.isNumeric && control.dimensions.isEmpty && !control.isPersonal
                    && control.flags.isDisjoint(with: [.readOnly, .grabbed, .writeOnly])
            }.map { SettingsPlan.Step($0, .integer($0.defaultValue)) }
            // Automatic modes last: before them, the controls that they override can be set.
            let order = SettingOrder(steps.map(\.setting), controls: list) { id in
                guard case .integer(let value)? = try? surface.value(of: id) else { return nil }
                return value
            }
            let ordered = order.settings.compactMap { setting in
                steps.first { $0.control.id == setting.id }
            }
            return try apply(SettingsPlan(steps: ordered), live, surface, isAtomic: name != nil)
        } catch {
            throw PageFailure(422, error.description)
        }
    }

    private func apply(
        _ plan: SettingsPlan, _ live: LiveCamera, _ surface: any ControlSurface, isAtomic: Bool = true
    ) throws(ControlError) -> JSONValue {
        let hasEnded = live.endFollowing(bySetting: plan.steps.map(\.control.id))
        let transaction = SettingsTransaction(plan, on: surface, isAtomic: isAtomic)
        tellControls(live)
        if isAtomic, let refusal = transaction.refusal { throw refusal }
        let notes =
            plan.steps.compactMap { step in
                step.reason.map { "\(step.control.key) was set because \($0)" } ?? step.note
            } + (hasEnded ? ["exposure and gain no longer follow the light, because you set them"] : [])
        return [
            "changed": .integer(transaction.changes.count), "notes": .array(notes.map { .string($0) }),
            "refusals": .array(transaction.refusals.map { .string($0.description) }),
        ]
    }

    // MARK: The torch

    private func light(_ percent: Int) throws(PageFailure) -> JSONValue {
        guard let live = board.withLock({ $0.live }) else {
            throw PageFailure(409, "cannot switch the torch: there is no camera now")
        }
        let hasTorch: Bool
        if live.endFollowingByTorch() {
            events.announce("note", ["text": "the torch no longer follows the light, because you switched it"])
        }
        do throws(TorchError) {
            hasTorch = try live.light(percent: percent)
        } catch {
            throw PageFailure(422, error.description)
        }
        guard hasTorch else { throw PageFailure(409, "cannot switch the torch: \(live.name) has none") }
        let torch = live.torch
        board.withLock { $0.torch = torch }
        tellState()
        return torch
    }
}
