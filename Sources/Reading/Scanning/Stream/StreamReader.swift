// SPDX-License-Identifier: Apache-2.0

public import Barcodes
public import Frames
import LumaProcessing

/// Reads the codes of a stream at a small part of what searching each of its frames would cost.
///
/// - `SceneGate` tells which frames are worth a search, and of what part: nothing new, nothing done.
/// - A code that was read is looked for where it must be by now, by the step that read it (`CodeTrack`).
/// - A read that is not believed yet is looked at again in the same frame, closely, by the other library and otherwise.
/// - The remaining steps of the ladder take turns.
/// - Frames of a scene at rest are averaged, so that noise does not hide what stands still.
///
/// Corners are in the frame. One stream at a time, one thread at a time; `reset` before another.
public final class StreamReader: SteppedReader, DoubtingReader {
    public let name = "stream"
    public var supported: Set<Symbology> { ladder.supported }

    package var onStep: ((Int) -> Void)?
    package var leftOut: Set<Int> = []
    /// What the last frame was given, for tests and measurements.
    package private(set) var records: [ReadingRecord] = []

    public private(set) var doubtful: [Barcode] = []

    private let ladder: LadderSteps
    private let isGated: Bool
    private var votes: ReadingVotes
    private var gate: SceneGate
    private var tracks: [CodeTrack] = []
    private var average = FrameAverage()
    private var frame = 0
    private var turn = 0
    /// Frames since something came into view of which nothing has been read yet.
    private var unreadOnset: Int?

    /// Frames within which a weak read may be confirmed.
    private static let memory = 12
    /// Followed at once; more are read in their turn.
    private static let mostTracks = 16
    /// While a code in view is followed, the rest of the scene has a turn in so many frames.
    private static let followingPeriod = 3
    /// Looked at again in one frame: noise and text may give many.
    private static let mostDoubts = 3

    /// - Parameter use: `scan`; with `frames` each frame is searched, whether anything in it is new or not, for whoever
    ///   counts in how many of them a code is read.
    public convenience init(
        readers: [ReadingEngine: any BarcodeReader], effort: ReadingEffort, use: ReadingUse = .scan
    ) {
        self.init(readers: readers, steps: ReadingLadder.steps(effort, use), isGated: use == .scan)
    }

    package init(readers: [ReadingEngine: any BarcodeReader], steps: [ReadingStep], isGated: Bool = true) {
        self.isGated = isGated
        ladder = LadderSteps(steps, readers: readers)
        votes = ReadingVotes(hasBothReaders: ladder.hasBothReaders, isStream: true)
        // Turns until each step has had one.
        gate = SceneGate(
            cycle: steps.map { if case .everyNth(let count, _) = $0.condition { count } else { 1 } }.max() ?? 1)
    }

    public func reset() {
        votes.removeAll()
        gate.reset()
        tracks = []
        average.removeAll()
        frame = 0
        turn = 0
        unreadOnset = nil
        doubtful = []
    }

    public func read(_ image: LumaImage, symbologies: Set<Symbology>) -> [Barcode] {
        records.removeAll(keepingCapacity: true)
        doubtful = []
        guard image.width > 0, image.height > 0 else { return [] }
        votes.forget(before: frame - Self.memory)
        defer { frame += 1 }

        let verdict = isGated ? gate.judge(image) : .turn(PixelRectangle(image.size))
        let isFollowed = follow(image, symbologies)
        search(image, symbologies, verdict, isFollowed: isFollowed)
        confirm(image, symbologies)
        let accepted = votes.accepted(in: frame)
        doubtful = votes.doubtful(in: frame)
        learn(accepted)
        unreadOnset = accepted.isEmpty ? unreadOnset.map { $0 + 1 } : nil
        return accepted
    }

    // MARK: Following

