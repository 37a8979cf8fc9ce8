// SPDX-License-Identifier: Apache-2.0

public import FrameMetrics

/// What was seen in a picture, or in a camera's frames: all that the judges of light, focus, symbol and reader go by.
///
/// It holds no pixels. Code texts are in `CodeEvidence.text` alone, so that they can be left out; nothing is judged by
/// them.
public struct PictureEvidence: Codable, Hashable, Sendable {
    /// Pixels of the whole picture.
    public var width: Int
    public var height: Int
    /// Whether the frames come from a camera, where nothing in view is no fault.
    public var isLive: Bool
    /// The figures of each frame looked at, in order; one for a photograph. With a region they are of the region.
    public var frames: [FrameFigures]
    /// Which of `frames` the symbol's figures are from: the sharpest.
    public var chosen: Int
    /// What differs from frame to frame; `nil` for a photograph.
    public var temporal: TemporalFigures?
    /// The largest patches of pure white of the chosen frame.
    public var spots: [ClippedSpot]
    /// Light laid over the chosen frame in one place; looked for only where nothing was read.
    public var bump: LightBump?
    /// Places of the chosen frame that look like symbols, the likeliest first; a place that was read comes first.
    public var candidates: [CandidateEvidence]
    /// What was asked for: symbologies by their words, the region as given, the reading effort.
    public var symbologies: [String]
    public var region: RegionEvidence?
    public var effort: String?
    /// What reading came to, in the order of the attempts.
    public var attempts: [ReadingAttempt]
    public var settings: CameraSettings?
    /// What to call the camera in a command, as `--camera` takes it; `nil` for pictures and the default camera.
    public var camera: String?

    public init(width: Int, height: Int, isLive: Bool = false, frames: [FrameFigures]) {
        self.width = width
        self.height = height
        self.isLive = isLive
        self.frames = frames
        chosen = 0
        temporal = nil
        spots = []
        bump = nil
        candidates = []
        symbologies = []
        region = nil
        effort = nil
        attempts = []
        settings = nil
        camera = nil
    }

    /// The figures of the chosen frame; `nil` when there was none.
    public var figures: FrameFigures? { frames.indices.contains(chosen) ? frames[chosen] : frames.first }

    /// What was read as it was asked for.
    public var read: [CodeEvidence] { codes(.asked) }

    /// What an attempt read; nothing if it was not made.
    public func codes(_ kind: ReadingAttempt.Kind) -> [CodeEvidence] {
        attempts.first { $0.kind == kind }?.codes ?? []
    }

    /// Without the texts of codes, and without the camera's name.
    public var redacted: PictureEvidence {
        var copy = self
        copy.camera = nil
        for attempt in copy.attempts.indices {
            for code in copy.attempts[attempt].codes.indices { copy.attempts[attempt].codes[code].text = nil }
        }
        return copy
    }
}

/// The region asked for, as given and in pixels of the picture.
public struct RegionEvidence: Codable, Hashable, Sendable {
    public var text: String
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(text: String, x: Int, y: Int, width: Int, height: Int) {
        self.text = text
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
