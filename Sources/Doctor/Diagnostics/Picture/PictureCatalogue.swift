// SPDX-License-Identifier: Apache-2.0

/// The findings about light, focus and symbol, explained.
public enum PictureCatalogue {
    public static let entries: [CatalogueEntry] = light + focus + symbol

    private static func entry(_ id: FindingID, _ check: CheckID, _ title: String, _ text: String) -> CatalogueEntry {
        CatalogueEntry(id: id, check: check, title: title, explanation: text)
    }

    private static let light = [
        entry(
            .lightCovered, .light, "the lens is covered",
            """
            The camera delivers frames, but something is in front of its lens: a privacy shutter, a sticker, a lens cap, a \
            closed lid, or the table it lies on.

            It is told from darkness by what is missing. A dark room still has lighter and darker places, which show when \
            the picture is averaged block by block and over frames; behind a cover there is noise at most, which averages \
            out. The picture counts as covered when its blocks differ by less than 1 of 255 and its mean is under 40, or \
            when it is evenly white, which happens when the camera's own lamp shines on the cover. Where the camera has \
            the control privacy and it is on, that alone decides.

            Open the shutter. Many laptops have a key with a camera on it, and some firmware delivers a fixed grey or a \
            drawn picture instead of black; that is found by the stream check as stream.frozen.
            """),
        entry(
            .lightDark, .light, "too dark",
            """
            There is too little light, or too short an exposure for it, so that even the lightest parts of the picture \
            are dark.

            What counts is the 99th percentile of the luma, so that a light label on a black ground is not taken for a \
            dark picture: under 60 of 255 a picture that does not read is too dark (one readable picture of the corpus in \
            two hundred lies below), and under 110 it may be, if its mean light is also two stops below the 0.16 of full \
            scale at which cameras aim. The mean light is computed through the sRGB curve; 0.16 divided by it says how \
            many times the light is needed. Checks of focus and symbol are skipped, as in the dark neither can be judged.

            Bring a lamp or switch on a torch first. Longer exposures blur what moves, and gain adds noise: both are \
            second best. A camera whose exposure was left in manual mode by another program is a finding of its own, \
            light.manual-exposure.
            """),
        entry(
            .lightClipped, .light, "burnt out",
            """
            So much light reaches the sensor that bars and paper are both recorded as pure white.

            White paper is often clipped, and reads well as long as the bars stay dark. So the finding asks for more: \
            over 30 % of the pixels at 250 or above, the 5th percentile of the luma above 170, so that hardly anything \
            dark is left, and no symbol with more than 70 of 255 contrast anywhere. A small white patch on the symbol is \
            not this but symbol.glare.

            Let the camera expose by itself, switch backlight compensation and the torch off, or move the light away.
            """),
        entry(
            .lightBacklit, .light, "lit from behind",
            """
            The symbol hangs in front of a window or a lamp. The camera exposes for the bright ground, and the symbol \
            becomes a silhouette.

            It is found when the lightest part of the symbol has less than 45 % of the picture's 99th percentile while \
            over 5 % of the picture is clipped. The figures are a proposal that the corpus is too poor in such pictures to \
            confirm; the finding is only said to be likely when the symbol's contrast is low besides (under 70 of 255).

            Turn round so that the light falls on the symbol, or switch on the camera's backlight compensation, which \
            lets the ground burn out.
            """),
        entry(
            .lightMotion, .light, "moved while exposed",
            """
            The symbol, or the hand that holds the camera, moved so far during the exposure that bars were drawn into \
            each other.

            Before a camera the likeliest symbol is followed from frame to frame. Its speed in pixels times the exposure \
            time is how far it is drawn out, and more than one bar is too much (the rule speed × exposure ≤ module of \
            scanner manuals). An exposure time is believed only where it is set by hand; otherwise a frame's time stands \
            for it. In a single picture motion shows when edges are at least twice as wide in one direction as in the \
            other and over 3 pixels; that is always called possible only, as a slanted focus looks alike.

            Hold still, or shorten the exposure and bring the light that it then needs. As a rule of thumb an exposure of \
            66 ms, usual in dim rooms, blurs bars of 0.4 mm that move faster than 6 mm a second; 5 ms allow 80 mm.
            """),
        entry(
            .lightNoise, .light, "drowned in noise",
            """
            The picture has grain, mostly because little light was amplified much, and narrow bars break up in it.

            The noise is measured by Immerkær's operator on blocks of 8 × 8 pixels, of which the quietest tenth counts, \
            as edges and texture only add. It is held against the symbol's contrast: a contrast under 12 times the \
            deviation stops most readers at bars of two or three pixels, under 40 times it may. Both were fitted on \
            pictures spoilt with Gaussian noise. Below a deviation of 6 of 255 noise is never blamed; 95 % of the \
            readable pictures have less than 1.5. Pictures under 40 pixels a side are not judged, as they may be texture \
            all over.

            More light is the cure; then the camera needs less gain. Where nothing moves, a longer exposure does as well.
            """),
        entry(
            .lightFlicker, .light, "flickering light",
            """
            Lamps on the mains swing at twice its frequency. A sensor that exposes row after row records the swing as \
            dark bands that run through the picture; screens and dimmed lamps do the same at other frequencies.

            The bands are looked for in what changes from frame to frame, row by row, where the scene cancels. They count \
            from ±3 % of the mean on if they move on evenly. How far they move on each frame tells the frequency: at 30 \
            frames a second light on 50 Hz mains moves on by a third of a band. Light on 60 Hz mains stands still at \
            exactly 30 frames a second, and cannot be told from the scene then.

            Tell the camera its mains frequency (power_line_frequency 1 for 50 Hz, 2 for 60 Hz), so that it exposes for \
            whole swings: multiples of 10 ms, or of 8.33 ms. In light so bright that a single swing is too long nothing \
            but less light helps. Before a screen make the screen brighter, as most are dimmed by flickering.
            """),
        entry(
            .lightManualExposure, .light, "exposure left in manual mode",
            """
            The exposure is set by hand, and the picture's mean lies outside 60 to 190 of 255, where automatic exposure \
            would hold it.

            Controls keep their values when a program ends, and often until the camera is unplugged. A video or \
            astronomy program that set the exposure by hand leaves every later program with a picture that is too dark or \
            too bright. Manual exposure is fine where it suits the light, and then this is not found.

            Set auto_exposure to 3 (aperture priority, what webcams call automatic). Most webcams accept only 1 and 3.
            """),
    ]