    /// - Returns: whether all codes that are followed, and one at least, were read.
    private func follow(_ image: LumaImage, _ symbologies: Set<Symbology>) -> Bool {
        var all = !tracks.isEmpty
        for index in tracks.indices {
            let track = tracks[index]
            let step = ladder.steps[track.step]
            guard symbologies.contains(track.code.symbology), let place = track.surroundings(in: image.size) else {
                tracks[index].miss()
                continue
            }
            let codes = look(image, place, track.step, [track.code.symbology], closely: true)
            votes.add(codes, by: step, picture: frame)
            if let again = codes.first(where: { $0.isSameText(as: track.code) })?.corners {
                tracks[index].found(at: again)
            } else {
                tracks[index].miss()
                all = false
            }
        }
        tracks.removeAll(where: \.isLost)
        return all
    }

    /// Notes where the codes read in this frame are, and by what.
    private func learn(_ accepted: [Barcode]) {
        for code in accepted {
            guard let place = code.corners else { continue }
            if tracks.contains(where: {
                $0.code.isSameText(as: code) && $0.code.corners?.coversSamePlace(as: place) == true
            }) {
                continue
            }
            guard tracks.count < Self.mostTracks, let step = votes.step(of: code, in: frame),
                let index = ladder.steps.firstIndex(of: step), let track = CodeTrack(code, step: index)
            else { continue }
            tracks.append(track)
        }
    }

    // MARK: Searching

    private func search(
        _ image: LumaImage, _ symbologies: Set<Symbology>, _ verdict: SceneGate.Verdict, isFollowed: Bool
    ) {
        let area: PixelRectangle
        switch verdict {
        case .rest:
            if gate.isAtRest, tracks.isEmpty { average.add(image) }
            return
        case .onset(let new, let whole):
            average.removeAll()
            for (index, step) in ladder.steps.enumerated() where step.condition == .onset {
                take(index, image, new, symbologies)
            }
            area = whole
            unreadOnset = 0
            searchUnread(image, new, symbologies)
        case .turn(let whole):
            area = whole
            searchUnread(image, whole, symbologies)
        }
        // What moves with a code that is followed is mostly that code.
        if isGated, isFollowed, frame % Self.followingPeriod != 0 { return }
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

    /// Looks closer at what has come into view, where the first looks have not read it.
    private func searchUnread(_ image: LumaImage, _ area: PixelRectangle, _ symbologies: Set<Symbology>) {
        guard let unreadOnset else { return }
        for (index, step) in ladder.steps.enumerated() where step.condition == .unreadOnset(after: unreadOnset) {
            if votes.accepted(in: frame).isEmpty { take(index, image, area, symbologies) }
        }
    }

    private func isDue(_ step: ReadingStep) -> Bool {
        switch step.condition {
        case .always: true
        // Whoever counts frames wants the first to count.
        case .everyNth(let count, let offset): turn % count == offset || turn == 0 && !isGated
        case .nothingRead, .notOne, .largerThan, .onset, .unreadOnset, .doubt: false
        }
    }

    private func take(_ index: Int, _ image: LumaImage, _ area: PixelRectangle, _ symbologies: Set<Symbology>) {
        votes.add(look(image, area, index, symbologies), by: ladder.steps[index], picture: frame)
    }

    /// Reads a part of a frame by one step; corners are in the frame.
    private func look(
        _ image: LumaImage, _ area: PixelRectangle, _ index: Int, _ symbologies: Set<Symbology>, closely: Bool = false
    ) -> [Barcode] {
        let step = ladder.steps[index]
        let wanted = ladder.wanted(step, of: symbologies)
        guard !wanted.isEmpty, !leftOut.contains(index), let part = image.cropped(to: area) else { return [] }
        onStep?(index)
        let began = FrameTimestamp.now
        var prepared = PreparedPictures(part)
        let codes = (ladder.look(at: &prepared, step, wanted: wanted, closely: closely) ?? []).map { code in
            code.moved { PixelPoint(x: $0.x + Double(area.x), y: $0.y + Double(area.y)) }
        }
        records.append(ReadingRecord(step: step, codes: codes.count, duration: FrameTimestamp.now.since(began)))
        return codes
    }

    // MARK: Confirming

    /// Reads again, from close by and in other ways, what was read in this frame and is not believed yet.
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
