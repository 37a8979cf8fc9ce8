// SPDX-License-Identifier: Apache-2.0

import Barcodes
import BarcodesZXing
import Cameras
import Diagnostics
import Foundation
import FrameMetrics
import Frames
import Pictures
import ReadingWorker
import Scanning
import Testing

/// Real people's troubles: on each of their machines, laid out as it was, the doctor names the cause and a remedy that works
/// there, and nothing that would lead astray.
@Suite("Machines out of real threads")
struct ThreadTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Evidence")

    /// The machines of a folder that are judged in this run; CANDELA_THREADS chooses them, see `isJudged`.
    private static func files(_ name: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.sorted().map { "\(name)/\($0)" }.filter(isJudged)
    }

    /// Reading the pictures of 800 machines takes 95 % of the time of all of them. So a usual run judges those out of the first threads,
    /// those without pictures, the neighbours, and of the others each whose number divides by four; CANDELA_THREADS=all, as in
    /// `make threads`, judges every one. CANDELA_THREADS=901,903 judges these while one works on them; the count then fails.
    private static func isJudged(_ name: String) -> Bool {
        let file = URL(fileURLWithPath: name).lastPathComponent
        let chosen = ProcessInfo.processInfo.environment["CANDELA_THREADS"]
        guard let chosen, !chosen.isEmpty else {
            // A file that cannot be read fails its test.
            guard !name.hasPrefix("Neighbours/"), let machine = try? ThreadMachine(folder.appending(path: name)) else { return true }
            return machine.row < 200 || machine.pictures.isEmpty || machine.row.isMultiple(of: 4)
        }
        return chosen == "all" || chosen.split(separator: ",").contains { file.hasPrefix($0) }
    }

    /// The threads that the doctor was improved on, and those that were written down later, to measure it.
    static let known = files("Threads")
    static let fresh = files("FreshThreads")
    /// Machines that show nearly the same as those of threads, and have another cause or none.
    static let neighbours = files("Neighbours")
    static let names = known + fresh + neighbours

    private func machine(_ name: String) throws -> ThreadMachine {
        try ThreadMachine(Self.folder.appending(path: name))
    }

    /// What the doctor does not yet tell, with the reason. An entry that has become right fails the test.
    static let missed = always.merging(
        readsSeveral
            ? [:]
            : [
                980:
                    "candela reads the Micro QR in its worker; the readers of this test go without the calls that only that makes"
            ]
    ) { first, _ in first }

    /// zxing-cpp 2 and later, whose calls need no process of their own.
    private static let readsSeveral = (try? ZXingReader())?.abilities.contains(.several) == true

    private static let always: [Int: String] = [
        3300: "a QR code whose printer left out and shifted bands: broken modules are not told as a fault of the print",
        3303: "candela reads the QR code whose corner patterns are rounded, and does not say that they are",
        3304: "candela reads the QR code whose modules have grown, and does not compare with other readers",
        3308: "a QR code drawn of dots and rings: only the gaps between its modules are told",
        3270: "a program that speaks to a webcam over libusb: only those with libuvc are known to open cameras so",
        3275: "a program that measures the room's light by a camera with automatic exposure (Clight)",
        3296: "a program for webcams and a board's multiplanar node, of which nothing says why it fails",
        3314: "a launch file of ROS in a home folder, without its program running",
        3328: "a depth camera and its colour camera that have different serial numbers (a unit from before production)",
        3173: "v4l2rtspserver, which has ended and left no trace but what it printed",
        3177: "wf-recorder, which has ended and left no trace but what it printed",
        3226: "a driver of Video4Linux 1, which answers no question of Video4Linux 2",
        3232: "a control that uvcdynctrl has added without a way to read it",
        3235: "a laptop's camera that is built in upside down; drawn books in view are taken for a blurred symbol",
        3236: "a laptop's camera that is built in upside down: which way is up is not measured",
        3239: "errors of a memory card, which come of a weak supply",
        3243: "a sensor of a board without device tree nodes for it, whose driver's lines are of a form of its own",
        3245: "a camera board that the kernel's command line names, and another one that is connected (2010)",
        3257: "a scanner between keyboard and PS/2 port, whose answers only i8042.debug shows",
        3259: "a library of Python that asks libusb for a function that it does not have",
        3268: "what another program asks a server of this machine for, while the stream itself is in order",
        3269: "two containers that take the same camera of the network, one of which is asked about",
        3054: "VirtualBox's emulated webcam, which Cheese of that time does not take",
        3058: "a plug-in of GStreamer 0.10 in a package that was half installed (2011)",
        3066: "v4l2loopback with three buffers, which a slow reader uses up",
        3072: "a code that was drawn over with a pen: no measurement finds the strokes",
        3079: "a barcode so blurred that its place is not found in the camera's view",
        3083: "the kernel's limit of shared memory of old (kernel.shmmax), which ZoneMinder's pictures do not fit into",
        3085: "gst-launch-1.0 of Anaconda, which comes before the system's in PATH",
        3092: "a keyboard that Odoo's service has taken for a scanner and holds for itself (EVIOCGRAB)",
        3093: "a scanner that ends its codes with the keypad's Enter, which a program does not know",
        3094: "an adapter of PS/2 keyboards that disconnects again and again, and that nothing shows to be of a scanner",
        3095: "a container that was given a scanner's raw node in place of its input node",
        3096: "a program that types in the order of a US keyboard",
        3097: "a remote desktop that drops the second of two equal keys",
        3098: "an input method (ibus over XIM) that jumbles a scanner's quick keys",
        3102: "serial numbers of RealSense cameras in the settings of ROS: librealsense has others than USB",
        3104: "a user's service whose words are not asked about (libcamera on the wrong graphics card)",
        3105: "a relay of the maker's that keeps the virtual camera which another one is to feed",
        3107: "a GigE camera whose packets are larger than the network card's: it is judged only when it is named",
        3109: "Intel's HAL, whose settings name the sensor by the number that its bus had before",
        3112: "a virtual camera's module of 2011, which the init script of its program builds",
        3114: "the image processor of a tablet with an Atom, which its firmware does not show on PCI",
        3117: "Intel's HAL, whose list has another name of the sensor than the firmware's tables",
        3118: "raspiraw with the number of the wrong I²C bus",
        3132: "firmware of 2013, with which a Raspberry Pi freezes at each picture",
        3145: "a photograph of 12 megapixels whose grain other readers do not get over",
        3151: "a command in place of an address in OctoPrint's settings",
        3156: "a portal's camera in a format that OBS does not take",
        3024: "a program that still opens the old device number of a scanner: the doctor says only that the number may have changed",
        3001: "two versions of libcamera, of which a program of ROS takes the other one",
        3006: "Argus counts the cameras that it finds and not the connectors: the number in a pipeline is not compared",
        3007: "a sensor of a Jetson that stops answering on I²C while it streams: the service's words are taken for a session left open",
        3017: "a container without the encoder's node: what a program encodes with is not looked for",
        3023: "this test's machine tells nothing of a node that may be opened, so that the port of the scanner is not known",
        3032: "a camera of Ricoh's whose firmware a program of its own loads (r5u87x): it is told as one without a driver",
        3041: "libcamera's Python module knows two names of the heap and not the third, which cma= makes",
        3044: "a container whose settings name a network camera that has moved, examined without that camera's address",
        2977: "an old v4l2loopback that refuses a format: its version is looked at only where its programs name it",
        2979: "a program whose settings have width and height exchanged against the camera's stream",
        2985: "a container that lacks the firmware's device and its tools (raspistill): the driver for a node is offered",
        2936: "pictures that stand on their head, without a code in view: which way is up is not measured",
        225: "candela reads the code in spite of the dark paper beside it, and calls that a missing margin",
        305: "cameras on the network are not looked for, nor what a firewall does to their answers",
        713: "whether libcamera is installed is not looked for: the remedy names its packages, the evidence does not",
        919: "an EAN-13 whose spaces between the groups of bars are too wide: the widths of spaces are not looked at",
        825: "an EAN-13 with a digit too many: whether a code has more digits than its kind is not looked for",
        827: "candela reads the code, and does not say how near its few pixels a module are to the limit",
        952: "who may open the device of Intel's image processor, /dev/ipu-psys0, is not looked at",
        961:
            "interruptions of a long watch are told only of a stream that candela captures, not of one through libcamera",
        1003: "a camera of gspca that the power saving of TLP makes come and go",
        1004: "a kiosk's browser whose list of cameras never gets an answer, without PipeWire",
        1008: "a driver of one-wire that takes the pins of the camera's I2C bus",
        1217: "a service whose own programs want the camera twice",
        1076: "candela reads the Data Matrix although its dotted border is rubbed off, and does not say so",
        1080: "two frames of an animated QR code in one exposure: grey modules between dark and light are not counted",
        1099: "the place of an Aztec code on buckled paper is taken for a larger one at the picture's border",
        229: "a Data Matrix on a curved surface: only of QR codes it is measured whether they lie flat",
        352: "a Data Matrix whose upper rows the printer stretched: the heights of its rows are not compared",
        1257: "three pictures are too few to tell bands that run from a scene that changes; candela itself takes two dozen",
        1297: "a service that asks a program which is no longer there for its cameras, and does not say so",
        1306: "a page over plain http, which gets no camera from any browser: nothing on the machine is wrong",
        1311: "a QR code at a very flat angle is called small: how much it is foreshortened is not measured",
        1318: "white paper in strong light beside an Aztec code is taken for a reflection",
        1323: "a Surface's image processor (IPU3) whose driver waits for all sensors",
        1324: "a relay that runs on after sleep and feeds no frames: what feeds a virtual camera is not examined",
        1326: "a driver of a depth camera, built apart from the kernel, that this kernel refuses",
        1397: "a crumpled QR code whose corner patterns lie flat",
        1425: "two programs that write into one virtual camera: the kernel does not tell who writes",
        1520: "motionEye does not write why motion does not start: the libraries of a program that a service starts are not looked at",
        1497: "candela reads the QR code in spite of the button that covers a part of it, and does not say so",
        1448: "candela reads the QR code on a warped ticket, and does not say that others may not: it is flat enough by its corner patterns",
        1613: "a PDF417 whose rows are bent and wavy: only of QR codes it is measured whether they lie flat",
        1615: "a Data Matrix of light dots on brushed metal, whose scratches are as fine as the dots",
        1631: "what a service writes of the firmware's age is not asked for unless the service is named",
        1641: "candela and zbar read the ticket whose bars have bled, and other readers do not: it counts only what both libraries fail at",
        1643: "candela reads the EAN-8 whose spaces are faint, and does not compare with other readers: short codes are read by chance",
        1659: "whether a laptop's camera is built in upside down is not measured",
        1714: "that a network camera refuses datagrams, which other programs ask for first",
        1715: "a program whose settings choose the other of two kinds of camera",
        1693: "the encoder of a program that converts a network camera's pictures, and what its service may open",
        1674: "white parts of a faded code in a small scan are taken for a reflection",
        1174: "a phone without any camera node, whose programs take their camera from PipeWire: that it does not run is not told",
        1176: "candela has the library that another program lacks, and what others lack is not looked for",
        1181: "candela reads the faxed QR code, and calls the lines that the fax shifted grain",
        1183: "a Data Matrix on a round vial: only of QR codes it is measured whether they lie flat",
        1746: "a sensor's driver that waits for a trigger: pulses may come, so it is only noted where no stream has failed",
        1838: "a phone's display that is nearly white in a dark view, and not quite: what it shows is not known to be washed out",
        1867: "the readings of a lens that hunts, without pictures: with frames there always are some",
        1888: "a device that gives its video over an interface of its maker's, beside others that have drivers",
        1892: "a service of the old kind (init.d) that changes its user itself",
        1897: "a page that is opened as a file: which versions of browsers give that no camera is not known",
        1899: "a service that runs, tried its camera once at the start of the machine, and never again",
        2089: "where a program of a service looks for the tools that it runs (PATH)",
        2098: "a module of virtual cameras that was built in a home folder and never installed, where nothing else says that one is wanted",
        2119: "a logo on a QR code of round dots: only of square modules it is measured what covers them",
        2325: "the second of two sensors on a carrier for which the image's device tree is not made",
        2343: "a camera that sends fewer pictures than it is set to over a slow network: what it is set to is not known here",
        2347: "an automatic focus that has turned round twice while it was watched: fewer than three times can be a search",
        2311: "candela reads the bars that print has made too fat, and does not say that others do not",
        2238: "a Data Matrix whose rows a browser has displaced against each other",
        2242: "a reader of magnetic strips, and a rule of udev for another kind of its nodes",
        2187: "controls that do nothing for raw data (Bayer), which only the pictures would show",
        2424: "a thing without a code that stands nearer than the lens is sharp: without a code only whole pictures are called out of focus",
        2428: "an automatic focus that has turned round twice while it was watched, as 2347",
        2430: "whether a laptop's camera is built in upside down is not measured",
        2436: "a crumpled and rubbed QR code whose corner patterns lie flat",
        2457: "two programs that write into one virtual camera, as 1425",
        2462: "a camera that stands at a small size, and whose view is taken for something else",
        2399: "a Data Matrix whose data are invalid: what zxing-cpp 2 and later say of a code that they find and cannot decode is not asked for",
        2483: "a program that knows people by their faces is set to the number that the infrared camera had: its settings are not read",
        2505: "whether the colours of a picture differ from its middle to its edges, as with a lens that the correction is not made for",
        2506: "the same from one side to the other",
        2517: "a hand-held scanner at a keyboard's port (PS/2) that does not answer as a keyboard",
        2528: "a camera that comes back with another number after its program has started it, which a container without udev does not see",
        2532: "a container that started before the network, and keeps the name servers that it got then",
        2545: "a picture that is somewhat green: leaves and lawns have such means, too",
        2562: "a camera that fails more and more: of what the log says of it only the last is told",
        2576: "candela reads the QR code between whose rows a terminal leaves gaps, and tells only its narrow margin",
        2583: "a camera that refuses a right password while too many are connected: only a remedy says that",
        2586: "that the exposure may be long in the dark, where the device does not tell it",
        2593: "two cameras in order, of which programs sometimes take the wrong one",
        2598: "a program that takes the pictures of a web page, and is not started",
        2599: "a library that other programs need for the formats of a camera (libv4l)",
        2614: "colours that are too strong by a camera's own default",
        2631: "an address of a stream that another server of the same kind does not have, because it has the port",
        2641: "a faint QR code beside a clear one that is read",
        2642: "candela reads the Code 128 that touches a dark frame on one side, and does not say that it does",
        2643: "tubes that a varnish mirrors across a barcode: narrow white stripes are not told as a reflection",
        2644: "a barcode over a ridge of a bottle: only of QR codes it is measured whether they lie flat",
        2647: "a QR code of one pixel a module, photographed from a display, is larger by its texture",
        2665: "a code of number signs in a terminal: its modules are letters, whose strokes are no modules",
        2668: "a QR code that is scratched out with a pen: too little of its pattern is left to measure what covers it",
        2672: "the server's routes are not looked at where a camera in another private network does not answer",
        2678: "programs that open a camera through libuvc need its USB node, whose group is not examined",
        2557: "a QR code that is not read beside another code that is: its corner patterns run into what stands around it",
        728: "candela reads the code in spite of its few pixels, and does not say how near the limit that is",
        2768: "a small QR code whose printed dots run together: the whole label is taken for the symbol",
        2854: "a print head without one of its dots takes a narrow bar away; without it the code is a guess",
        2863: "the bars of a low code at an angle are not followed to their end, so that nothing explains why it does not read",
        2857: "slanting streaks without print in a code that a live scan reads: only pictures are read again as others would",
        2914: "an ffmpeg that somebody built without its input for cameras: only running it would tell, and the doctor runs no program of users",
        2731: "the ends of a linear code lie behind the curve of a thin tube, and too few bars are in view to compare their widths",
    ]

    /// What is false for now: rows whose headline is one of the words that would lead astray. An entry that has become right
    /// fails the test.
    static let misleading: Set<Int> =
        // 2644: blur; 2457: two pictures by turns are told as flickering light; 2180: the group is named for a container whose programs may run as root, too; 2341: a shelf under a flickering lamp is called a
        // symbol out of focus; 2858, 2866: bars that ran together, or are partly out of view, have few pixels as well, and that is named
        // first. The others: see `missed`.
        [1318, 1615, 2180, 2341, 2457, 2644, 2858, 2866, 2985]

    @Test("at least 70 of 83 are right")
    func count() {
        #expect(Self.known.count == 83)
        #expect(Self.known.count - Self.missed.keys.count { $0 < 200 } >= 70)
    }

    /// All in one test: laying a machine out takes as long as judging it.
    @Test("the doctor names the cause and a remedy that works there, and says nothing false", arguments: names)
    func judged(name: String) throws {
        let machine = try machine(name)
        let reports = try makeReports(machine)
        for report in reports {
            let problems = problems(report, machine.expectation)
            if let reason = Self.missed[machine.row] {
                #expect(!problems.isEmpty, "it is right now, so it need not be listed as missed: \(reason)")
            } else {
                #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))\n\(Self.summary(report))")
            }
        }
        expectNothingFalse(reports, machine)
        // Where causes cannot be told apart, it says what would tell.
        for finding in reports.flatMap({ $0.findings + $0.notes }) where finding.confidence == .possible {
            #expect(!finding.deciding.isEmpty, "\(finding.id)")
        }
    }

    /// Whatever it does not tell, it tells nobody anything that would lead astray.
    private func expectNothingFalse(_ reports: [DoctorReport], _ machine: ThreadMachine) {
        var misled: [String] = []
        for report in reports {
            let said = Self.told(report)
            for pattern in machine.expectation.never {
                let found = said.filter { Self.matches($0, pattern) }
                if !found.isEmpty { misled.append("/\(pattern)/ in \(found)\n\(Self.summary(report))") }
            }
        }
        #expect(!misled.isEmpty == Self.misleading.contains(machine.row), "\(misled.joined(separator: "\n"))")
    }

    // MARK: Reports

    private func makeReports(_ machine: ThreadMachine) throws -> [DoctorReport] {
        if machine.isPicture {
            return try machine.pictures.map { url in
                let picture = try PictureLoader().picture(at: url.path)
                let snapshot = PictureExamination(options: Self.options).examine(
                    picture, name: url.lastPathComponent, program: "0.0.0")
                return Doctor.judge(snapshot)
            }
        }
        guard let url = machine.pictures.first else { return [Doctor.judge(try machine.snapshot(reading: nil))] }
        let file = try PictureLoader().picture(at: url.path)
        // One picture is what a camera at rest shows all the time.
        let pictures =
            machine.pictures.count > 1
            ? try machine.pictures.map { try PictureLoader().picture(at: $0.path).luma } : Array(repeating: file.luma, count: 12)
        let frames = pictures.enumerated().map { index, picture in
            (picture, FrameTimestamp(nanoseconds: Int64(index) * 33_333_333))
        }
        let asked = Readers.ladder(.normal, .frames, unsafeCalls: false)
        var others: [ReadingEffort: any BarcodeReader] = [:]
        let collector = PictureCollector(
            symbologies: SymbologySelection.standard, region: nil, effort: .normal
        ) { effort, use in
            if use == .frames { return asked }
            let reader = others[effort] ?? Readers.ladder(effort, use, unsafeCalls: false)
            others[effort] = reader
            return reader
        }
        var snapshot = try machine.snapshot(
            reading: try collector.collect(frames, colours: Self.colours(file, isAnalog: machine.isAnalog)))
        if machine.pictures.count > 1 { snapshot.stream.value?.brightness = pictures.map { $0.sparseMean } }
        if ["MJPG", "JPEG"].contains(snapshot.stream.value?.format?.fourCC), let bytes = try? Data(contentsOf: url) {
            snapshot.stream.value?.jpegQuality = JPEGQuality.estimate(Array(bytes).span)
        }
        return [Doctor.judge(snapshot)]
    }

    /// Drawings in grey stand for pictures with colours, but for a decoder of analog video.
    private static func colours(_ picture: Picture, isAnalog: Bool) -> ColourBalance? {
        guard let plane = picture.plane, let red = plane(.red), let green = plane(.green), let blue = plane(.blue),
            let colours = ColourBalance(red: red, green: green, blue: blue), colours.saturation > 0 || isAnalog
        else { return nil }
        return colours
    }

    private static let options = Examination.Options(symbologies: SymbologySelection.standard, effort: .hard) {
        effort, use throws(BarcodeReaderError) in Readers.ladder(effort, use, unsafeCalls: false)
    }

    // MARK: Comparing

    /// What is missing: one finding must name the cause and offer the remedy, the headline before all others.
    private func problems(_ report: DoctorReport, _ expected: ThreadMachine.Expectation) -> [String] {
        guard !expected.says.isEmpty else {
            return report.verdict == .blocked ? ["there is nothing wrong, and it says there is"] : []
        }
        let findings = ([report.headline].compactMap(\.self) + report.notes + report.findings)
        // Where all is well here, the summary says what was read, whatever is noted beside it.
        if findings.allSatisfy({ $0.severity == .note }), !report.reads.isEmpty, expected.remedy.isEmpty {
            let missing = expected.says.filter { !Self.matches(report.summary, $0) }.map { "says nothing of /\($0)/" }
            if findings.isEmpty || missing.isEmpty { return missing }
        }
        var best: [String]?
        for finding in findings {
            let text = ([finding.message, finding.effect] + finding.evidence.map { "\($0.what): \($0.value)" })
                .joined(separator: "\n")
            var problems = expected.says.filter { !Self.matches(text, $0) }.map { "says nothing of /\($0)/" }
            let fixes = finding.fixes.flatMap { [$0.title] + $0.commands }
            if !expected.remedy.isEmpty,
                !expected.remedy.contains(where: { pattern in
                    fixes.contains { Self.matches($0, pattern) }
                })
            {
                problems.append("offers no remedy like \(expected.remedy)")
            }
            if problems.count < best?.count ?? .max { best = problems }
        }
        return best ?? ["there is no finding"]
    }

    private static func told(_ report: DoctorReport) -> [String] {
        let findings = ([report.headline].compactMap(\.self) + report.notes)
        return findings.flatMap { [$0.message] + $0.fixes.flatMap { [$0.title] + $0.commands } }
    }

    private static func matches(_ text: String, _ pattern: String) -> Bool {
        text.range(of: pattern, options: [.regularExpression, .caseInsensitive]) != nil
    }

    private static func summary(_ report: DoctorReport) -> String {
        let findings = ([report.headline].compactMap(\.self) + report.notes)
        return findings.map { finding in
            "\(finding.id) (\(finding.severity)): \(finding.message)\n"
                + finding.evidence.map { "    \($0.what): \($0.value)\n" }.joined()
                + finding.fixes.map { "  - \($0.title) \($0.commands)\n" }.joined()
        }.joined() + (findings.isEmpty ? "\(report.verdict): \(report.summary)" : "")
    }
}
