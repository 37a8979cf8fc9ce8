// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import Frames
import Glibc
import LumaProcessing

/// Reads the codes of a stream at a fraction of the cost of searching each frame.
///
/// - `SceneGate` decides which frames, and which parts, to search: nothing new means hardly any search.
/// - A code that was read is searched for at its predicted place, by the step that read it (`CodeTrack`).
/// - An unconfirmed read is repeated in the same frame: closely, with the other library and in other ways.
/// - The remaining steps of the ladder take turns.
/// - Frames of a static scene are averaged, so that noise does not hide codes.
/// - Frames of a place that looks like a code and is not read are laid on each other (`StackedPlace`).
///
/// Corners are in the frame. Use it for one stream and on one thread at a time; call `reset` before another stream.
package final class StreamReader: SteppedReader, DoubtingReader {
    package let name = "stream"
    package var supported: Set<Symbology> { ladder.supported }
    package var shortfall: ReaderShortfall { ladder.shortfall }

    package var onStep: StepLanes.Note?
    /// It always does.
    package var isAlone = true
    package var leftOut: Set<Int> = []
    /// The steps run on the last frame, for tests and measurements.
    package private(set) var records: [ReadingRecord] = []

    package private(set) var doubtful: [Barcode] = []

    private let ladder: LadderSteps
    private let isGated: Bool
    private var votes: ReadingVotes
    private var gate: SceneGate
    private var tracks: [CodeTrack] = []
    private var average = FrameAverage()
    private var stacked = StackedPlace()
    /// The middle of what passed through the scene in the last frame, and how far it had moved.
    private var lastPassing: (middle: PixelPoint, step: (x: Double, y: Double))?
    private let isStacking: Bool
    private var frame = 0
    private var turn = 0
    /// Frames since new content came into view, if nothing of it has been read yet.
    private var unreadOnset: Int?
    /// The searches of the last frame: none is made twice.
    private var taken: [(step: ReadingStep, area: PixelRectangle, symbologies: Set<Symbology>)] = []

    /// The number of frames within which a weak read can be confirmed.
    private static let memory = 12
    /// The maximum number of codes to follow; others are read in their turn.
    private static let mostTracks = 16
    /// While a code in view is followed, the rest of the scene has a turn once in this many frames.
    private static let followingPeriod = 3
    /// While something moves through a still scene, all of the scene has a turn once in this many frames.
    private static let passingPeriod = 4
    /// The part of the width by which what passes moves from frame to frame, if it is not held there.
    private static let fast = 0.025
    /// New content is little more than a code if it is at most this many times its area: what is printed around it, and where it
    /// was before.
    private static let mostAround = 8.0
    /// The maximum number of reads to confirm in one frame: noise and text can give many.
    private static let mostDoubts = 3

    /// - Parameters:
    ///   - use: `scan`; with `frames`, each frame is searched whether anything in it is new or not, for callers that
    ///     count reads.
    ///   - missing: why there is no reader for the other engines.
    package convenience init(
        readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort, use: ReadingUse = .scan,
        missing: [BarcodeReaderError] = []
    ) {
        self.init(
            readers: readers, steps: ReadingLadder.steps(effort, use), isGated: use == .scan, missing: missing)
    }

    package init(
        readers: [ReadingEngine: any BarcodeReader], steps: [ReadingStep], isGated: Bool = true,
        missing: [BarcodeReaderError] = []
    ) {
        self.isGated = isGated
        ladder = LadderSteps(steps, readers: readers, missing: missing)
        isStacking = steps.contains { $0.condition == .stacked }
        votes = ReadingVotes(hasBothReaders: ladder.hasBothReaders, isStream: true)
        // The number of turns until each step has run.
        gate = SceneGate(
            cycle: steps.map { if case .everyNth(let count, _) = $0.condition { count } else { 1 } }.max() ?? 1)
    }

    /// It has no other threads.
    package func finish() {}

    package func reset() {
        votes.removeAll()
        gate.reset()
        tracks = []
        average.removeAll()
        stacked = StackedPlace()
        lastPassing = nil
        frame = 0
        turn = 0
        unreadOnset = nil
        doubtful = []
    }

    package func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        records.removeAll(keepingCapacity: true)
        doubtful = []
        guard image.width > 0, image.height > 0 else { return [] }
        votes.forget(before: frame - Self.memory)
        defer { frame += 1 }

        taken.removeAll(keepingCapacity: true)
        let isFollowed = follow(image, symbologies)
        let explained = tracks.compactMap { $0.swept(in: image.size) }
        let wasStill = gate.isStill
        let verdict = isGated ? gate.judge(image, explained: explained) : .turn(PixelRectangle(image.size))
        search(image, symbologies, verdict, isFollowed: isFollowed)
        confirm(image, symbologies)
        if isStacking {
            if wasStill, case .onset = verdict { stacked.renew() }
            if isFast(verdict, image.size) { stacked.hold() } else { stack(image, symbologies) }
        }
        let accepted = votes.accepted(in: frame)
        doubtful = votes.doubtful(in: frame)
        learn(accepted)
        unreadOnset = accepted.isEmpty ? unreadOnset.map { $0 + 1 } : nil
        return accepted
    }

    // MARK: Following

    /// - Returns: whether all followed codes, at least one, were read or are just leaving the frame.
    private func follow(_ image: LumaImage, _ symbologies: Set<Symbology>) -> Bool {
        var all = !tracks.isEmpty
        for index in tracks.indices {
            let track = tracks[index]
            if track.isLeaving {
                tracks[index].miss(in: image.size)
                continue
            }
            let step = ladder.steps[track.step]
            guard symbologies.contains(track.code.symbology), let place = track.surroundings(in: image.size) else {
                tracks[index].miss(in: image.size)
                all = false
                continue
            }
            let codes = look(image, place, track.step, [track.code.symbology], closely: true)
            votes.add(codes, by: step, picture: frame)
            if let again = codes.first(where: { $0.isSameText(as: track.code) })?.corners {
                tracks[index].found(at: again)
            } else {
                tracks[index].miss(in: image.size)
                if !tracks[index].isLeaving { all = false }
            }
        }
        tracks.removeAll(where: \.isLost)
        return all
    }

    /// Records the places of the codes read in this frame, and the steps that read them.
    private func learn(_ accepted: [Barcode]) {
        for code in accepted {
            guard let place = code.corners else { continue }
            let same = tracks.indices.filter { tracks[$0].code.isSameText(as: code) }
            if same.contains(where: {
                tracks[$0].misses == 0 && tracks[$0].code.corners?.coversSamePlace(as: place) == true
            }) {
                continue
            }
            // Missed where it was expected, and found by a search.
            if let missed = same.first(where: { tracks[$0].misses > 0 }) {
                tracks[missed].foundElsewhere(at: place)
                continue
            }
            // What only several frames show is not found in the next one.
            guard tracks.count < Self.mostTracks, let step = votes.step(of: code, in: frame), step.condition != .stacked,
                let index = ladder.steps.firstIndex(of: step), let track = CodeTrack(code, step: index)
            else { continue }
            tracks.append(track)
        }
    }

    // MARK: Searching

    private func search(
        _ image: LumaImage, _ symbologies: Set<Symbology>, _ verdict: SceneGate.Verdict, isFollowed: Bool
    ) {
        // Content that moves with a followed code is usually that code.
        let mayWait = isGated && isFollowed && frame % Self.followingPeriod != 0
        let area: PixelRectangle
        switch verdict {
        case .rest:
            if gate.isAtRest, tracks.isEmpty { average.add(image) }
            return
        case .onset(let new, let whole):
            average.removeAll()
            searchNew(image, new, symbologies)
            if !isExplained(new) {
                for (index, step) in ladder.steps.enumerated() where step.condition == .unexplainedOnset {
                    take(index, image, new, symbologies)
                }
            }
            area = whole
            unreadOnset = 0
            searchUnread(image, new, symbologies)
        case .passing(let new, let whole):
            if mayWait { return }
            searchNew(image, new, symbologies)
            searchUnread(image, new, symbologies)
            area = frame % Self.passingPeriod == 0 ? whole : new
        case .turn(let whole):
            area = whole
            searchUnread(image, whole, symbologies)
        }
        if mayWait { return }
        var picture = image
        if gate.isAtRest, tracks.isEmpty {
            average.add(image)
            picture = average.image ?? image
        } else {
            average.removeAll()
        }
        for (index, step) in ladder.steps.enumerated() {
            if isDue(step) { take(index, picture, area, symbologies) }
        }
        turn += 1
    }

    /// The cheap searches of new content, and for codes that are not where they were expected.
    private func searchNew(_ image: LumaImage, _ area: PixelRectangle, _ symbologies: Set<Symbology>) {
        for (index, step) in ladder.steps.enumerated() where step.condition == .onset {
            take(index, image, area, symbologies)
        }
        let accepted = votes.accepted(in: frame)
        for track in tracks where track.misses == 1 && !track.isLeaving && !accepted.contains(where: track.code.isSameText)
        {
            take(track.step, image, area, [track.code.symbology])
        }
    }

    /// Whether new content is little more than a code that has been read in this frame.
    private func isExplained(_ area: PixelRectangle) -> Bool {
        votes.accepted(in: frame).contains { code in
            guard let corners = code.corners, area.covers(corners.center) else { return false }
            // The outline of a linear code may be a single line.
            let (long, short) = (max(corners.width, corners.height), min(corners.width, corners.height))
            return Double(area.width * area.height) <= Self.mostAround * long * max(short, long / 2)
        }
    }

    /// Searches new content more closely if the first searches did not read it.
    private func searchUnread(_ image: LumaImage, _ area: PixelRectangle, _ symbologies: Set<Symbology>) {
        guard let unreadOnset else { return }
        for (index, step) in ladder.steps.enumerated() where step.condition == .unreadOnset(after: unreadOnset) {
            if votes.accepted(in: frame).isEmpty { take(index, image, area, symbologies) }
        }
    }

    private func isDue(_ step: ReadingStep) -> Bool {
        switch step.condition {
        case .always: true
        // Callers that count frames want the first one to count.
        case .everyNth(let count, let offset): turn % count == offset || turn == 0 && !isGated
        case .nothingRead, .noneOrSeveralLinear, .moreLikely, .noLinearRead, .placesLeft, .sheet, .unconfirmed, .largerThan,
            .unreadLargerThan,
            .onset, .unexplainedOnset, .unreadOnset, .stacked, .doubt:
            false
        }
    }

    private func take(_ index: Int, _ image: LumaImage, _ area: PixelRectangle, _ symbologies: Set<Symbology>) {
        let step = ladder.steps[index]
        let isDone = taken.contains { earlier in
            earlier.area == area && earlier.step.isSameSearch(as: step) && earlier.symbologies.isSuperset(of: symbologies)
        }
        if isDone { return }
        taken.append((step, area, symbologies))
        votes.add(look(image, area, index, symbologies), by: step, picture: frame)
    }

    /// Reads a part of a frame with one step; corners are in the frame.
    private func look(
        _ image: LumaImage, _ area: PixelRectangle, _ index: Int, _ symbologies: Set<Symbology>, closely: Bool = false
    ) -> [Barcode] {
        guard let part = image.cropped(to: area) else { return [] }
        return read(part, index, symbologies, closely: closely) {
            PixelPoint(x: $0.x + Double(area.x), y: $0.y + Double(area.y))
        }
    }

    /// Reads a picture made from a frame with one step.
    ///
    /// - Parameter move: from the picture to the frame.
    private func read(
        _ part: LumaImage, _ index: Int, _ symbologies: Set<Symbology>, closely: Bool = false,
        move: (PixelPoint) -> PixelPoint
    ) -> [Barcode] {
        let step = ladder.steps[index]
        let wanted = ladder.wanted(step, of: symbologies)
        guard !wanted.isEmpty, !leftOut.contains(index) else { return [] }
        onStep?(index, 0)
        let began = FrameTimestamp.now
        var prepared = PreparedPictures(part)
        let codes = (ladder.look(at: &prepared, step, wanted: wanted, closely: closely) ?? []).map { $0.moved(move) }
        records.append(ReadingRecord(step: step, codes: codes.count, duration: FrameTimestamp.now.since(began)))
        return codes
    }

    // MARK: Stacking

    /// Whether something passes through a still scene, by more of the frame's width than a hand trembles, and for two frames in
    /// one direction: the box round what has changed also jumps with what is in it.
    private func isFast(_ verdict: SceneGate.Verdict, _ size: FrameSize) -> Bool {
        guard case .passing(let new, _) = verdict else {
            lastPassing = nil
            return false
        }
        let middle = PixelPoint(
            x: Double(new.x) + Double(new.width) / 2, y: Double(new.y) + Double(new.height) / 2)
        let earlier = lastPassing
        let step = earlier.map { (x: middle.x - $0.middle.x, y: middle.y - $0.middle.y) } ?? (x: 0, y: 0)
        lastPassing = (middle, step)
        let least = Self.fast * Double(size.width)
        return earlier.map { earlier in
            let before = earlier.step
            return hypot(step.x, step.y) > least && hypot(before.x, before.y) > least
                && step.x * before.x + step.y * before.y > 0
        } ?? false
    }

    /// Lays frames on each other where something looks like a code and nothing is read, and reads them together.
    private func stack(_ image: LumaImage, _ symbologies: Set<Symbology>) {
        guard tracks.isEmpty, votes.accepted(in: frame).isEmpty else { return stacked.forget() }
        guard let fused = stacked.add(image) else { return }
        var doubtful = false
        for (index, step) in ladder.steps.enumerated() where step.condition == .stacked {
            let codes = read(fused.image, index, symbologies) { fused.toOriginal($0) }
            if !codes.isEmpty { doubtful = true }
            votes.add(codes, by: step, picture: frame)
            if !votes.accepted(in: frame).isEmpty { break }
        }
        stacked.tried(isRead: !votes.accepted(in: frame).isEmpty, isDoubtful: doubtful)
    }

    // MARK: Confirming

    /// Reads this frame's unconfirmed codes again, closely and in other ways.
    private func confirm(_ image: LumaImage, _ symbologies: Set<Symbology>) {
        for code in votes.doubtful(in: frame).prefix(Self.mostDoubts) {
            guard let place = CodeTrack(code, step: 0)?.wholeSurroundings(in: image.size) else { continue }
            for (index, step) in ladder.steps.enumerated()
            where step.condition == .doubt && step.symbologies.contains(code.symbology) {
                let codes = look(image, place, index, [code.symbology], closely: true)
                votes.add(codes, by: step, picture: frame)
                if !codes.isEmpty, !votes.isDoubtful(code, in: frame) { break }
            }
        }
    }
}

extension Barcode {
    fileprivate func isSameText(as other: Barcode) -> Bool { symbology == other.symbology && bytes == other.bytes }
}
