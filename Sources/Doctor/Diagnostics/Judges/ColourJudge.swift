// SPDX-License-Identifier: Apache-2.0

internal import CameraDiscovery
internal import FrameMetrics

/// Judges the colours of a live picture. Codes are read from the brightness, so all it finds are notes; people who come with
/// pink pictures learn here that the camera is in order.
enum ColourJudge {
    // Not fitted. Of 40 pictures of rooms, tables and labels under lamps and daylight, none has a ratio of red to green beyond 0.9 to
    // 1.25, or of blue to green beyond 0.85 to 1.2.
    private static let warm = 1.3
    private static let pinkBlue = 1.05
    /// Lawns and leaves have 0.7, and green boards 0.3. Where both colours of YUV are 0, as in data that is none, hardly any red and blue
    /// are left.
    private static let green = 0.25
    private static let magenta = (red: 1.2, blue: 1.12)
    private static let yellowBlue = 0.6
    private static let coldBlue = 1.45
    /// The noise of a camera's chroma leaves about 1, and in the dark up to 3, where it does not move the means. Of what has colours, the
    /// palest of 150 pictures, a sheet of paper, has 3 and means that differ by 1.
    private static let (greySaturation, noisySaturation, equal) = (1.6, 3.0, 0.4)

    private static func isGrey(_ colours: ColourBalance) -> Bool {
        colours.saturation < greySaturation
            || colours.saturation < noisySaturation && abs(colours.red - colours.green) < equal && abs(colours.blue - colours.green) < equal
    }

    static func find(_ stream: StreamRecord, _ snapshot: Snapshot, _ subject: StreamSubject) -> Finding? {
        guard let colours = snapshot.picture.value?.colours, (30...235).contains(colours.green),
            colours.red.isFinite, colours.blue.isFinite, colours.saturation.isFinite
        else { return nil }
        if ThermalCamera.isOne(subject) { return nil }
        let isInfrared = isInfrared(subject, snapshot)
        if isInfrared, stream.format?.isCompressed == false, let noise = snapshot.picture.value?.noise, noise >= snow {
            return infrared("are snow", colours, subject)
        }
        let (red, blue) = (colours.red / colours.green, colours.blue / colours.green)
        if isGrey(colours) { return grey(colours, stream, subject) }
        if let shifted = shifted(colours, stream.settings, subject) { return shifted }
        if red <= green, blue <= green { return allGreen(colours, stream, subject) }
        // Magenta: more red and more blue than green, which no lamp gives.
        if red >= warm && blue >= pinkBlue || red >= magenta.red && blue >= magenta.blue {
            return isInfrared ? infrared("are of one colour", colours, subject) : pink(colours, subject)
        }
        if !isInfrared, red >= warm, blue > yellowBlue { return cast("red or orange", colours, subject) }
        if red >= 1, blue <= yellowBlue { return cast("yellow or orange", colours, subject) }
        if red <= 1, blue >= coldBlue { return cast("blue", colours, subject) }
        return nil
    }

    private static func evidence(_ colours: ColourBalance) -> [EvidenceLine] {
        [
            EvidenceLine(
                "means of red, green and blue",
                "\(Words.number(colours.red, decimals: 0)), \(Words.number(colours.green, decimals: 0)), \(Words.number(colours.blue, decimals: 0)) of 255",
                threshold: "about equal")
        ]
    }

    private static func note(_ message: String, _ colours: ColourBalance, effect: String, _ fixes: [Fix]) -> Finding {
        Finding(
            .streamColours, .note, message, confidence: .likely, evidence: evidence(colours),
            effect: effect, fixes: fixes)
    }

    private static let harmless = "codes are read from the brightness, so it does no harm here; pictures for people look wrong"

