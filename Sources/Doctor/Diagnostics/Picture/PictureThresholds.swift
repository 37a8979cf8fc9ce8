// SPDX-License-Identifier: Apache-2.0

/// The thresholds that separate pictures that fail from pictures that read.
///
/// Fitted by `make fit` (`candela-bench fit CORPUS`) on half of the corpus's readable pictures, unchanged and degraded
/// by known amounts just past the point where reading stops, and checked against the other half;
/// `candela-bench degraded CORPUS` shows the results. Values are luma of 255 and pixels unless stated otherwise.
///
/// Percentiles 5, 50 and 95 of the held-out half (107 pictures), and the share beyond the threshold:
///
/// | figure | reads | beyond | degraded | beyond |
/// |---|---|---|---|---|
/// | 99th percentile of luma < 60 | 159, 231, 255 | 0 % | dark: 0, 2, 20 | 100 % |
/// | noise > 6 | 0, 0, 1.4 | 3.7 % | noisy: 7.6, 28, 84 | 100 % |
/// | edge width > 2.2 | 1.1, 1.7, 4.0 | 27 % | blurred: 2.5, 5.2, 19 | 98 % |
/// | edge width ÷ module > 0.8 | 0.2, 0.7, 1.1 | 31 % | blurred: 0.8, 1.0, 1.8 | 95 % |
/// | contrast < 51 | 129, 205, 255 | 0 % | faint: 1, 5, 27 | 98 % |
/// | module < 1.6 | 1.7, 2.8, 10 | 5 % | shrunk: 1.0, 1.5, 2.9 | 63 % |
/// | halo of a compact patch > 0.7 | 0, 0, 0.4 | 3 % | shone on: 0, 0.9, 1.0 | 65 % |
///
/// No single figure separates blurred from sharp, so the two edge figures are used together.
package enum PictureThresholds {
    // MARK: Light

    /// The 99th percentile below which a picture is dark; one in 200 readable pictures is below.
    package static let darkHighlight = 60
    /// The same for a picture that may be dark, together with `dimLinearMean`.
    package static let dimHighlight = 110
    /// libcamera's AGC aims at a linear mean of 0.16; two stops less.
    package static let dimLinearMean = 0.04
    /// The maximum structure (see `LumaImage.structure(of:)`) of a covered lens.
    package static let coveredStructure = 0.7
    package static let coveredMean = 40.0
    /// Flat white: the camera's own lamp lights the cover. Source: irlume, measured 252.8 to 255.
    package static let litCoverMean = 250.0
    package static let litCoverDeviation = 8.0
    /// The most that noise from light is of the range between the 1st and 99th percentiles: a normal distribution alone has 1/4.65. Dither
    /// and modules of a pixel have more.
    package static let mostNoise = 0.3
    /// The range of the luma of a picture that is neither hazy nor washed out.
    static let clearRange = 100
    /// The mean of a picture in which nearly every pixel has the highest value.
    package static let fullRange = 254.5
    /// The mean luma of a camera's view above which it is washed out: automatic exposure aims at 60 to 190.
    package static let washedOut = 210.0
    /// The share of clipped pixels, and the 5th percentile, of an overexposed picture.
    package static let clippedShare = 0.3
    package static let burntShadow = 170
    /// The mean of a picture in which nothing is dark any more, of which a code may be left that reads. Not fitted.
    package static let burntMean = 245.0
    /// Noise above which it is the likely cause; readable pictures have less (95 % under 1.5).
    package static let noise = 6.0
    /// Noise above which it is a possible cause if there is no other.
    package static let faintNoise = 3.0
    /// Contrast ÷ noise below which noise stops the reading, and below which it may.
    package static let contrastToNoise = 12.0
    package static let weakContrastToNoise = 40.0
    /// Pictures with fewer pixels per side may consist of texture, which looks like noise.
    package static let smallestForNoise = 40
    /// The variation of the row means that counts as flicker, and the one that stops reading.
    package static let flicker = 0.03
    package static let strongFlicker = 0.25
    package static let flickerSteadiness = 0.8

    // MARK: Codes that only candela reads

    // Not fitted: their causes, once a code is known to be out of the ordinary. See `DemandingCode`.
    /// Edge width ÷ module from which blur counts, and the contrast of what lies behind a haze or film.
    static let demandingEdge = 0.85
    static let veiledContrast = 160.0
    /// The contrast from which a code is pale, and the height of its edges ÷ contrast from which only its modules are.
    static let demandingContrast = 110.0
    static let paleModulation = 0.4

    // MARK: Focus

    /// The widest edge that is always sharp.
    package static let sharpEdge = 2.2
    /// The widest of the sharpest edges of a page that a program has drawn. Not fitted: smoothed letters have 1.2.
    static let crispEdge = 1.5
    /// Edge width ÷ module above which blur may stop the reading, and above which it does.
    package static let blurRatio = 0.55
    package static let strongBlurRatio = 0.8
    /// The same for the sharpest edges, in pixels, of a picture without a candidate.
    package static let wideEdge = 3.0
    /// The width of the sharpest edges of a camera's view without a code that is out of focus, and the least number of edges that tell it.
    package static let (blurredView, enoughEdges) = (6.0, 200)
    package static let veryWideEdge = 4.0
    /// The share of pure white in a camera's view from which lamps are in it. Of 26 views that are out of focus as a whole, none has any.
    static let lamps = 0.005
    /// The same for a picture in which something large looks like a symbol. Not fitted: three times the former.
    package static let hopelessEdge = 12.0

    // MARK: Symbol

    /// Limits of a hill of light (`LightBump`): the share of the dark parts' variance that it explains, its height
    /// (white is 1), and the sharpness of the edges on it. One in 100 blurred, shrunk, noisy or faint pictures exceeds
    /// all three.
    package static let bump = 0.6
    package static let bumpHeight = 0.6
    package static let bumpSharpness = 0.45
    /// The share for a picture with so few edges that chance explains much.
    package static let certainBump = 0.9

    /// Bars at both ends that are narrower than this share of those in the middle are on a round container, or bent; see
    /// `SymbolFigures.narrowedEnds`.
    package static let narrowedEnds = 0.78

    /// A fifth of full scale: the limit between ISO/IEC 15416 grades D and F. One in 100 readable pictures has less.
    package static let contrast = 51.0
    package static let weakContrast = 70.0
    /// Contrast in brightness ÷ contrast in one colour above which a code that reads in that colour does so by chance. Not fitted: of pictures
    /// in grey it is 1.
    package static let hueShare = 0.75
    /// Contrast below which a repeating pattern in a camera's view is the grain of a surface. Not fitted: the simulated
    /// table has at most 8, print at a tenth of the usual contrast 17.
    package static let grain = 10.0
    /// Pixels per module that are needed, and below which hardly anything reads.
    package static let module = 2.0
    /// Likely symbols have a score of `likelySymbol`; codes that are far out of focus have less, and what has less than this is none.
    package static let vagueSymbol = 0.2
    package static let hopelessModule = 1.6
    /// Share of a module by which bars may be wider or narrower than drawn. Nineteen of 20 readable photographs stay below 0.16;
    /// half of those in which the ink has run until nothing reads are beyond 0.2, and two thirds of those with thinned bars.
    package static let barGrowth = 0.2
    /// Share of a module by which the bars of a code that reads may be wider or narrower before it gets a note.
    package static let noteworthyGrowth = 0.4
    /// Of 204 matrix codes in photographs that read, one is dark on more than 0.6 of its area, the others on 0.47, give or take 0.1.
    package static let darkShare = 0.63
    /// The share of dark modules that every code has.
    package static let leastDark = 0.3
    /// Lines across one undamaged code have equally many edges, but for a speck or two.
    package static let lineSpread = 0.15
    /// What a lens without a focus drive shows sharply, in millimetres from it, and its horizontal angle of view in degrees:
    /// usual for webcams. Source: makers' data sheets of fixed-focus webcams (sharp from 300 to 500 mm, 50 to 65 degrees).
    package static let fixedFocus = (distance: 300.0, angle: 60.0)
    /// The width of the sharpest edges of a camera's view in which something is in focus, and the ratio of the widths in two directions that
    /// no lens gives. Of live views out of focus, those of the simulated camera come nearest: 4.0 and 1.83.
    package static let (sharpView, uneven) = (3.8, 1.9)
    /// The same ratio for what has no ground of its own around it. Of live views with a code out of focus, none of those has more than 1.1,
    /// unless it is held near the camera.
    static let ratherUneven = 1.4
    /// The contrast of what is held near a camera, and the ratio of its edges to the sharpest of the view behind it. Not fitted: of 110
    /// live views, none without a code has more than 3.5 in both directions of something with that contrast.
    static let (nearContrast, nearEdges) = (100.0, 4.0)
    /// Pixels per module below which more pixels may help.
    package static let comfortableModule = 3.2
    /// The smallest apparent module of a blurred symbol, whose narrow bars have disappeared.
    package static let blurredModule = 2.1
    /// The score from which a candidate is almost certainly a symbol.
    package static let likelySymbol = 0.35
    /// Height of the edges, as a share of the contrast, that no symbol has that is out of focus.
    package static let clearModulation = 0.8

    package static let source = "fitted: make fit"
}
