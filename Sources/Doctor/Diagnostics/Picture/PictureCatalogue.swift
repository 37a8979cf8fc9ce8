// SPDX-License-Identifier: Apache-2.0

/// Pages about the findings of the light, focus and symbol checks.
package enum PictureCatalogue {
    package static let entries: [CatalogueEntry] = light + focus + symbol

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
            decides. Some laptops' firmware lets the camera stream blank pictures while its key has switched it off; if \
            sysfs says that (such as Samsung's `block_recording`) and the picture is blank, the finding is likely.

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
            best. A grabber or a camera without any control of the exposure gets its light from its source: raise its \
            brightness and contrast instead, which some drivers set too low themselves. If another program left the camera's exposure in manual mode, the finding is light.manual-exposure.
            """),
        entry(
            .lightClipped, .light, "overexposed",
            """
            So much light reaches the sensor that bars and paper are both recorded as pure white.

            White paper is often clipped, and reads well as long as the bars stay dark. The finding therefore needs more: \
            over 30 % of the pixels at 250 or above, the 5th percentile of the luma above 170, so that hardly anything \
            dark is left, and no symbol with more than 70 of 255 contrast. A small white patch on the symbol is \
            symbol.glare. A code of so little contrast that is read nevertheless gets a note, if nothing else in the \
            picture is dark either: the 1st percentile above 200, and a mean above 245.

            Bars may still stand out although light has run over them. It is possible, and reported if nothing else is \
            found, where over 30 % is clipped, the 1st percentile is above 60 (in a camera's view 40), and the likeliest \
            code has white at 254 or more and bars at 70 or more. In a camera's view it is likely where the bars of a \
            linear code with such white are thinner than drawn by 15 % of a module and more.

            A camera's view that is white all over, with a mean of 254.5 and more, may also be one whose sensor's data do \
            not arrive: a flat cable that has no contact, or a broken sensor. It stays white when a hand covers the lens.

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
            .lightShadow, .light, "a shadow over a part of the code",
            """
            A part of a linear code lies in a shadow so deep that its spaces are as dark as bars elsewhere. Candela may \
            read it, because it also looks at small areas by themselves. Readers that set one limit between dark and \
            light for the whole picture lose the part in the shadow.

            The doctor divides the code that was read into ten by ten fields, and looks for those without any light \
            parts. A bar is narrower than a field, so that none should be. It notes a share of 15 % or more, if the code \
            has a contrast of 100 of 255 elsewhere. It is a note: the code reads here. Its margin and its bars are then not \
            judged. For a code that does not read, see symbol.damaged.

            Light the code evenly: take away what throws the shadow, turn the label to the light, or add a lamp.
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
            other and over 3 pixels wide; this is only possible, because a slanted focus looks the same. It is likely if \
            the sharpest edges of the whole picture are 2.2 times as wide in one direction: no lens does that. A matrix \
            code that is drawn out looks like bars, but along bars there are no edges: three or more on each line, two \
            modules wide or more, in a place about as wide as high tell it. A view without a code may move as a \
            whole if its edges are much wider in one direction, and something in it is elsewhere in the next frame. Where \
            everything moves, frames differ by more than 15 times the noise of one, and edges need to be only 1.3 times as wide.

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

            A camera's picture that is nothing but noise has another cause: every pixel is another in each frame, with a deviation of \
            35 of 255 or more and nothing else in the picture. Some webcams send that if their stream begins right after they came \
            up. Start the stream again, or unplug the camera and plug it in again.
            """),
        entry(
            .lightSettling, .light, "the first pictures after the start are dark or white",
            """
            A camera's automatic exposure begins with some value when a stream starts, often the darkest or the \
            brightest, and needs some pictures to find the right one: a quarter of a second to two seconds. candela \
            waits for that before it reads. Programs that start a stream for a single picture (timelapses, alarms, \
            page tests) and take the first one get a black, dark or white picture, although the camera is in order.

            The doctor notes it if the first picture differs from the last of the first sixty by more than a third of \
            their mean luma and by 32 of 255, for 150 ms or longer. The evidence shows the mean luma over the time. \
            These limits are proposals and are not fitted. It is a note, because a scan is not harmed.

            Let the program skip the first pictures, or keep the stream running: `fswebcam --skip 30`, `ffmpeg -ss 2`, \
            `v4l2-ctl --stream-skip=30`. Where the light does not change, fixed values spare the wait: `candela \
            calibrate CAMERA`.

            More light or another format do not help. Something that moves in front of the camera in the first second \
            can look the same: run the doctor again.
            """),
        entry(
            .lightPumping, .light, "the automatic exposure does not settle",
            """
            The automatic exposure makes the picture brighter, finds it too bright, makes it darker, and begins again. \
            Codes are read only in between. The usual causes are a lamp or a shiny thing that moves in and out of the \
            picture, a screen, light that flickers slowly, a camera whose firmware corrects too much, and a program \
            that corrects the brightness, too: two automatic controls that work against each other never come to rest.

            `candela doctor --watch 60s` takes the mean luma four times a second and counts how often it turns round. \
            Four reversals of at least 25 of 255 are reported, unless the exposure is manual. The examination without \
            --watch lasts a few seconds, and shows only quick swings: three reversals by a third of the brightness. The \
            evidence shows the luma over the time as a row of bars. These limits are proposals and are not fitted. It \
            is a warning, because a scan reads between the swings.

            Switch off the automatic brightness of the program that captures, if it has one (motion: auto_brightness). \
            Remove what moves or shines, and switch off lamps that follow the camera. Then find a fixed exposure for \
            this light: `candela calibrate CAMERA`. If that sets the exposure to manual, `candela set auto_exposure=3 \
            --camera CAMERA` makes it automatic again. If you only move goods through the picture, that changes its \
            brightness too: watch again without them.

            A change of the frame rate does not help, and neither does more light if it comes from the same lamp. Fast \
            bands that run through the picture are light.flicker, and have another cause.
            """),
        entry(
            .lightHazy, .light, "a pale picture, as through a veil",
            """
            Nothing in the picture is dark, and nothing light: its luma lies within 90 of 255, above 110 and below 225, \
            although the view has structure. That is how a camera sees through the protective film of a new lens, \
            through fog, smears or dust on the lens or the window before it, through deposits inside, or with a lamp or \
            the sun shining into the lens.

            It is a note and possible only: a single light surface, such as a plain wooden table, gives nearly the same \
            figures and needs nothing. The limits are not fitted. If the symbol itself is pale, symbol.low-contrast says so.

            Take the film off and wipe the lens. If it stays so, shade the lens from lamps. No control helps, and a higher \
            contrast only spreads what is left.
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
        entry(
            .lightSettings, .light, "settings that spoil the picture",
            """
            A setting other than the exposure makes the picture too bright or too dark: brightness, contrast, gamma, \
            gain or backlight compensation. Somebody set it for another light, or a program left it behind. Cameras \
            keep such a value when the program ends, often until they are unplugged. A saved profile that no longer \
            suits the light does the same.

            The doctor reads these five controls with VIDIOC_G_EXT_CTRLS while frames arrive, and compares each with \
            the default that the camera states (VIDIOC_QUERY_EXT_CTRL). It reports those that are off their default in \
            the direction of the fault: above it if the picture is too bright, below it if it is too dark; contrast in \
            both directions. It does so only if the picture is overexposed, too dark or evenly black or white, so a \
            setting that suits the light is not reported. If a profile is in force, the message names it.

            Set them back: `candela set brightness=0 --camera CAMERA`, with the names and defaults that the doctor \
            shows; it also prints the command that undoes it. `candela controls CAMERA` lists all controls with their \
            defaults. To find values that suit this light, run `candela calibrate CAMERA`. If a profile set them, save \
            the new values under its name.

            Restarting the program does not help, because the camera keeps the values. If they come back, another \
            program sets them: see node.disturbed. An exposure that was left in manual mode is light.manual-exposure.
            """),
    ]

    private static let focus = [
        entry(
            .focusBlurred, .focus, "out of focus",
            """
            The lens is focused at another distance, and edges are so wide that neighbouring bars run into each other.

            The width of the symbol's strongest edges is measured from 10 to 90 % of their height, to a fraction of a \
            pixel, and compared with the distance from edge to edge. Blur is reported if edges are wider than 2.2 pixels \
            and wider than 0.55 of the narrowest bars that are left, and is likely from 0.8 on. Below 5 pixels and 1.3 bars it is called \
            focus.unresolved. The ratio alone is not \
            enough: half of the readable pictures have edges of 0.7 modules, because their modules are two pixels and no \
            lens draws an edge in less than one. This distinguishes out of focus from too small, where edges are sharp. If \
            nothing looks like a symbol, the sharpest strong edges of the whole picture count, from 3 pixels on. Measures \
            such as the variance of the Laplacian are not used, because they can only compare pictures of one scene. A \
            photograph whose sharpest edges are under 3 pixels wide is not called out of focus for a place that hardly \
            resembles a code: it shows something else, and the finding is symbol.none.

            A code that is read from a picture without any sharp edges gets a note: its edges are over 5 pixels wide, and \
            over 0.8 of its bars; in EAN and UPC, whose length tells the width of a bar, over 4 pixels and 1.5 bars. Such \
            a picture is out of focus, or was enlarged from a smaller one, and has no more detail than that; other readers \
            fail on it.

            Let the camera focus, or hold the symbol farther away: lenses without a focus drive are mostly sharp from 30 \
            to 50 cm on, and zoom restores the size. In a picture file whose narrowest bars or modules have less than four \
            pixels, nearer or larger print is advised instead: from farther away they would be too small. A fingerprint on the lens looks the same.
            """),
        entry(
            .focusUnresolved, .focus, "too fine for the picture",
            """
            The symbol's edges are about as wide as its bars or modules, so that they run into each other, and the picture is \
            otherwise about as sharp as cameras take them. The symbol is too small in the picture, or the picture is not sharp \
            enough for it.

            Edges and bars are measured as for focus.blurred, which is reported from edges of 5 pixels or 1.3 bars on. Narrower ones are \
            usual for webcams, for pictures that were compressed much and for those that were enlarged from smaller ones, also \
            where the lens is in focus. Whether more pixels or more sharpness would help cannot be seen in the picture: where \
            bars have merged, those that can still be measured are wider than the narrowest ones were. Codes with much content \
            (QR codes of 57 and more modules, PDF417 of licences, long Code 128) are the usual case.

            Hold the code nearer, as near as the lens is sharp, take a larger picture, or zoom. If the code is still too small at \
            the nearest sharp distance, print or show it larger, or put less into it: half the text makes modules that are about \
            a third larger. Enlarging the picture afterwards adds no detail.
            """),
        entry(
            .focusHunting, .focus, "the automatic focus is hunting",
            """
            The automatic focus moves back and forth without settling, so that the symbol is sharp only now and then.

            The finding is reported if the control focus_absolute, or otherwise the sharpness of the frames, reverses \
            three times or more while frames arrive. Reversals of less than 4 % of the lens's range, or of 30 % of the \
            sharpness, do not count. These limits are proposals; the simulated camera's hunting in the dark confirms \
            them. With `candela doctor --watch 60s` the doctor reads the lens position four times a second for longer. \
            Unless the automatic focus is off, it warns if the lens leaves its usual position twice or more, by more \
            than 4 % of its range. The usual position is the median of all readings. The evidence shows the position \
            and the sharpness over the time as rows of bars. Hold the code still meanwhile: the automatic focus \
            follows a code that comes nearer, which is no fault.

            Causes are too little light, too little contrast in the middle of the picture, and things nearer than the \
            lens can focus. Stop the focus where the symbol is sharp: focus_automatic_continuous=0. After watching, \
            the doctor prints the position at which the picture was sharpest, as `focus_absolute=VALUE`. To undo it, \
            set focus_automatic_continuous=1. A calibration, `candela calibrate CAMERA`, finds the best position for \
            the distance of your codes.
            """),
    ]

    private static let symbol = [
        entry(
            .symbolSmall, .symbol, "too small in the picture",
            """
            The narrowest bars or modules have too few pixels to be resolved.

            Readers need about two pixels per module (ML Kit and SICK say two, Cognex 1.5 to 2), and three are \
            comfortable. If the symbol was read, its width and symbology give the module; otherwise it is the distance \
            from edge to edge that a fifth of the distances do not exceed. Under 1.6 it is likely the cause, from 1.6 \
            to 3.2 it is reported if nothing else is found. Pictures so small that no symbol fits count too: an EAN-13 \
            is 95 modules wide, and needs 190 pixels. A photograph with two to 3.2 pixels a module has enough for most codes: \
            it is a warning then, and what else is wrong comes first.

            A picture file without noise whose edges are narrower than a pixel was drawn or scaled by a program, \
            because no lens draws such edges and no sensor is without noise. If its bars are narrow, the cause is not \
            the distance but the drawing: scaling to a fraction of the size makes bars of one kind unequal. A code \
            that reads although its modules have less than two pixels is a note, because other readers may need more. So is a code \
            with edges of four pixels and more in such a picture, if they are four fifths as wide as its modules: it was drawn \
            small and enlarged smoothly, and has the detail of the small picture.

            Bring the symbol or the camera nearer: half the distance doubles the module. Choose a larger frame size \
            before a digital zoom, which adds no detail unless the sensor has more pixels than the frame. If a program \
            drew the code, draw it again with a whole number of pixels for each module, at least two, and do not scale \
            it afterwards. Scaling up the small picture does not help: the widths are already lost.
            """),
        entry(
            .symbolQuietZone, .symbol, "the light margin is too narrow or cut off",
            """
            A code needs blank paper around it, the quiet zone, so that readers can tell where it ends. Here the \
            margin is too narrow: the symbol reaches the border of the picture or of the region that is searched, or \
            something dark, such as a line, a frame or the edge of the label, stands in it.

            Linear codes need ten modules at either end (EAN-13 eleven and seven), QR codes four all round, Micro QR \
            and PDF417 two, Data Matrix one. The numbers are those of the GS1 General Specifications and of ISO/IEC \
            18004, 16022, 15438 and 15417. The finding is reported if the outline of something that looks much like a \
            symbol comes within two modules of the border across the bars. It is only possible, because readers can \
            manage with less.

            The doctor also measures the margin in the picture. It goes outward from the symbol's real edge on nine \
            lines at each end, or on all four sides of a matrix code, in steps of a quarter of a module, until \
            something dark or the border comes; the median of the lines counts, at the narrowest side. A linear code \
            that does not read is blamed on it if the margin is under three modules, or under six at the border. Then \
            the doctor paints the last one, two or three dark marks at one end of the code's row over with the colour \
            of the paper and reads again. If that reads, the mark beside the code is the cause, and the finding is \
            certain. It tries this only if the code is about level. In much noise a code may read by chance in one of several \
            pictures: it paints other places over, too, and if the code reads then, nothing is proved.

            If the code reads, a narrow margin is a note: other scanners may not find the code. The limits are below \
            those of the standards (6 modules for linear codes, 5 for EAN and UPC, 2.5 for QR), because print that \
            keeps nearly to the standard is no fault.

            Dark ground that begins right at one end of the bars, with a light margin at the other, is named by itself: the \
            label is cut off there, the code is printed beyond its edge, or something dark, such as a thumb, covers it. With \
            dark ground at both ends, clear bars that are the same in all rows look like light ones on a dark ground, which \
            do not read either.

            Move back, or bring the symbol into the middle; enlarge the region. Cover a line beside the code with \
            white paper or tape. When the code is printed next, leave the margin free; on a screen, show it with a \
            white border. More light or a sharper picture does not replace the margin.
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

            Readers look at brightness only. Two colours of about the same brightness, such as red on violet or orange on \
            blue, are one even surface to them. If nothing is read from a picture file, and a plane of its colours has \
            structure where the brightness has none, the doctor reads that plane by itself. If the code reads there, the \
            colours are the cause, and the finding is certain. In a picture that a program drew, without any noise, the darkest \
            and the lightest quarter of the range are also spread over all of it and read: a viewer may draw the spaces of a code \
            nearly as dark as its bars. The same is tried with half the size of a well-lit photograph or view in which \
            nothing resembles a code: a display that is turned down in a bright room, or pale print, is too faint to be found.

            Scanners with red light see red, orange and brown as light as white. Of linear codes that read from a picture file with \
            colours, the doctor measures the contrast in its red plane: under 70 of 255, and under half of that in all colours, is a note.

            Light it from the side, so that nothing is reflected in it; print in black on white. For colours of one \
            brightness light does not help: choose a dark colour on a light one, or give the reader the plane that shows \
            the code, as in `convert PICTURE -channel B -separate +channel blue.png`.
            """),
        entry(
            .symbolGlare, .symbol, "a reflection on the symbol",
            """
            A lamp or window is reflected in the label, and hides bars under pure white.

            A reflection is a patch of clipped pixels (250 and above) that fades at its border, is compact, does not \
            belong to the picture's border, and lies on or beside the symbol with at least 1.5 % of its size. White paper \
            ends sharply instead. On paper that is pure white itself, a reflection shows in the dark parts around it, \
            which it raises towards white; this alone is only possible.

            A fold of film or a shiny edge makes a stripe that need not be pure white: a gap between the bars of a linear code \
            that is wider than its widest space (four modules), and brighter than its paper.

            Tilt the label or the camera by 10 to 20 degrees: the reflection moves twice as far. Switch off a torch beside \
            the lens, or diffuse the light with paper.
            """),
        entry(
            .symbolInverted, .symbol, "light on dark",
            """
            The symbol is printed light on a dark background.

            The finding is reported if reading fails, but succeeds with black and white exchanged. Candela's own readers \
            look for inverted codes, except for a few symbologies, so such a code is usually just read; many other readers \
            ignore it. A code that reads gets a note if its fixed parts are light: the corner patterns of a QR code, the \
            solid sides of a Data Matrix, the middle of an Aztec code. Dark surroundings alone do not count.

            Print dark on light if others have to read it.
            """),
        entry(
            .symbolMirrored, .symbol, "a mirrored code",
            """
            The code was read, but its left and right are exchanged, as in a mirror. It is seen through glass or a \
            transparent film from behind, in a mirror, or the camera or a program flips the picture, as video calls do \
            with the picture of oneself. It is a note: candela reads it, but other scanners may not.

            The reader that read the code reports it, for symbologies in which the arrangement of the modules shows \
            it, such as QR codes and Data Matrix. Linear codes are not reported, because they read the same in both \
            directions.

            Take the picture from the printed side, or print the code for the side from which it is scanned. If the \
            camera flips the picture, switch that off: `candela set horizontal_flip=0 --camera CAMERA` (undo: 1). If a \
            program exports the picture, switch off its setting for mirroring.

            Turning the code or the camera does not help: a mirrored code stays mirrored in every direction.
            """),
        entry(
            .symbolDisabled, .symbol, "a symbology that was not requested",
            """
            There is a code, and it reads, but its symbology is not among those requested.

            The doctor reads again with every symbology, but only if nothing was read as requested.

            It is a note if an EAN or UPC was read that has an add-on beside it, of two or five digits (an issue, a price). That is a \
            symbol of its own, which readers leave out unless they are asked for it. Its bars must be whole digits with the guard in \
            front and separators between them, their parities must belong to its number, and three of seven lines across it must agree.

            Add the symbology to --symbology, or omit the option; for an add-on, use --addons.
            """),
        entry(
            .symbolBent, .symbol, "the code does not lie flat",
            """
            Readers lay a flat grid over a matrix code, and compare the widths of bars. On a round container, a label that \
            stands off, folded or crumpled paper, modules are not where that grid has them, and bars near the edge are narrower.

            A long linear code is bent if its bars near both ends are less than 78 % as wide as those in its middle, or, where the \
            narrow ones run into each other, if its edges there have less than 68 % of the height of those in its middle. Of a QR code \
            the doctor looks at the corner patterns and at the timing patterns between them, the rows of single modules: on a flat \
            code, from whatever side one looks, the corner patterns point at each other, and the modules in the middle have the \
            size that those of the corner patterns let expect in perspective. It says that a code is bent if two corner patterns \
            are turned away from the line between them by 4 degrees or more, in opposite directions, or if the modules in the \
            middle are 27 % larger than expected, or as much smaller. Codes that read get a note. From 2.5 degrees on it is a possible \
            cause, if nothing else explains a code that does not read; a picture without any grey was then made black and white, \
            which moves the edges of modules, too.

            Flatten it, or hold its middle square to the camera from farther away. On a container, print a linear code turned by \
            90 degrees, so that its bars run around it, and a matrix code no wider than a third of the diameter.
            """),
        entry(
            .symbolUnexplained, .symbol, "looks like a symbol, but does not read",
            """
            Something looks like a symbol, is well lit, sharp, large and high enough in contrast, but does not read, and no \
            other finding explains it.

            This is what remains if no cause is found, and then it is only possible. Torn, creased and steeply tilted or \
            curved symbols end here where nothing that was measured shows it, and so do things that only look like symbols, \
            such as text, fabric and grilles.

            Check whether all of it is in the picture, flat, square to the camera and uncovered. Then compare with another \
            copy of the same code in the same place: if that reads, this print is the cause.
            """),
        entry(
            .symbolDamaged, .symbol, "the print of the code is damaged",
            """
            The code is well lit, sharp and large enough, but its print is not as it should be.

            Where nothing else explains why a linear code does not read, the doctor compares the numbers of edges along \
            twelve lines across it: in an undamaged code they are equal. If they differ by 15 % or more, the bars are not the \
            same along their height, as where a code is scratched, creased, dirty or written over; that is only possible, \
            not certain.

            Rows of a matrix code that stand apart are recognised, and are then certain: as a program prints a code as text into \
            a terminal with space between its lines, or a printer sends it in strips. If lines of one value run through all \
            of it at regular distances, the doctor takes them out, and reads what is left. Set the line height or line spacing \
            to none, or use a picture of the code.

            Thin light lines along the bars of a linear code, within bars and over \
            their full length, as a label printer with dead dots in its print head leaves them. Each must be fainter than \
            the narrow spaces of the code, and at the same place on three quarters of 24 lines across it; a code that does \
            not read is blamed on it from two lines on, and one that reads gets a note. Bars \
            must be at least three pixels wide and sharp. Clean or replace the print head, and print the label again.

            Clean and flatten the label, hold it square to the camera, and check whether another copy reads.
            """),
        entry(
            .symbolShort, .symbol, "the code is too short for readers",
            """
            Interleaved 2 of 5 (ITF) has no check character that must be there, and its start and stop are a few narrow bars: \
            any row of letters contains bars that look like two or four of its digits. Readers therefore ask for at least \
            four or six digits, and pass over a shorter code without a word.

            The doctor looks for one of two digits only if nothing was read, in places that look like a linear code. It must \
            stand there alone, and different rows must agree.

            Print the number with leading zeros, at least six digits in all, or in a symbology with a check character, such as \
            Code 128. zbar can be told to accept two digits (`min-length`); then it also finds some that are none.
            """),
        entry(
            .symbolUnframed, .symbol, "the code lacks its start or stop",
            """
            Code 39 begins and ends with an asterisk, which is not printed below the bars. Barcode fonts and some libraries draw \
            only the characters that they are given: a text without the asterisks becomes bars that no reader accepts.

            The doctor looks for such a code only if nothing was read, in places that look like a linear code: all of the bars \
            between two quiet zones must be characters of Code 39, at least four, and different rows must agree. A text that \
            begins or ends with P is left out: read from the other end, an asterisk is a P. A text that was typed in a font for \
            Code 128 lacks the start, check and stop characters in the same way; there the doctor asks for five characters.

            A Code 128 that is wider than its paper is cut off: it begins as it must, and its last characters and its stop pattern \
            are missing, or the other way round. The doctor says so if four characters or more follow the start, or precede the \
            stop, and a margin comes where less than a character is left.

            Write the text with an asterisk at each end, or use a program that adds them, such as `candela encode`. Readers do \
            not give the asterisks back as part of the text.
            """),
        entry(
            .symbolStretched, .symbol, "the code is not square",
            """
            QR codes, Aztec codes and MaxiCodes are square. A window, a web page or a label program that stretches the picture \
            of one to its own width makes modules that are several times as wide as high; a camera that looks at one almost from \
            the side sees the same. Readers cope with about twice, some with more.

            The doctor looks for it only if nothing was read: it makes places that are much longer than wide square, and reads \
            them again. If a code then reads, it is proved.

            In a program: keep the proportions of the code's picture. With a camera: hold it square to the code.
            """),
        entry(
            .symbolForeign, .symbol, "the code is of a symbology that no reader here reads",
            """
            MSI Plessey stands on shelves of shops, Industrial, IATA and Matrix 2 of 5 on older labels of warehouses and \
            airlines, Code 11 on telecommunication equipment. The libraries that candela and most free programs use do not read \
            them. Most of them have weak checks or none, so that a reader which knows them misreads more than others.

            Pharmacode (Laetus) stands on folding boxes and leaflets of medicines; it has neither start nor stop. Postal services print rows \
            of bars that differ in height on letters, and Spotify's codes are such a row as well; DotCode is made of separate dots.

            QR codes of Model 1, the first form, look like today's, which are Model 2, and have their data in other places. They are \
            left in closed systems, such as cards of parts in a factory. The format information, which stands twice beside the corner \
            patterns, is masked with another pattern in them: both copies must name the same format of Model 1, with at most two \
            wrong bits. zxing-cpp reads them from 2.2 on.

            The doctor looks for such a code only if nothing was read, in places that look like a linear code: all of the bars \
            between two quiet zones must be the start, whole digits and the stop of that symbology, and different rows must agree. \
            Of Pharmacode all spaces must be equal, and wider than the narrow bars. Codes of bars in different heights are \
            recognised by 18 or more marks of one width at one distance, DotCode by 40 or more equal dots whose nearest \
            neighbours are diagonal. If bars are clear and alike in all rows, and are of no symbology that is known here, that \
            is only possible: their ends may be missing as well.

            Print the number in a symbology that readers know, such as Code 128. Where that is not possible, use a reader that \
            is made for the symbology, and tell it how many digits to expect.
            """),
        entry(
            .symbolCheck, .symbol, "the code's check character or its own figures are wrong",
            """
            Code 128, EAN and UPC end with a character that is calculated from all others. Readers compare it, and give \
            nothing if it does not fit: better no number than a wrong one. Some generators have an option that leaves it out. \
            A barcode font does not calculate it either: if a text is typed in such a font, start, check and stop characters \
            are missing, or are those of another text.

            The doctor looks for it only if nothing was read: it decodes each character from the widths of its bars, and \
            reports the finding if all are clear, different rows agree, and the last character is not the check character of \
            the others. In a damaged code, a bar is usually unclear as well.

            Each row of a PDF417 tells at both of its sides, in codewords beside the start and the stop pattern, how many rows and \
            columns the symbol has and how it is corrected. Some generators calculate one side wrongly. If a PDF417 is not read, the \
            doctor decodes these codewords; each figure must be the same in at least three lines and in four of five. If the two \
            sides differ, or there are more rows than they say, the symbol was made so, however well it is drawn.

            Generate the code again. `candela encode` calculates the check character itself. For a font, use the program or \
            function that converts a text for it.
            """),
        entry(
            .symbolCornerPattern, .symbol, "a corner pattern of the QR code is hidden or broken",
            """
            Readers find a QR code by the nested squares in three of its corners: along a line across one, dark, light, \
            dark, light and dark follow each other as 1:1:3:1:1. If one of the squares lies on a dark part of a photo, is \
            covered, torn off or outside the picture, or if white specks break its black, most readers see no code at all, \
            although the data are whole.

            Where only two of the squares are seen, the doctor supposes the third, and believes that if the timing pattern \
            (the row of alternating modules between two squares) and the other fixed modules are where they should be. It \
            then tells what is in its place. In a code that reads it draws 34 lines across each square, and reports the \
            finding if fewer than four in ten are whole in one of them. Where only one is seen, the timing pattern must begin beside \
            it, and data lie on two of its sides and nothing on the others: two sides of the code are cut off, or two corners covered.

            Candela reads many such codes all the same, because it draws the missing square itself; other scanners do not.
            """),
        entry(
            .symbolCovered, .symbol, "a logo or text covers a part of the code",
            """
            A QR code can carry a logo because its error correction restores what is missing: 7 % of the data with level L, \
            15 % with M, 25 % with Q and 30 % with H. A logo that hides more, or as much as the level allows while a \
            reflection or dirt hides the rest, makes the code unreadable for everybody. Generators use level L or M \
            unless they are asked for more.

            The doctor looks at a QR code that does not read. By its corner patterns it finds each module, and looks for \
            a place in which many modules are partly dark and partly light, neither of both, or all alike, while those of the \
            rest are as a code's are. It also \
            reads the level from the format information beside the corner patterns. Modules must be at least five pixels \
            wide and sharp. Codes that are bent are not recognised. A code that reads gets a note if the place takes at least four fifths of what its level corrects.

            Generate the code again with level H, and make the logo smaller or leave it away. In a picture nothing can be \
            done about it.
            """),
        entry(
            .symbolPartial, .symbol, "perhaps only a part of a longer code",
            """
            A code was read, but it ends at the edge of the picture, and its symbology has no strong check. ITF, \
            Codabar and Code 39 can then read as a shorter code: if the end is cut off, the bars that are left may \
            still form a valid number. The number is then wrong, without any error. It is therefore a warning and not \
            only a note.

            The doctor measures the light margin at both ends of the code. It reports the finding if the symbology is \
            one of these three, the margin ends at the border of the picture, and it is narrower than six modules; the \
            standards ask for ten. EAN, UPC, Code 128, QR codes and others are not reported, because their check \
            digits and their fixed structure make such a reading all but impossible. The finding is likely: the code \
            may also end there, with too little paper beside it.

            Take the whole code with its margin into the picture, and compare the length of the number with what you \
            expect. When you scan live, let several frames agree: `candela scan --agree 3`. To accept only complete \
            numbers, filter by their form: `candela scan --match '^[0-9]{14}$'`. If you print the codes, choose a \
            fixed length and a check digit (ITF-14 has both), and bearer bars above and below an ITF code, so that a \
            slanted part of it does not read.

            More light or a better camera does not help, because the part that is read is read well.
            """),
        entry(
            .symbolDotted, .symbol, "dots that do not touch",
            """
            The modules of the code are separate dots with gaps between them, as dot peening, inkjet and laser marking \
            make them. Readers look for modules that touch, such as the solid edge of a Data Matrix, and do not find \
            them, although the code is sharp and large enough.

            The doctor proves it. If a matrix code is not read in any other way, and its modules are at least three \
            pixels wide, the doctor lets everything dark grow by a fifth, a third and a half of a module and reads \
            again after each. If that reads, the gaps were the cause, and the finding is certain. Unless the code is \
            plainly dark on light, it also lets everything light grow. Of codes that read, those with gaps that can be measured \
            get a note, and QR codes of which less than a quarter is dark (about half is usual).

            Mark the code with larger dots, so that they touch. Or soften the picture, so that the dots join: light \
            the part from the side, hold it a little farther away, or defocus the lens a little with `candela set \
            focus_automatic_continuous=0 focus_absolute=VALUE --camera CAMERA` (undo: `focus_automatic_continuous=1`). \
            For a picture file, blur it by half a module first. For production use, a reader that is made for directly \
            marked parts is the better choice.

            More pixels and a sharper picture make it worse, because they show the gaps more clearly. `--effort hard` \
            does not help either: the doctor has tried it.
            """),
        entry(
            .symbolMaxiCode, .symbol, "a MaxiCode, which is hard to read from a photograph",
            """
            MaxiCode is the square code of parcel services, made of hexagons around a bull's eye of three dark rings. \
            Readers for it expect a scan from straight above. The only one that candela has is that of libZXing, and \
            it reads a symbol that is drawn or scanned straight and alone in the picture, but hardly one in a \
            photograph.

            The doctor looks for the bull's eye if nothing was read: a light centre and three dark rings of equal \
            width in at least seven of eight directions. No other code has it. Because its rings can be told apart, \
            the light and the lens are not blamed.

            Scan the label flat, and crop the picture to the symbol. Parcel labels carry the tracking number also as a \
            linear code, mostly Code 128, which reads easily. For a station that must read MaxiCode, use a scanner \
            that is made for it.

            More light, more pixels or another print do not help. Neither does choosing the symbology: \
            `--symbology maxicode` uses the same reader.
            """),
        entry(
            .symbolEncoding, .symbol, "a text whose encoding the code does not name",
            """
            The code has characters beyond ASCII, such as accented letters, and does not say in which encoding they are. \
            It reads here, and the text is right if it was made as UTF-8, as nearly all are. Other readers guess \
            differently: the QR standard says Latin-1, many Asian codes are Shift JIS or Big5, and zbar takes some UTF-8 \
            for one of those, so that letters come out wrong.

            A code names its encoding by an Extended Channel Interpretation (ECI). The reader says in its symbology \
            identifier whether there is one, and the bytes of the text are not all ASCII. If control characters are among them that \
            neither text nor the formats of fields have, they are data of a program: then the note says that.

            A Code 39 of six characters may be a Code 32 (Italian Pharmacode), the number of a medicine in base 32. The doctor notes it \
            if the last of the nine digits checks the others; one in ten other codes of that form does so by chance. Compare the \
            number with the one that is printed.

            Make the code with ECI 26, which is UTF-8, if the scanners support it, or keep to ASCII. In a program that \
            uses another reader, take the bytes as they are, and decode them as UTF-8.

            Printing it larger, more light or another symbology do not change the text.
            """),
        entry(
            .symbolSeparators, .symbol, "separators between fields, which cannot be seen",
            """
            The text of the code is made of fields, as GS1 defines them, and fields of variable length end with a \
            separator: FNC1 in the symbol, the control character GS (ASCII 29) in the text. It cannot be seen, and \
            programs lose it: libdmtx leaves it out unless it is told otherwise, and a scanner that types like a \
            keyboard has no key for it. Then two fields run together, and a serial number ends anywhere.

            The doctor counts these characters in what it read.

            See the fields with `candela scan --gs1 --json`. In another reader, ask for the separator (libdmtx: \
            fnc1=29) or for the raw bytes; in a hand scanner, switch on the transmission of GS, or of the symbology \
            identifier. Write down what you change on the scanner: its manual has the code that resets it.

            A better print or picture does not bring the separators back.
            """),
        entry(
            .symbolTransparent, .symbol, "a transparent background",
            """
            In the picture file only the dark parts of the code are painted, and the rest is transparent. A program that \
            puts it on white, as candela and web browsers do, sees the code. One that leaves the transparency (the alpha \
            channel) out sees the colour behind it, which is often black: dark on dark.

            The doctor counts the transparent pixels, and compares the brightness of all pixels without regard to \
            transparency. If they differ by less than 48 of 255, nothing can be told apart.

            Save the picture with a white background, for example with ImageMagick: `convert PICTURE -background white \
            -alpha remove -alpha off flat.png`.

            Sharper or larger pictures do not help, because what is missing is the white.
            """),
        entry(
            .symbolCMYK, .symbol, "a picture in the colours of a printing press",
            """
            A JPEG for a print shop has four colours a pixel, the inks cyan, magenta, yellow and black (CMYK, or YCCK), in place of \
            red, green and blue. Image libraries of many programs do not take such a file, or take its values for others, and then \
            the readers in them find no code, or nothing is read at all. candela reads it.

            The doctor takes the number of colours from the file's header. It is a note, since the code may be in order.

            Export the picture in RGB or grey, or convert it, for example with ImageMagick: `convert PICTURE -colorspace sRGB rgb.png`.

            A sharper or larger picture does not help a program that does not know the format.
            """),
        entry(
            .symbolBarGrowth, .symbol, "bars too wide or too thin",
            """
            The dark bars of a linear code are wider than they were drawn, and the spaces between them narrower, or the \
            other way round. Ink runs on absorbent paper, a label printer that is set too hot burns too wide, and one \
            that is set too cold too thin. In a picture with too much light, white paper spills over into the bars, \
            which makes them thin, too. Readers that compare bars with spaces then take narrow ones for wide ones.

            The doctor measures the narrow bars and the narrow spaces along twelve lines across the symbol, and \
            compares them: equal ones differ by nothing, and at 40 % of a module bars are more than twice as wide as \
            spaces. It reports this only if the symbol is not read, is at least 1.6 pixels per module, and is not \
            blurred, because the edges of a blurred symbol are not where its bars end. The limit was chosen on drawn \
            codes and not fitted to photographs, so the finding is one of several possible causes.

            A matrix code is dark on about half of its area: of 204 in photographs that read, 203 on 16 to 60 %. Beyond 63 % its \
            dark modules have grown into the light ones. If such a code reads here, the finding is a note. A code whose edges are \
            one and a half times as wide in one direction as in the other, in a photograph that is equally sharp in both, is \
            smeared by its printer, or has moved alone.

            Print with less heat or ink, on coated paper, or larger: the growth is a fixed width, which counts less \
            with wide bars. Printing programs call the correction bar width reduction. If the white of the picture is \
            clipped, lower the exposure first, for example with `candela calibrate`.

            A sharper picture shows the same bars, and more light makes thin bars thinner.
            """),
        entry(
            .symbolUneven, .symbol, "bars or modules of uneven widths",
            """
            Bars and spaces of a code are whole numbers of modules wide. A printer has dots, and a program that gives it a code \
            whose module is no whole number of them, one and a half for example, makes it round each bar by itself: equal bars \
            become unequal, and one narrow bar is twice as wide as the next. Small codes of label printers with 203 dpi suffer \
            from it most. Pictures of codes that a program or a browser scales suffer in the same way.

            The doctor measures the distances between like edges, which ink that spreads does not change, along different rows of \
            an EAN-13, EAN-8, UPC-A or Code 128 that nobody reads, and by how much they miss whole modules. In a code that is in order it is \
            about a tenth of a module or less, in one whose widths are left to chance 29 %. From 17 % on, in at least two rows that agree, it is the \
            print. Blurred edges are not counted. In a square matrix code that nobody reads, narrow dark parts that are wider than narrow \
            light ones, while about half of it is dark, are a possible sign of the same.

            A laser engraver or a print head writes line by line, often to and fro. If the two directions do not meet, every second \
            line is displaced, and the modules have ragged edges. The doctor finds that in a square code that nobody reads: along one \
            direction, the dark places are four times as close as along the other, 85 % of their distances are whole numbers of lines, \
            and a line is hardly more like the next than like the next but one. Lines with gaps that are not displaced are only a possible cause.

            Print it so that its narrowest bars are a whole number of dots, two or more. Let the printer draw it with its own \
            command for barcodes, or use vector graphics at their own size.

            A sharper or larger picture, and more light, show the same bars.
            """),
        entry(
            .symbolStyled, .symbol, "corner patterns that are not squares, or only outlines",
            """
            A QR code whose three corner patterns are drawn as circles or rounded squares. The standard has squares. \
            Readers find the corner patterns by the widths of dark and light along a line, which circles have as well, but \
            many compute the perspective from their straight edges. Such a code reads from the front and fails at an \
            angle.

            The doctor measures a code that was read. From the middle of each corner pattern it goes outward to the end of \
            the dark ring, along the sides and along the diagonals. For squares the diagonal is 1.41 times as long, for \
            circles it is as long. It notes codes whose middle one of three patterns is below 1.2. Modules must be at least 2.5 \
            pixels wide and edges no wider than 1.2 modules, because blur rounds squares as well.

            Of a code that is not read, it also finds corner patterns of which only the outlines are there: three nested squares of \
            thin lines, dark or light, and the same even ground between them, in two patterns or more. Milling machines, plotters and \
            lasers draw a code so if they follow its contours, and programs that stroke its squares in place of filling them. \
            Fill the modules, or rub ink into them.

            Make the code with square corner patterns. Round modules elsewhere do less harm, as long as they touch. Until \
            then, hold the camera straight in front of the code.
            """),
        entry(
            .symbolTilted, .symbol, "turned so far that no row crosses all bars",
            """
            A linear code can be read on any straight line that crosses all its bars. Many readers try rows and columns of \
            the picture only. If the code is turned, and its bars are short compared with its length, no row crosses the \
            first and the last bar.

            The doctor takes the outline of a code that was read. With bars of height h and a length w, a row crosses all of \
            them up to the angle whose tangent is h ÷ w. It notes a code that is turned by at least 8 degrees and at least \
            15 % beyond that limit, and one whose bars lie along the rows, which laser scanners and programs that try rows only do \
            not read. It is a note: candela also searches turned copies of the picture.

            Turn the code, or the picture, so that the bars stand upright. Higher bars allow more.
            """),
        entry(
            .symbolGrain, .symbol, "grain in the symbol",
            """
            The dark modules of the code have light holes, and the light ones dark specks: ink that does not cover, rough \
            paper, a display's pixels. A scan or photograph of very high resolution shows them, and readers that decide \
            pixel by pixel find no corner pattern.

            The doctor finds the number of modules of a QR code that was read from its corner patterns; without these, no code has more \
            than the largest of its kind (QR 177, Aztec 151, Data Matrix 144 a side). A module must then be at least five pixels. If a \
            fifth of the edges are closer than a quarter of a module, they are those of grain; it must reach two fifths of the contrast, \
            or have kept zxing-cpp from reading. In a linear code that other readers fail at, it counts single pixels \
            that differ from the bar or space around them: half a percent and more are specks. It is a note: candela tries smaller copies of the picture, too.

            Shrink the picture or smooth it before reading, as in `convert PICTURE -resize 50% small.png`. Scan with \
            fewer dpi; 200 to 300 are enough. A more solid print helps every reader.
            """),
        entry(
            .symbolSequence, .symbol, "one of several parts",
            """
            The symbol carries only a part of a text, and says so: part 2 of 3, for example. QR codes, Data Matrix and Aztec \
            call this structured append, PDF417 calls it macro. The whole text appears when all parts are read and their \
            texts joined in order.

            The symbol itself contains the number of the part and how many there are, so the finding is a fact where the \
            reader tells it; zxing-cpp does. candela prints the text of each part by itself. Some readers keep a part until \
            all have been seen, and some do not support the mode and read nothing.

            Read all parts, in any order, and join the texts by their numbers. If other people have to read it, make one \
            larger code with the whole text.
            """),
        entry(
            .symbolDemanding, .symbol, "other readers fail on the code",
            """
            candela reads the code, but neither zbar nor zxing-cpp does, which most programs use. Something about it is out of \
            the ordinary, and other scanners will probably fail on it, too.

            For QR, Data Matrix, Aztec, Code 128, Code 93, EAN-13 and UPC-A in pictures, the doctor gives the code and its \
            surroundings to both libraries as they are, and doubled. If both fail, it looks for a weakness from lower limits than \
            usual: bars and spaces that the code's own text does not have, grown bars, soft edges, pale modules, few pixels, \
            something that covers it. If it finds one, that is what it reports, as `symbol.damaged` for example; this note is \
            what is left if it finds none. It says possible, since it does not know the cause.

            Kinds that many readers do not know are noted as well, since no other picture helps there: GS1 DataBar, Micro QR, \
            MaxiCode, and QR codes of Model 1.

            PDF417 is also reported if its rows begin with the wide bar of the start pattern and no wide bar of a stop pattern is near \
            their other end. Compact (truncated) PDF417 leaves it out, and many readers do not know that kind.

            Compare the code with one that is generated again from its text, print or draw it again, or take a larger picture of it \
            in even light.
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
            up a code. People, things, text and texture resemble codes somewhat. A sharp photograph shows no code if what \
            resembles one most does so hardly, and has edges of more than twice the width of the others. Nor does a page of which \
            nineteen parts in twenty are white paper, if what resembles one most are lines of text.

            Pages that make a QR code out of coloured cells lose it in print: browsers print no backgrounds unless they are told to.

            If there is a code, it is probably far too small, or hidden.
            """),
    ]
}