    private static let focus = [
        entry(
            .focusBlurred, .focus, "out of focus",
            """
            The lens is focused elsewhere, and edges are so wide that neighbouring bars run into each other.

            The width of the symbol's strongest edges is measured from 10 to 90 % of their height, to a fraction of a \
            pixel, and held against the distance from edge to edge. Blur is blamed when edges are wider than 2.2 pixels \
            and wider than 0.55 of the narrowest bars that are left, and is likely from 0.8 on. The ratio alone would not \
            do: half of the pictures that read have edges of 0.7 modules, because their modules are two pixels and no \
            lens draws an edge in less than one. That is how out of focus differs from too small, where edges are sharp. \
            Without anything like a symbol the sharpest strong edges of the whole picture count, from 3 pixels on. \
            Measures like the variance of the Laplacian are not used, as they compare pictures of one scene only.

            Let the camera focus, or hold the symbol farther away: lenses without a focus drive are mostly sharp from 30 \
            to 50 cm on, and zoom brings back the size. Haze from a finger on the lens looks the same.
            """),
        entry(
            .focusHunting, .focus, "the automatic focus is hunting",
            """
            The automatic focus goes to and fro and finds no place to stay, so that the symbol is sharp only now and \
            then.

            It is found when the control focus_absolute, or else the sharpness of the frames, turns round three times or \
            more while the frames come. Turns of less than 4 % of the lens's range, or of 30 % of the sharpness, do not \
            count. These figures are proposals; the simulated camera's hunting in the dark confirms them.

            Hunting comes from too little light, from too little contrast in the middle of the picture, and from things \
            nearer than the lens can focus. Stop it where the symbol is sharp: focus_automatic_continuous=0.
            """),
    ]

