// SPDX-License-Identifier: Apache-2.0

/// Where a figure begins to tell a picture that fails from one that reads.
///
/// Fitted by `make fit` (`candela-bench fit CORPUS`) on half of the corpus's readable pictures, as they are and spoilt
/// by known amounts just past the point where reading stops, and held against the other half; see
/// `candela-bench degraded CORPUS` for what they come to. Values are luma of 255 and pixels unless said.
///
/// Percentiles 5, 50 and 95 of the held-out half (107 pictures), and the share beyond the threshold:
///
/// | figure | reads | beyond | spoilt | beyond |
/// |---|---|---|---|---|
/// | 99th percentile of luma < 60 | 159, 231, 255 | 0 % | dark: 0, 2, 20 | 100 % |
/// | noise > 6 | 0, 0, 1.4 | 3.7 % | noisy: 7.6, 28, 84 | 100 % |
/// | edge width > 2.2 | 1.1, 1.7, 4.0 | 27 % | blurred: 2.5, 5.2, 19 | 98 % |
/// | edge width ÷ module > 0.8 | 0.2, 0.7, 1.1 | 31 % | blurred: 0.8, 1.0, 1.8 | 95 % |
/// | contrast < 51 | 129, 205, 255 | 0 % | faint: 1, 5, 27 | 98 % |
/// | module < 1.6 | 1.7, 2.8, 10 | 5 % | shrunk: 1.0, 1.5, 2.9 | 63 % |
/// | halo of a compact patch > 0.7 | 0, 0, 0.4 | 3 % | shone on: 0, 0.9, 1.0 | 65 % |
///
/// No single figure parts blurred from sharp, which is why the two about edges are taken together.
package enum PictureThresholds {
    // MARK: Light

    /// The 99th percentile under which a picture is dark: of those that read, one in 200 is.
    package static let darkHighlight = 60
    /// The same for a picture that may be dark, together with two stops less light than cameras aim at.
    package static let dimHighlight = 110
    /// libcamera's AGC aims at a linear mean of 0.16; two stops less.
    package static let dimLinearMean = 0.04
    /// How much light and shade a covered lens has at most, block by block.
    package static let coveredStructure = 0.7
    package static let coveredMean = 40.0
    /// Flat white: an own lamp shining on a cover. Source: irlume, measured 252.8 to 255.
    package static let litCoverMean = 250.0
    package static let litCoverDeviation = 8.0
    /// The share of clipped pixels, and the 5th percentile, of a picture burnt out as a whole.
    package static let clippedShare = 0.3
    package static let burntShadow = 170
    /// Noise under which nothing is blamed on noise: readable pictures have less (95 % under 1.5).
    package static let noise = 6.0
    /// Noise that may be to blame when nothing else is.
    package static let faintNoise = 3.0
    /// Contrast ÷ noise under which noise stops the reading, and under which it may.
    package static let contrastToNoise = 12.0
    package static let weakContrastToNoise = 40.0
    /// Pictures of fewer pixels a side may be texture all over, which looks like noise.
    package static let smallestForNoise = 40
    /// The swing of the row means that counts as flicker, and the one that stops reading.
    package static let flicker = 0.03
    package static let strongFlicker = 0.25
    package static let flickerSteadiness = 0.8

    // MARK: Focus

    /// An edge no wider is sharp, whatever it belongs to.
    package static let sharpEdge = 2.2
    /// Edge width ÷ module from which blur may stop the reading, and from which it does.
    package static let blurRatio = 0.55
    package static let strongBlurRatio = 0.8
    /// Width of the sharpest edges of a picture in which nothing like a symbol was found.
    package static let wideEdge = 3.0
    package static let veryWideEdge = 4.0

    // MARK: Symbol

    /// From what share of the dark parts' variance on a hill of light explains it, how high the hill is (white is 1),
    /// and how sharp the edges on it are. Of pictures blurred, shrunk, noisy or faint, one in 100 is beyond all three.
    package static let bump = 0.6
    package static let bumpHeight = 0.6
    package static let bumpSharpness = 0.45
    /// The same for a picture with so few edges that chance explains much.
    package static let certainBump = 0.9

    /// A fifth of full scale: the limit between ISO/IEC 15416 grades D and F; of readable pictures, one in 100 has less.
    package static let contrast = 51.0
    package static let weakContrast = 70.0
    /// Under it, what repeats before a camera is the grain of what lies there. Not fitted: of the simulated table it is
    /// 8 at most, of print at a tenth of the usual contrast 17.
    package static let grain = 10.0
    /// Pixels a module that are needed, and under which hardly anything reads.
    package static let module = 2.0
    package static let hopelessModule = 1.6
    /// Under which more pixels may help.
    package static let comfortableModule = 3.2
    /// A blurred symbol's narrow bars are gone, so that its module seems at least so large.
    package static let blurredModule = 2.1
    /// The score of a candidate that can hardly be anything but a symbol.
    package static let likelySymbol = 0.35

    package static let source = "fitted: make fit"
}
