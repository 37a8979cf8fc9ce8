// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics
internal import SymbolFinding

extension PictureEvidence {
    /// This evidence without impossible values, so that judges can calculate without checks: evidence may come from an
    /// untrusted file, and drivers have bugs.
    var bounded: PictureEvidence {
        var copy = self
        func module(_ value: Double?) -> Double? { value.flatMap { (0.05...1e5).contains($0) ? $0 : nil } }
        copy.candidates = candidates.filter { $0.corners.count == 8 && $0.corners.allSatisfy { abs($0) < 1e6 } }
        for index in copy.candidates.indices {
            copy.candidates[index].figures.module = module(copy.candidates[index].figures.module)
        }
        for attempt in copy.attempts.indices {
            for code in copy.attempts[attempt].codes.indices {
                copy.attempts[attempt].codes[code].module = module(copy.attempts[attempt].codes[code].module)
            }
        }
        // Of a luma, 0 to 255.
        for index in copy.frames.indices {
            for path: WritableKeyPath<FrameFigures, Int> in [\.p1, \.p5, \.p50, \.p95, \.p99] {
                copy.frames[index][keyPath: path] = min(max(0, copy.frames[index][keyPath: path]), 255)
            }
        }
        copy.settings = settings?.bounded
        return copy
    }
}

extension CameraSettings {
    /// Every number clamped to 32 bits, as controls have.
    var bounded: CameraSettings {
        var copy = self
        func clamp(_ path: WritableKeyPath<CameraSettings, Int?>) {
            copy[keyPath: path] = copy[keyPath: path].map { Int(Int32(clamping: $0)) }
        }
        for path: WritableKeyPath<CameraSettings, Int?> in [
            \.exposureMode, \.exposureTime, \.exposureTimeMaximum, \.gain, \.gainMinimum, \.gainMaximum,
            \.powerLineFrequency, \.focusMinimum, \.focusMaximum, \.zoom, \.zoomMinimum, \.zoomMaximum,
            \.backlightCompensation, \.backlightCompensationMaximum,
        ] { clamp(path) }
        copy.focusReadings = focusReadings.map { Int(Int32(clamping: $0)) }
        return copy
    }
}
