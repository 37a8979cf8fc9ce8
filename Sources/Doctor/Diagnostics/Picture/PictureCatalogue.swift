// SPDX-License-Identifier: Apache-2.0

/// Pages about the findings of the light, focus and symbol checks.
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

            A dark room still has lighter and darker places, which show when the picture is averaged block by block and \
            over frames; behind a cover there is at most noise, which averages out. The picture counts as covered if its \
            blocks differ by less than 0.7 of 255 and its mean is under 40, or if it is evenly white, which happens when \
            the camera's own lamp shines on the cover. If the camera has the control privacy and it is on, that alone \
            decides.

            Open the shutter. Many laptops have a key with a camera on it. Some firmware delivers a fixed grey or drawn \
            picture instead of black; the stream check reports that as stream.frozen.
            """),
        entry(
            .lightDark, .light, "too dark",
            """
            There is too little light, or the exposure is too short for it, so that even the lightest parts of the picture \
            are dark.

            The 99th percentile of the luma counts, so that a light label on a black background is not taken for a dark \
            picture. Under 60 of 255, a picture that does not read is too dark (one in two hundred readable pictures of \
            the corpus is below). Under 110 it may be, if its mean light is also two stops below the 0.16 of full scale at \
            which cameras aim. The mean light is computed through the sRGB curve; 0.16 divided by it is how many times \
            more light is needed. The checks of focus and symbol are skipped, because neither can be judged in the dark.

            Add a lamp or switch on a torch first. Longer exposures blur what moves, and gain adds noise: both are second \
            best. If another program left the camera's exposure in manual mode, the finding is light.manual-exposure.
            """),
        entry(
            .lightClipped, .light, "overexposed",
            """
            So much light reaches the sensor that bars and paper are both recorded as pure white.

            White paper is often clipped, and reads well as long as the bars stay dark. The finding therefore needs more: \
            over 30 % of the pixels at 250 or above, the 5th percentile of the luma above 170, so that hardly anything \
            dark is left, and no symbol with more than 70 of 255 contrast. A small white patch on the symbol is \
            symbol.glare.

            Set the exposure to automatic, switch off backlight compensation and the torch, or move the light away.
            """),
        entry(
            .lightBacklit, .light, "lit from behind",
            """
            The symbol is in front of a window or a lamp. The camera exposes for the bright background, and the symbol \
            becomes a silhouette.

            The finding is reported if the lightest part of the symbol has less than 45 % of the picture's 99th percentile \
            while over 5 % of the picture is clipped. These limits are a proposal, because the corpus has too few such \
            pictures to confirm them. The finding is likely only if the symbol's contrast is low as well (under 70 of \
            255).

            Turn round so that the light falls on the symbol, or switch on the camera's backlight compensation, which \
            overexposes the background.
            """),
        entry(
            .lightMotion, .light, "moved during the exposure",
            """
            The symbol, or the hand that holds the camera, moved so far during the exposure that the bars are blurred into \
            each other.

            With a camera, the doctor follows the likeliest symbol from frame to frame. Its speed in pixels times the \
            exposure time is the length of the blur, and more than one bar is too much (the rule speed × exposure ≤ module \
            of scanner manuals). The exposure time is used only if it is set manually; otherwise the frame interval is \
            used. In a single picture, motion shows as edges that are at least twice as wide in one direction as in the \
            other and over 3 pixels wide; this is always only possible, because a slanted focus looks the same.

            Hold still, or shorten the exposure and add the light that it then needs. As a rule of thumb, an exposure of \
            66 ms, usual in dim rooms, blurs bars of 0.4 mm that move faster than 6 mm per second; 5 ms allow 80 mm.
            """),
        entry(
            .lightNoise, .light, "too much noise",
            """
            The picture is noisy, mostly because little light was amplified strongly, and narrow bars break up in the \
            noise.

            The noise is measured by Immerkær's operator on blocks of 8 × 8 pixels. The quietest tenth of the blocks \
            counts, because edges and texture only add. The noise is compared with the symbol's contrast: a contrast under \
            12 times the deviation stops most readers at bars of two or three pixels, under 40 times it may. Both limits \
            were fitted on pictures with added Gaussian noise. Below a deviation of 6 of 255 noise is at most a possible \
            cause, and below 3 never; 95 % of the readable pictures have less than 1.5. Pictures under 40 pixels a side \
            are not judged, because they may be texture all over.

            Add light, so that the camera needs less gain. If nothing moves, a longer exposure helps as well.
            """),
        entry(
            .lightFlicker, .light, "flickering light",
            """
            Lamps on the mains flicker at twice its frequency. A sensor that exposes row after row records this as dark \
            bands that run through the picture; screens and dimmed lamps do the same at other frequencies.

            The bands are detected in what changes from frame to frame, row by row, where the scene cancels out. They \
            count from ±3 % of the mean if they move evenly. How far they move in each frame gives the frequency: at 30 \
            frames per second, the bands of light on 50 Hz mains move by a third of a band. With 60 Hz mains they stand \
            still at exactly 30 frames per second, and then cannot be told from the scene.

            Set the mains frequency in the camera (power_line_frequency 1 for 50 Hz, 2 for 60 Hz), so that it exposes for \
            whole periods of the light: multiples of 10 ms, or of 8.33 ms. If the light is so bright that a single period \
            is too long, only less light helps. In front of a screen, make the screen brighter, because most screens are \
            dimmed by flickering.
            """),
        entry(
            .lightManualExposure, .light, "exposure left in manual mode",
            """
            The exposure is set manually, and the picture's mean is outside 60 to 190 of 255, where automatic exposure \
            would keep it.

            Controls keep their values when a program ends, often until the camera is unplugged. A video or astronomy \
            program that set the exposure manually leaves every later program with a picture that is too dark or too \
            bright. Manual exposure that suits the light is not reported.

            Set auto_exposure to 3 (aperture priority, which webcams call automatic). Most webcams accept only 1 and 3.
            """),
    ]

    private static let focus = [
        entry(
            .focusBlurred, .focus, "out of focus",
            """
            The lens is focused at another distance, and edges are so wide that neighbouring bars run into each other.

            The width of the symbol's strongest edges is measured from 10 to 90 % of their height, to a fraction of a \
            pixel, and compared with the distance from edge to edge. Blur is reported if edges are wider than 2.2 pixels \
            and wider than 0.55 of the narrowest bars that are left, and is likely from 0.8 on. The ratio alone is not \
            enough: half of the readable pictures have edges of 0.7 modules, because their modules are two pixels and no \
            lens draws an edge in less than one. This distinguishes out of focus from too small, where edges are sharp. If \
            nothing looks like a symbol, the sharpest strong edges of the whole picture count, from 3 pixels on. Measures \
            such as the variance of the Laplacian are not used, because they can only compare pictures of one scene.

            Let the camera focus, or hold the symbol farther away: lenses without a focus drive are mostly sharp from 30 \
            to 50 cm on, and zoom restores the size. A fingerprint on the lens looks the same.
            """),
        entry(
            .focusHunting, .focus, "the automatic focus is hunting",
            """
            The automatic focus moves back and forth without settling, so that the symbol is sharp only now and then.

            The finding is reported if the control focus_absolute, or otherwise the sharpness of the frames, reverses \
            three times or more while frames arrive. Reversals of less than 4 % of the lens's range, or of 30 % of the \
            sharpness, do not count. These limits are proposals; the simulated camera's hunting in the dark confirms them.

            Causes are too little light, too little contrast in the middle of the picture, and things nearer than the lens \
            can focus. Stop the focus where the symbol is sharp: focus_automatic_continuous=0.
            """),
    ]

    private static let symbol = [
        entry(
            .symbolSmall, .symbol, "too small in the picture",
            """
            The narrowest bars or modules have too few pixels to be resolved.

            Readers need about two pixels per module (ML Kit and SICK say two, Cognex 1.5 to 2), and three are \
            comfortable. If the symbol was read, its width and symbology give the module; otherwise it is the distance \
            from edge to edge that a fifth of the distances do not exceed. Under 1.6 it is likely the cause, from 1.6 to \
            3.2 it is reported if nothing else is found. Pictures so small that no symbol fits count too: an EAN-13 is 95 \
            modules wide, and needs 190 pixels.

            Bring the symbol or the camera nearer: half the distance doubles the module. Choose a larger frame size before \
            a digital zoom, which adds no detail unless the sensor has more pixels than the frame.
            """),
        entry(
            .symbolQuietZone, .symbol, "at the border of the picture",
            """
            The symbol reaches the border of the picture, or of the region that is searched, so that part of it or of its \
            quiet zone is cut off.

            Linear codes need ten modules of blank paper at either end (EAN-13 eleven and seven), QR codes four all round. \
            The finding is reported if the outline of something that looks much like a symbol comes within two modules of \
            the border across the bars. It is only possible, because readers can manage with less.

            Move back, or bring the symbol into the middle; enlarge the region; print with a margin.
            """),
        entry(
            .symbolContrast, .symbol, "too little contrast",
            """
            The dark and the light parts of the symbol hardly differ: faint print, print on coloured or shiny material, \
            haze, fog on the lens, or a film over the label.

            The contrast is the difference between the 98th and the 2nd percentile of the luma over the symbol. Under 51 \
            of 255, a fifth of full scale, it fails; ISO/IEC 15416 grades a symbol contrast under 20 % as F. One in a \
            hundred readable pictures of the corpus has less. It is an estimate along the lines of that standard: proper \
            grading needs a calibrated aperture and light of 660 nm. A picture that is dark as a whole is light.dark.

            Light it from the side, so that nothing is reflected in it; print in black on white.
            """),
        entry(
            .symbolGlare, .symbol, "a reflection on the symbol",
            """
            A lamp or window is reflected in the label, and hides bars under pure white.

            A reflection is a patch of clipped pixels (250 and above) that fades at its border, is compact, does not \
            belong to the picture's border, and lies on or beside the symbol with at least 1.5 % of its size. White paper \
            ends sharply instead. On paper that is pure white itself, a reflection shows in the dark parts around it, \
            which it raises towards white; this alone is only possible.

            Tilt the label or the camera by 10 to 20 degrees: the reflection moves twice as far. Switch off a torch beside \
            the lens, or diffuse the light with paper.
            """),
        entry(
            .symbolInverted, .symbol, "light on dark",
            """
            The symbol is printed light on a dark background.

            The finding is reported if reading fails, but succeeds with black and white exchanged. Candela's own readers \
            look for inverted codes, except for a few symbologies, so such a code is usually just read; many other readers \
            ignore it.

            Print dark on light if others have to read it.
            """),
        entry(
            .symbolDisabled, .symbol, "a symbology that was not requested",
            """
            There is a code, and it reads, but its symbology is not among those requested.

            The doctor reads again with every symbology, but only if nothing was read as requested.

            Add the symbology to --symbology, or omit the option.
            """),
        entry(
            .symbolDamaged, .symbol, "looks like a symbol, but does not read",
            """
            Something looks like a symbol, is well lit, sharp, large and high enough in contrast, but does not read.

            This is what remains if no other cause is found, so it is never more than possible. Scratched, creased, badly \
            printed and steeply tilted or curved symbols are reported here, and so are things that only look like symbols, \
            such as text, fabric and grilles, and symbols of a kind that no reader supports.

            Clean and flatten the label, hold it square to the camera, and check whether another copy reads.
            """),
        entry(
            .symbolSeveral, .symbol, "several codes in view",
            """
            More than one code is in view, so it is left to chance which one is taken first.

            This is reported for cameras only, as a warning: a photograph of many codes is no fault.

            Cover the others, or set a region that contains only one.
            """),
        entry(
            .symbolOutsideRegion, .symbol, "outside the region",
            """
            Only a region of the picture is searched, and the code is outside it.

            The doctor reads the whole picture, but only if nothing is found in the region. It shows both places, and a \
            region that would contain the code.

            Change --region, or hold the code inside it. Percentages count from the frame's top left corner.
            """),
        entry(
            .symbolNone, .symbol, "no symbol found",
            """
            Nothing in the picture looks like a symbol, and the doctor found no reason why one could not be seen.

            Symbols are detected as places where light and dark change often, in one direction for linear codes and in all \
            for matrix codes, at several sizes. For a photograph this is a failure; for a camera it is only a hint to hold \
            up a code.

            If there is a code, it is probably far too small, or hidden.
            """),
    ]
}
