// SPDX-License-Identifier: Apache-2.0

public import FrameMetrics
public import LinearReading
public import SymbolFinding

/// The evidence from a picture or a camera's frames: everything that the light, focus, symbol and reader judges use.
///
/// It contains no pixels. Code texts are only in `CodeEvidence.text`, so that they can be left out; no judge uses
/// them.
public struct PictureEvidence: Codable, Hashable, Sendable {
    /// In pixels, of the whole picture.
    public var width: Int
    public var height: Int
    /// Whether the frames come from a camera, where an empty view is no fault.
    public var isLive: Bool
    /// The figures of each examined frame, in order; one for a photograph. They cover only the region, if there is one.
    public var frames: [FrameFigures]
    /// The index in `frames` of the sharpest one, which the figures of the symbol come from.
    public var chosen: Int
    /// Differences from frame to frame; `nil` for a photograph.
    public var temporal: TemporalFigures?
    /// The largest patches of pure white of the chosen frame.
    public var spots: [ClippedSpot]
    /// Added light in one place of the chosen frame; searched for only if nothing was read.
    public var bump: LightBump?
    /// The bull's eye of a MaxiCode in the chosen frame; searched for only if nothing was read.
    public var bullsEye: BullsEye?
    /// A linear code of the chosen frame whose check character is wrong; searched for only if nothing was read.
    public var wrongCheck: WrongCheck?
    /// The digits of an Interleaved 2 of 5 that is too short for readers; searched for only if nothing was read, absent in older
    /// evidence.
    public var shortITF: String?
    /// Places of the chosen frame that look like symbols: codes that were read first, then the likeliest.
    public var candidates: [CandidateEvidence]
    /// The request: names of symbologies, the region as given, the reading effort.
    public var symbologies: [String]
    public var region: RegionEvidence?
    public var effort: String?
    /// The reading attempts, in order.
    public var attempts: [ReadingAttempt]
    public var settings: CameraSettings?
    /// The saved profile whose settings the camera has; `nil` for none, and in older evidence.
    public var profile: String?
    /// What the reader did without; `nil` for nothing, and in older evidence.
    public var reader: ReaderRecord?
    /// The camera as `--camera` takes it; `nil` for pictures and the default camera.
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

    /// The figures of the chosen frame; `nil` without frames.
    public var figures: FrameFigures? { frames.indices.contains(chosen) ? frames[chosen] : frames.first }

    /// The codes read as requested.
    public var read: [CodeEvidence] { codes(.asked) }

    /// The codes of an attempt; empty if it was not made.
    public func codes(_ kind: ReadingAttempt.Kind) -> [CodeEvidence] {
        attempts.first { $0.kind == kind }?.codes ?? []
    }

    /// This evidence without code texts and without the camera's name.
    public var redacted: PictureEvidence {
        var copy = self
        copy.camera = nil
        for attempt in copy.attempts.indices {
            for code in copy.attempts[attempt].codes.indices { copy.attempts[attempt].codes[code].text = nil }
        }
        return copy
    }
}

/// The requested region, as given and in pixels of the picture.
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