    private static let symbol = [
        entry(
            .symbolSmall, .symbol, "too small in the picture",
            """
            The narrowest bars or modules have too few pixels to be told apart.

            Readers need about two pixels a module (ML Kit and SICK say two, Cognex 1.5 to 2), and three are comfortable. \
            Where the symbol was read, its width and symbology give the module; where not, the distance from edge to edge \
            that a fifth of the distances do not exceed. Under 1.6 it is likely the cause, from 1.6 to 3.2 it is said \
            when nothing else is found. Pictures so small that no symbol fits count too: an EAN-13 is 95 modules wide, \
            and needs 190 pixels.

            Bring the symbol nearer or the camera: half the distance doubles the module. Choose a larger frame size \
            before a digital zoom, which adds no detail unless the sensor has more pixels than the frame.
            """),
        entry(
            .symbolQuietZone, .symbol, "at the border",
            """
            The symbol reaches the border of the picture, or of the region that is looked at, so that part of it or of \
            its quiet zone is cut off.

            Linear codes want ten modules of plain paper at either end (EAN-13 eleven and seven), QR codes four all \
            round. It is found when the outline of something that looks much like a symbol comes within two modules of \
            the border across the bars, and is called possible only, as readers make do with less.

            Move back, or bring the symbol into the middle; enlarge the region; print with a margin.
            """),
        entry(
            .symbolContrast, .symbol, "too little contrast",
            """
            The dark and the light parts of the symbol hardly differ: faint print, print on coloured or shiny ground, \
            haze, fog on the lens, or a film over the label.

            The contrast is the difference between the 98th and the 2nd percentile of the luma over the symbol. Under 51 \
            of 255, a fifth of full scale, it fails; ISO/IEC 15416 grades a symbol contrast under 20 % as F. Of the \
            readable pictures of the corpus one in a hundred has less. It is an estimate in the spirit of that standard: \
            grading proper needs a calibrated aperture and light of 660 nm. A picture that is dark as a whole is not this \
            but light.dark.

            Light it from the side, so that nothing is mirrored in it; print in black on white.
            """),
        entry(
            .symbolGlare, .symbol, "a reflection on the symbol",
            """
            A lamp or window is mirrored in the label, and hides bars under pure white.

            A reflection is a patch of clipped pixels (250 and above) that fades at its border, is compact, does not \
            belong to the picture's border, and lies on or beside the symbol with at least 1.5 % of its size. White paper \
            ends sharply instead. On paper that is pure white itself, a reflection shows by the dark parts around it, \
            which it raises towards white; that alone is called possible.

            Tilt the label or the camera by 10 to 20 degrees: the mirror image moves twice as far. Switch a torch beside \
            the lens off, or spread the light with paper.
            """),
        entry(
            .symbolInverted, .symbol, "light on dark",
            """
            The symbol is printed light on a dark ground.

            It is found when reading fails, and succeeds with black for white. Candela's own readers look for inverted \
            codes, except for a few symbologies, so mostly such a code is just read; many other readers pass it over.

            Print dark on light where others are to read it.
            """),
        entry(
            .symbolDisabled, .symbol, "a symbology that was not asked for",
            """
            There is a code, and it reads, but its symbology is not among those asked for.

            It is found by reading again with every symbology, which is done only when nothing was read as asked.

            Add the symbology to --symbologies, or leave the option out.
            """),
        entry(
            .symbolDamaged, .symbol, "there, but not readable",
            """
            Something looks like a symbol, is lit, sharp, large and high enough in contrast, and does not read all the \
            same.

            It is what remains when no other cause is found, and so never more than possible. Scratched, creased, badly \
            printed and steeply tilted or curved symbols end here, and so do things that only look like symbols, such as \
            text, fabric and grilles, and symbols of a kind no reader knows.

            Clean and flatten the label, hold it square to the camera, and see whether another copy reads.
            """),
        entry(
            .symbolSeveral, .symbol, "several codes in view",
            """
            More than one code is in view, so that which is taken first is left to chance.

            It is said of cameras only, as a warning: a photograph of many codes is nothing wrong.

            Cover the others, or give a region that holds one.
            """),
        entry(
            .symbolOutsideRegion, .symbol, "outside the region",
            """
            Only a region of the picture is looked at, and the code lies outside of it.

            It is found by reading the whole picture, which is done only when the region gives nothing. Both places are \
            shown, and a region that would hold the code.

            Change --region, or hold the code where it looks. Percentages count from the frame's top left corner.
            """),
        entry(
            .symbolNone, .symbol, "no symbol found",
            """
            Nothing in the picture looks like a symbol, and nothing that explains why one could not be seen was found \
            either.

            Symbols are looked for as places where light and dark change often, in one direction for linear codes and in \
            all for matrix codes, at several sizes. On a photograph this is a failure; before a camera it is only a hint \
            to hold a code up.

            If there is a code, it is probably far too small, or hidden.
            """),
    ]
}