    private static func pink(_ colours: ColourBalance, _ subject: StreamSubject) -> Finding {
        let isOfPi = subject.kind == .libcamera || ["unicam", "rp1-cfe", "bcm2835-v4l2", "bm2835 mmal"].contains(subject.node?.driver ?? "")
        return note(
            "the pictures of \(subject.name) are pink or red all over: its camera has no filter for infrared light (as modules for the dark, NoIR, have none), its white balance is wrong, or the light or what it sees is red",
            colours, effect: harmless,
            [
                Fix(
                    "A camera without an infrared filter shows daylight and lamps so: put such a filter (IR cut) before the lens, or use the model with one; in the dark under infrared lamps it is right as it is"
                ),
                isOfPi
                    ? Fix(
                        "Or let the white balance take grey for the mean: --awb greyworld in raspistill and raspivid, awb_auto_is_greyworld=1 in config.txt for the node of the old driver, the tuning file NAME_noir.json for libcamera (--tuning-file)"
                    )
                    : Fix(
                        "Or set the white balance by hand: automatic off, then another colour temperature",
                        commands: ["candela info \(subject.argument)"], isRunnable: false),
            ])
    }

    /// A module for the dark by the name that Raspberry Pi's libcamera gives its sensor: it has no filter for infrared light.
    static func withoutFilter(_ libcamera: LibcameraRecord?) -> Finding? {
        guard let name = libcamera?.cameras.first(where: { $0.lowercased().contains("_noir") }) else { return nil }
        return Finding(
            .streamColours, .note, "libcamera's camera \(name) is a module without a filter for infrared light (NoIR): by daylight its pictures are purple or pink",
            confidence: .likely, evidence: [EvidenceLine("libcamera lists", name)], effect: harmless,
            fixes: [
                Fix(
                    "For right colours by day use the model with the filter, or put one (IR cut) before the lens; its tuning file NAME_noir.json, which libcamera takes by itself, makes the colours bearable"
                )
            ])
    }

    /// By its name only where another camera stands beside it, as in laptops that know their user by the face.
    private static func isInfrared(_ subject: StreamSubject, _ snapshot: Snapshot) -> Bool {
        guard let node = subject.node else { return false }
        if node.nodeClass == "infrared" { return true }
        return NodeClassifier.infraredWord(in: [node.title]) != nil
            && (snapshot.nodes.value ?? []).contains { other in
                other.nodeClass == "capture" && other.cameraKey != node.cameraKey && NodeClassifier.infraredWord(in: [other.title]) == nil
            }
    }

    /// Not fitted. Cameras in a dark room have a deviation of 5 to 15.
    private static let snow = 20.0

    private static func infrared(_ what: String, _ colours: ColourBalance, _ subject: StreamSubject) -> Finding {
        note(
            "the pictures of \(subject.name) \(what): it is an infrared camera, which sees no colours, and such cameras often give something else in a format than its name says",
            colours, effect: "codes may not be read from them, and people see nothing in them",
            [
                Fix(
                    "Let the program take another format, MJPG or grey, if the camera has one",
                    commands: ["candela info \(subject.argument)"], isRunnable: false),
                Fix("For codes and for pictures in colour use the other camera of this machine", commands: ["candela list"], isRunnable: false),
            ])
    }

    /// Shares of the range, not fitted: a sixth of the way round makes yellow of red, and a third makes green of it, where the range is the
    /// whole circle.
    private static let (shiftedShare, exchangedShare) = (0.15, 0.3)

    /// A hue that somebody, or a program, left far from the device's default: it shifts all colours.
    private static func shifted(_ colours: ColourBalance, _ settings: CameraSettings?, _ subject: StreamSubject) -> Finding? {
        guard let hue = settings?.altered?.first(where: { $0.control == "hue" }),
            let limit = settings?.limits?.first(where: { $0.control == "hue" }), limit.maximum > limit.minimum
        else { return nil }
        // Evidence from elsewhere may hold any numbers.
        let share = abs(Double(hue.value) - Double(hue.standard)) / (Double(limit.maximum) - Double(limit.minimum))
        guard share > shiftedShare else { return nil }
        var finding = note(
            "the colours of \(subject.name) are shifted\(share > exchangedShare ? ", so that red may look blue, and green purple" : ""): its hue is \(hue.value), and its default \(hue.standard)",
            colours, effect: harmless,
            CameraFix.set("Set the hue to the camera's default", [("hue", hue.standard, hue.value)], settings, camera: subject.argument) + [
                Fix("If it comes back: look for the hue in the settings of the program that captures, which sets it each time")
            ])
        finding.evidence = [EvidenceLine("hue", "\(hue.value)", threshold: "default \(hue.standard)")] + finding.evidence
        return finding
    }

