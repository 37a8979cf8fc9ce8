// SPDX-License-Identifier: Apache-2.0

/// Where a figure begins to tell a picture that fails from one that reads.
///
/// Fitted by `make fit` (`candela-bench fit CORPUS`) on half of the corpus's readable pictures, as they are and spoilt
/// by known amounts just past the point where reading stops, and held against the other half; see
/// `candela-bench degraded CORPUS` for what they come to. Values are luma of 255 and pixels unless said.
enum PictureThresholds {
    // MARK: Light

    /// The 99th percentile under which a picture is dark: of those that read, one in 200 is.
    static let darkHighlight = 60
    /// The same for a picture that may be dark, together with two stops less light than cameras aim at.
    static let dimHighlight = 110
    /// libcamera's AGC aims at a linear mean of 0.16; two stops less.
    static let dimLinearMean = 0.04
    /// How much light and shade a covered lens has at most, block by block.
    static let coveredStructure = 1.0
    static let coveredMean = 40.0
    /// Flat white: an own lamp shining on a cover. Source: irlume, measured 252.8 to 255.
    static let litCoverMean = 250.0
    static let litCoverDeviation = 8.0
    /// The share of clipped pixels, and the 5th percentile, of a picture burnt out as a whole.
    static let clippedShare = 0.3
    static let burntShadow = 170
    /// Noise under which nothing is blamed on noise: readable pictures have less (95 % under 1.5).
    static let noise = 6.0
    /// Noise that may be to blame when nothing else is.
    static let faintNoise = 3.0
    /// Contrast ÷ noise under which noise stops the reading, and under which it may.
    static let contrastToNoise = 12.0
    static let weakContrastToNoise = 40.0
    /// Pictures of fewer pixels a side may be texture all over, which looks like noise.
    static let smallestForNoise = 40
    /// The swing of the row means that counts as flicker, and the one that stops reading.
    static let flicker = 0.03
    static let strongFlicker = 0.25
    static let flickerSteadiness = 0.8

    // MARK: Focus

    /// An edge no wider is sharp, whatever it belongs to.
    static let sharpEdge = 2.2
    /// Edge width ÷ module from which blur may stop the reading, and from which it does.
    static let blurRatio = 0.55
    static let strongBlurRatio = 0.8
    /// Width of the sharpest edges of a picture in which nothing like a symbol was found.
    static let wideEdge = 3.0
    static let veryWideEdge = 4.0

    // MARK: Symbol

    /// A fifth of full scale: the limit between ISO/IEC 15416 grades D and F; of readable pictures, one in 100 has less.
    static let contrast = 51.0
    static let weakContrast = 70.0
    /// Pixels a module that are needed, and under which hardly anything reads.
    static let module = 2.0
    static let hopelessModule = 1.6
    /// Under which more pixels may help.
    static let comfortableModule = 3.2
    /// A blurred symbol's narrow bars are gone, so that its module seems at least so large.
    static let blurredModule = 2.1
    /// The score of a candidate that can hardly be anything but a symbol.
    static let likelySymbol = 0.35

    static let source = "fitted: make fit"
}
