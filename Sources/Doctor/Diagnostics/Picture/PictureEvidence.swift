// SPDX-License-Identifier: Apache-2.0

package import FrameMetrics
package import LinearReading
package import MatrixReading
package import SymbolFinding

/// The evidence from a picture or a camera's frames: everything that the light, focus, symbol and reader judges use.
///
/// It contains no pixels. Code texts are only in `CodeEvidence.text`, so that they can be left out; no judge uses
/// them.
package struct PictureEvidence: Codable, Hashable, Sendable {
    /// In pixels, of the whole picture.
    package var width: Int
    package var height: Int
    /// Whether the frames come from a camera, where an empty view is no fault.
    package var isLive: Bool
    /// The figures of each examined frame, in order; one for a photograph. They cover only the region, if there is one.
    package var frames: [FrameFigures]
    /// The index in `frames` of the sharpest one, which the figures of the symbol come from.
    package var chosen: Int
    /// The colours of one frame of a camera; `nil` for a photograph, without colours, and in older evidence.
    package var colours: ColourBalance?
    /// Differences from frame to frame; `nil` for a photograph.
    package var temporal: TemporalFigures?
    /// Dark bands across a photograph in which nothing was read; absent in older evidence, and without such.
    package var bands: StillBands?
    /// The largest patches of pure white of the chosen frame.
    package var spots: [ClippedSpot]
    /// Added light in one place of the chosen frame; searched for only if nothing was read.
    package var bump: LightBump?
    /// The bull's eye of a MaxiCode in the chosen frame; searched for only if nothing was read.
    package var bullsEye: BullsEye?
    /// A linear code of the chosen frame whose check character is wrong; searched for only if nothing was read.
    package var wrongCheck: WrongCheck?
    /// The digits of an Interleaved 2 of 5 that is too short for readers; searched for only if nothing was read, absent in older
    /// evidence.
    package var shortITF: String?
    /// The number of characters of a Code 39 without start and stop character; searched for only if nothing was read, absent in
    /// older evidence.
    package var unframedCode39: Int?
    /// The same of a Code 128 without start, check and stop character.
    package var unframedCode128: Int?
    /// A Code 128 that has lost one of its ends; searched for only if nothing was read, absent in older evidence.
    package var cutCode128: CutCode128?
    /// How uneven the bars and spaces of a linear code are; searched for only if nothing was read, absent in older evidence, and where
    /// they do not have the frame of a code.
    package var unevenWidths: UnevenWidths?
    /// A linear code of a symbology that no reader here reads; searched for only if nothing was read, absent in older evidence.
    package var foreignCode: ForeignCode?
    /// How far a QR code that nobody reads is from flat; absent in older evidence, and without one whose timing pattern can be seen.
    package var bend: QRBend?
    /// The only corner pattern of a QR code that can be seen; searched for only if nothing was read, absent in older evidence.
    package var loneCorner: LoneCorner?
    /// A code of separate marks that no reader here reads; absent in older evidence, and without one.
    package var markedCode: MarkedCode?
    /// A QR code of Model 1, the first form of QR codes; searched for only if nothing was read, absent in older evidence, and unless it is so.
    package var isModel1: Bool?
    /// A QR code of which only the outlines are drawn; searched for only if nothing was read, absent in older evidence, and without one.
    package var hollow: HollowPatterns?
    /// What the two sides of a PDF417 say of its size; searched for only if nothing was read, absent in older evidence, and without one.
    package var rowIndicators: RowIndicators?
    /// A linear code that is whole, with something dark in its margin; searched for only if nothing was read, absent in older evidence.
    package var crowdedCode: CrowdedCode?
    /// A bright stripe over a linear code's bars; searched for only if nothing was read, absent in older evidence, and without one.
    package var hiddenBars: HiddenBars?
    /// Places of the chosen frame that look like symbols: codes that were read first, then the likeliest.
    package var candidates: [CandidateEvidence]
    /// The request: names of symbologies, the region as given, the reading effort.
    package var symbologies: [String]
    package var region: RegionEvidence?
    package var effort: String?
    /// The reading attempts, in order.
    package var attempts: [ReadingAttempt]
    package var settings: CameraSettings?
    /// The saved profile whose settings the camera has; `nil` for none, and in older evidence.
    package var profile: String?
    /// How coarsely a file is compressed that is a JPEG, from 1 to 100; `nil` for other files and for a camera, absent in older evidence.
    package var jpegQuality: Int?
    /// Whether the file is a JPEG in CMYK; absent in older evidence, and unless it is so.
    package var isCMYK: Bool?
    /// What the reader did without; `nil` for nothing, and in older evidence.
    package var reader: ReaderRecord?
    /// Whether the picture is that of a display, through a capture device: set when it is judged, absent in evidence. See `DisplayPicture`.
    package var isOfDisplay: Bool?
    /// The camera as `--camera` takes it; `nil` for pictures and the default camera.
    package var camera: String?

    package init(width: Int, height: Int, isLive: Bool = false, frames: [FrameFigures]) {
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
    package var figures: FrameFigures? { frames.indices.contains(chosen) ? frames[chosen] : frames.first }

    /// The codes read as requested.
    package var read: [CodeEvidence] { codes(.asked) }

    /// Whether no attempt has read a code.
    package var isUnread: Bool { attempts.allSatisfy(\.codes.isEmpty) }

    /// The codes of an attempt; empty if it was not made.
    package func codes(_ kind: ReadingAttempt.Kind) -> [CodeEvidence] {
        attempts.first { $0.kind == kind }?.codes ?? []
    }

    /// This evidence without code texts and without the camera's name.
    package var redacted: PictureEvidence {
        var copy = self
        copy.camera = nil
        for attempt in copy.attempts.indices {
            for code in copy.attempts[attempt].codes.indices { copy.attempts[attempt].codes[code].text = nil }
        }
        return copy
    }
}

/// The requested region, as given and in pixels of the picture.
package struct RegionEvidence: Codable, Hashable, Sendable {
    package var text: String
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int

    package init(text: String, x: Int, y: Int, width: Int, height: Int) {
        self.text = text
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
