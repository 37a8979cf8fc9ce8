// SPDX-License-Identifier: Apache-2.0

import Calibration
import Foundation
import Testing

@Suite("focus search")
struct FocusSearchTests {
    private let range = ControlRange(minimum: 0, maximum: 250, step: 5, defaultValue: 0)

    private func run(start: Int64?, _ sharpness: (Int64) -> Double) -> (best: Int64?, positions: Int) {
        var search = FocusSearch(range: range, start: start)
        while case .measure(let position) = search.next() {
            #expect(range.nearest(Double(position)) == position)
            search.take(position, sharpness: sharpness(position))
        }
        guard case .done(let best) = search.next() else { return (nil, -1) }
        return (best, search.measured.count)
    }

    @Test(
        "a peak is found within a step wherever the lens begins", arguments: [5, 60, 125, 200, 245] as [Int64],
        [nil, 0, 90, 130, 250] as [Int64?])
    func peak(at place: Int64, from start: Int64?) throws {
        let (best, positions) = run(start: start) { 0.02 + exp(-pow(Double($0 - place) / 40, 2)) }
        #expect(abs(try #require(best) - place) <= 5)
        #expect(positions <= 16)
    }

    @Test("a lens already in focus is tried in a few positions")
    func right() {
        let (best, positions) = run(start: 90) { 0.02 + exp(-pow(Double($0 - 90) / 40, 2)) }
        #expect(best == 90)
        #expect(positions <= 4)
    }

    @Test("if no position is sharper than the others, none is chosen")
    func flat() {
        let (best, positions) = run(start: 90) { 1 + 0.02 * Double($0 % 3) }
        #expect(best == nil)
        #expect(positions <= 32)
    }

    @Test("a lens with two positions works")
    func coarse() {
        var search = FocusSearch(range: ControlRange(minimum: 0, maximum: 1, defaultValue: 0), start: 0)
        while case .measure(let position) = search.next() { search.take(position, sharpness: position == 1 ? 2 : 1) }
        #expect(search.best == 1)
    }

    @Test("ranges as large as a driver may claim do not overflow")
    func huge() {
        let huge = ControlRange(minimum: .min / 4, maximum: .max / 4, defaultValue: 0)
        var search = FocusSearch(range: huge, start: huge.maximum)
        while case .measure(let position) = search.next() { search.take(position, sharpness: 1) }
        #expect(search.measured.count <= 32)
    }
}