    private static func allGreen(_ colours: ColourBalance, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding {
        let format = stream.format?.fourCC ?? ""
        let other = stream.offered.filter { $0.fourCC != format && ($0.framesPerSecond ?? 10) >= 10 }.max { $0.area < $1.area }
        let isNetwork = subject.kind == .network
        return note(
            "the pictures of \(subject.name) are green all over: "
                + (isNetwork
                    ? "data of the video is lost on its way, or what it sees is green"
                    : "the data of the format \(format) is not what its name says, since the camera's firmware or its driver sends it wrongly; or what it sees is green"),
            colours, effect: "if data is lost, there is no picture in the brightness either, and no code is read",
            (isNetwork
                ? [Fix("Check the camera's network: its signal, its cable and what else uses it")]
                : other.map {
                    [
                        Fix(
                            "Use another format of the same camera, in every program",
                            commands: ["candela scan \(subject.argument) --format \($0.fourCC) --size \($0.width)x\($0.height)"])
                    ]
                } ?? []) + [Fix("Look for newer firmware of the camera\(isNetwork ? "" : ", and for a newer driver or kernel")")])
    }

    private static func cast(
        _ colour: String, _ colours: ColourBalance, _ subject: StreamSubject
    ) -> Finding {
        note(
            "the pictures of \(subject.name) have a strong \(colour) cast: the white balance is wrong, or what it sees has that colour",
            colours, effect: harmless,
            [
                Fix(
                    "Switch the automatic white balance off and on again: some cameras start with a wrong one and keep it. This shows whether the camera has that control (white_balance_automatic); candela set changes it",
                    commands: ["candela info \(subject.argument)"], isRunnable: false),
                Fix(
                    "Or leave it off, and set the colour temperature (white_balance_temperature) to the lamp's: about 2800 for warm lamps, 4000 for offices, 6500 for daylight"
                ),
            ])
    }

    /// No colour at all, from a camera that sends colours.
    private static func grey(_ colours: ColourBalance, _ stream: StreamRecord, _ subject: StreamSubject) -> Finding? {
        let format = stream.format?.fourCC ?? ""
        // What feeds a virtual camera is a drawing as often as not.
        guard !format.hasPrefix("GREY"), !format.hasPrefix("Y1"), subject.kind != .simulated,
            subject.node.map({ ["infrared", "loopback"].contains($0.nodeClass) || $0.driver?.contains("loopback") == true }) != true
        else { return nil }
        if stream.standard != nil || VideoGrabber.isAnalog(driver: subject.node?.driver) {
            let standard = stream.standard.map { AnalogStandard.words($0) } ?? "its own"
            let place = Words.shell(subject.node?.place ?? "/dev/video0")
            return note(
                "the pictures of \(subject.name) are black and white: if its source sends colours, it decodes them by another television standard (\(standard)) than the source's",
                colours, effect: harmless,
                [
                    Fix(
                        "Set the standard of the source while no program captures: PAL in most of Europe, Asia and Africa, NTSC in North America and Japan",
                        commands: ["v4l2-ctl -d \(place) --set-standard=pal", "v4l2-ctl -d \(place) --set-standard=ntsc"],
                        isRunnable: false),
                    Fix("Look for the setting of the standard (norm) in the program that captures, too: many hide it among settings for experts"),
                ])
        }
        return note(
            "the pictures of \(subject.name) are black and white, although it sends a format with colours (\(format)): its sensor has none (monochrome, thermal or infrared), it is in its night mode, its saturation is set to 0, or what it sees has no colours",
            colours, effect: harmless,
            [
                Fix("Give it light: cameras with infrared lamps go back to colours by day, some only after a minute"),
                subject.kind == .network
                    ? Fix("Switch its night mode or infrared lamps off on its own page or in its app (day and night: colour), and look there for the saturation, too")
                    : Fix("Look at the control saturation", commands: ["candela info \(subject.argument)"], isRunnable: false),
            ])
    }
}
