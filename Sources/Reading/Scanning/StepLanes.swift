// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Frames
internal import Threads

/// Threads that run the steps of one large picture before it is decided that they are due, each with readers of its own.
///
/// What they find is used only if it is what the step gives in its turn, so a picture reads the same with any number of
/// threads. While nothing has been read, that is what each next step does; once something has been, no more steps begin
/// early, and the work of the other threads is lost. The caller's own thread is one of the lanes; it ends the step that it is
/// at before it looks at the answer that it waits for.
package final class StepLanes: Sendable {
    /// Calls a step, with the lane that runs it; `nil` after its end.
    package typealias Note = @Sendable (_ step: Int?, _ lane: Int) -> Void

    /// What a step gave, and what it knew.
    struct Answer: Sendable {
        /// `nil` if the picture is unsuitable for the step.
        var found: StepFindings?
        /// What had been read before, for a reader that leaves such places out.
        var known: [Barcode]
        var duration: Duration
    }

    private struct Picture: Sendable {
        var image: LumaImage
        var symbologies: Set<Symbology>
        /// The steps that are due as long as nothing is read, in order; the caller takes the others.
        var due: [Int]
        /// The lanes that may run at once: each has a copy of the picture or two.
        var lanes: Int
        /// Which of the pictures so far.
        var number: Int
        var note: Note?
    }

    private struct State {
        var ready = 0
        var picture: Picture?
        var number = 0
        /// The step that is being decided.
        var decided = 0
        var begun: Set<Int> = []
        var answers: [Int: Answer] = [:]
        /// Lanes at work, the caller's apart.
        var running = 0
        var isOver = false

        /// The next step that a lane should begin.
        func next(_ picture: Picture, where suits: (Int) -> Bool = { _ in true }) -> Int? {
            picture.due.first { $0 >= decided && !begun.contains($0) && suits($0) }
        }
    }

    private let state = ConditionLock(State())
    private let threads: [WorkerThread]
    /// The lanes, with the caller's: as many as the system allowed.
    private let lanes: Int

    /// A smaller picture is read before a second thread has helped much.
    static let leastPixels = 3_000_000
    /// Of all lanes; each needs up to five bytes a pixel.
    private static let mostBytes = 600_000_000
    /// There are not many more steps.
    package static let mostLanes = 8

    /// Starts the threads, and waits until each has made its readers: a process may give up its rights afterwards.
    ///
    /// - Parameters:
    ///   - lanes: with the caller's.
    ///   - makeSteps: called in each thread.
    package init(_ lanes: Int, makeSteps: @escaping @Sendable () -> LadderSteps) {
        let state = state
        threads = (1..<max(1, min(lanes, Self.mostLanes))).compactMap { lane in
            WorkerThread(ifPossible: {
                let steps = makeSteps()
                state.withLockSignalling { $0.ready += 1 }
                Self.work(steps, lane, state)
            })
        }
        let count = threads.count
        self.lanes = count + 1
        _ = state.wait(timeout: nil) { $0.ready == count ? true : nil }
    }

    deinit {
        state.withLockSignalling { $0.isOver = true }
        for thread in threads { thread.join() }
    }

    private static func work(_ steps: LadderSteps, _ lane: Int, _ state: ConditionLock<State>) {
        var prepared: (number: Int, pictures: PreparedPictures)?
        while true {
            let job = state.wait(timeout: nil) { state -> (picture: Picture, place: Int)?? in
                if state.isOver { return .some(nil) }
                guard let picture = state.picture, state.running + 1 < picture.lanes, let place = state.next(picture)
                else {
                    // The copies of a picture are large.
                    prepared = state.picture == nil ? nil : prepared
                    return nil
                }
                state.begun.insert(place)
                state.running += 1
                return (picture, place)
            }
            guard case .some(.some(let (picture, place))) = job else { return }
            var pictures = PreparedPictures(picture.image)
            if let prepared, prepared.number == picture.number { pictures = prepared.pictures }
            prepared = nil
            picture.note?(place, lane)
            let answer = steps.answer(place, &pictures, picture.symbologies, known: [])
            picture.note?(nil, lane)
            prepared = (picture.number, pictures)
            state.withLockSignalling { state in
                if state.picture?.number == picture.number { state.answers[place] = answer }
                state.running -= 1
            }
        }
    }

    /// Begins with a picture, if it is large enough for more than one lane.
    ///
    /// - Parameter due: the steps that run as long as nothing is read.
    func begin(_ image: LumaImage, _ symbologies: Set<Symbology>, due: [Int], note: Note?) {
        let affordable = min(lanes, Self.mostBytes / (5 * max(1, image.size.area)))
        finish()
        guard image.size.area >= Self.leastPixels, affordable > 1 else { return }
        state.withLockSignalling { state in
            state.number += 1
            state.picture = Picture(
                image: image, symbologies: symbologies, due: due, lanes: affordable, number: state.number, note: note)
            (state.decided, state.begun, state.answers) = (0, [], [:])
        }
    }

    /// The answer of a step that is due, from a lane or, if none has begun it, from `steps` on this thread. While a lane is
    /// at it, this thread runs later ones.
    func answer(
        _ place: Int, _ steps: LadderSteps, _ pictures: inout PreparedPictures, _ symbologies: Set<Symbology>,
        known: [Barcode], note: Note?
    ) -> Answer {
        func run(_ place: Int, _ known: [Barcode]) -> Answer {
            note?(place, 0)
            defer { note?(nil, 0) }
            return steps.answer(place, &pictures, symbologies, known: known)
        }
        enum Turn {
            case own
            case ahead(Int)
            case done(Answer)
        }
        // How far ahead the others may be depends on it.
        state.withLockSignalling { $0.decided = place }
        // An answer that comes soon is not kept waiting by a step that takes long.
        let isDear = steps.steps[place].isDear
        while true {
            let turn = state.wait(timeout: nil) { state -> Turn? in
                if let answer = state.answers[place] { return .done(answer) }
                guard state.begun.contains(place) else {
                    state.begun.insert(place)
                    return .own
                }
                guard let picture = state.picture, let next = state.next(picture, where: { isDear || !steps.steps[$0].isDear })
                else { return nil }
                state.begun.insert(next)
                return .ahead(next)
            }
            switch turn {
            case .done(let answer): return steps.isSame(answer, place, known: known) ? answer : run(place, known)
            case .ahead(let later):
                let answer = run(later, [])
                state.withLockSignalling { $0.answers[later] = answer }
            case .own, nil: return run(place, known)
            }
        }
    }

    /// Something was read: what comes next depends on it.
    func stopLookingAhead() { state.withLock { $0.picture?.due = [] } }

    /// No lane begins another step of this picture. Those that run go on with its pixels until `finish`.
    func end() {
        state.withLockSignalling { state in
            (state.picture, state.answers, state.begun) = (nil, [:], [])
        }
    }

    /// Waits until no lane is at work.
    func finish() { _ = state.wait(timeout: nil) { $0.running == 0 ? true : nil } }
}

extension LadderSteps {
    /// What the step gives on a picture, and the time for it.
    func answer(
        _ place: Int, _ pictures: inout PreparedPictures, _ symbologies: Set<Symbology>, known: [Barcode]
    ) -> StepLanes.Answer {
        let step = steps[place]
        let began = FrameTimestamp.now
        let found = run(step, &pictures, wanted: wanted(step, of: symbologies), known: known)
        return StepLanes.Answer(found: found, known: known, duration: FrameTimestamp.now.since(began))
    }

    /// Whether a step that knows these codes would have given this answer.
    fileprivate func isSame(_ answer: StepLanes.Answer, _ place: Int, known: [Barcode]) -> Bool {
        answer.known == known || !searches(steps[place])
    }
}
