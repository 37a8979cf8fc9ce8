// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import CameraCalibration
internal import Cameras
import Glibc
internal import Hooks
internal import Output
internal import ScanStore
internal import Scanning
internal import SignedFiles
internal import Stations
internal import StoredFiles
internal import Terminal
internal import Toml
internal import WebPage

/// A station's file, with all its values checked.
struct StationPlan {
    /// One camera and how it is scanned.
    struct Camera {
        var address: CameraAddress
        var options: CameraScanOptions
    }

    let name: String
    let cameras: [Camera]
    let text: ScanTextOptions
    let keeping: KeepingOptions
    let targets: [any HookTarget]
    let style: ScanPrinter.Style?
    let feedback: Feedback
    /// Where to serve the health; `nil` for nowhere.
    let health: ListenAddress?
    let studio: StationStudioPlan?
    let fleet: FleetPlan?
    /// Where most of the file comes from; `nil` if all of it stands here.
    let central: CentralPlan?
    /// The central file that is in this plan.
    let centralFile: SignedFile?
    /// What may be wrong but does not prevent a start.
    let notes: [String]

    /// Reads and checks a file, and the last good central file if it wants one.
    ///
    /// - Throws: with the path and the line.
    init(_ path: String) throws(CommandFailure) {
        do throws(StationFileError) { self = try Self.read(path) } catch {
            throw CommandFailure(VisibleText.escape("cannot use \(path): \(error)"))
        }
    }

    private static func read(_ path: String) throws(StationFileError) -> Self {
        let file = try Self.file(path)
        guard let central = try CentralPlan(file[.central], station: file.name ?? hostName) else {
            return try Self(file)
        }
        do throws(StationFileError) {
            if let stored = try central.file.read() { return try Self(file, central, stored) }
        } catch {
            // The station must start. A good central file will come.
            return try Self(file, central: central, notes: ["cannot use \(central.file.path): \(error)"])
        }
        return try Self(file, central: central)
    }

    /// Reads and checks a file with a new central one.
    ///
    /// - Throws: with where the mistake is and the line.
    init(_ path: String, centralFile: SignedFile) throws(CommandFailure) {
        let file: StationFile
        let central: CentralPlan
        do throws(StationFileError) {
            file = try Self.file(path)
            guard let plan = try CentralPlan(file[.central], station: file.name ?? Self.hostName) else {
                throw StationFileError(line: 0, "it wants no central file any more")
            }
            central = plan
        } catch {
            throw CommandFailure(VisibleText.escape("cannot use \(path): \(error)"))
        }
        do throws(StationFileError) { try self.init(file, central, centralFile) } catch {
            throw CommandFailure(VisibleText.escape("cannot use the file from \(central.name): \(error)"))
        }
    }

    private init(_ own: StationFile, _ central: CentralPlan, _ centralFile: SignedFile) throws(StationFileError) {
        let file = try StationFile.central(centralFile.content)
        // Alone first, so that a line is one of that file.
        _ = try Self(own.completion(from: file))
        try self.init(own.completed(by: file), central: central, centralFile: centralFile)
    }

    private static func file(_ path: String) throws(StationFileError) -> StationFile {
        let bytes: [UInt8]?
        do throws(StoreError) {
            bytes = try StoredFile.read(path, limit: 256 << 10, isGiven: true)
        } catch {
            throw StationFileError(line: 0, error.ofGivenFile.description)
        }
        guard let bytes else { throw StationFileError(line: 0, "there is no such file") }
        return try StationFile(bytes)
    }

    private init(
        _ file: StationFile, central: CentralPlan? = nil, centralFile: SignedFile? = nil, notes begun: [String] = []
    ) throws(StationFileError) {
        self.central = central
        self.centralFile = centralFile
        name = file.name ?? Self.hostName
        var notes = begun
        cameras = try file.cameras.map { (section) throws(StationFileError) in try Self.camera(section, &notes) }
        text = try Self.parse(ScanTextOptions.self, file[.text])
        do throws(CommandFailure) { _ = try text.rules() } catch {
            throw StationFileError(line: file[.text].line, error.message)
        }
        keeping = try Self.keeping(file[.history])
        targets = try Self.targets(file[.hooks])
        style = try Self.style(file[.output])
        let isSounding = try file[.output].flag("sound") == true
        feedback = Feedback(kind: isSounding ? .sounds : .silent)
        health = try file[.health]["listen"].map { (entry) throws(StationFileError) in
            guard case .string(let text) = entry.value, let address = ListenAddress(text), address.port != nil else {
                throw StationFileError(line: entry.line, "listen must be an address with a port: \"127.0.0.1:9347\"")
            }
            return address
        }
        studio = try StationStudioPlan(
            file[.studio], try Self.parse(StudioAccessOptions.self, file[.studio]), cameras[0])
        fleet = try FleetPlan(file[.fleet])
        self.notes = notes
    }

    /// Checks what only the station's own user can: that its catalogue is there.
    func verify() throws(CommandFailure) {
        guard let name = keeping.catalog else { return }
        let folders = try failing { () throws(StoreError) in try StateFolders() }
        _ = try failing { () throws(HistoryError) in try CatalogueShelf(folder: folders.catalogues).open(name) }
    }

    // MARK: Cameras

    /// The options of a camera's section.
    private struct CameraSectionOptions: ParsableArguments {
        @OptionGroup var reading: ReadingOptions
        @OptionGroup var stream: StreamOptions
        @OptionGroup var torch: ScanTorchOptions
        @OptionGroup var policy: ScanPolicyOptions
        @Option var zoom: ZoomChoice?
        @Option var light: LightChoice?
    }

    private static func camera(
        _ section: StationFile.Section, _ notes: inout [String]
    ) throws(StationFileError) -> Camera {
        let options = try parse(CameraSectionOptions.self, section)
        let address = CameraAddress(try section.text("use"))
        if address == .standardInput {
            throw StationFileError(line: section.line, "a station cannot scan standard input: name a camera")
        }
        if let refusal = address.refusal { throw StationFileError(line: section.line, refusal) }
        func checked<R>(_ key: String, _ work: () throws(CommandFailure) -> R) throws(StationFileError) -> R {
            do throws(CommandFailure) { return try work() } catch {
                throw StationFileError(line: section[key]?.line ?? section.line, error.message)
            }
        }
        let symbologies = try checked("symbology") { () throws(CommandFailure) in try options.reading.symbologies() }
        _ = try checked("torch_command") { () throws(CommandFailure) in try options.torch.source.template() }
        let name = try section.text("profile")
        let profile = try checked("profile") { () throws(CommandFailure) in
            try name.map { (name) throws(CommandFailure) in try StationProfile(name) }
        }
        if let problem = profile?.problem { notes.append(problem) }
        return Camera(
            address: address,
            options: CameraScanOptions(
                symbologies: symbologies, region: options.reading.scanRegion, showsRegion: false,
                readers: options.reading.readers, effort: options.reading.effort, policy: options.policy.policy,
                request: options.stream.request, torch: options.torch, zoom: options.zoom, light: options.light,
                waits: true, preview: nil, keepsAwake: false, profile: profile, isVerbose: false))
    }

    // MARK: Other sections

    private static func keeping(_ section: StationFile.Section) throws(StationFileError) -> KeepingOptions {
        var words: [(words: [String], entry: StationFile.Entry)] = section.options
        if let entry = section["save"] {
            guard case .boolean(let saves) = entry.value else { throw entry.mismatch("true or false") }
            words.append(([saves ? "--history" : "--no-history"], entry))
        }
        return try parse(KeepingOptions.self, words, section.line)
    }

    private static func targets(_ section: StationFile.Section) throws(StationFileError) -> [any HookTarget] {
        let options = try parse(HookOptions.self, section)
        do throws(CommandFailure) { return try options.targets() } catch {
            throw StationFileError(line: section.line, error.message)
        }
    }

    private static func style(_ section: StationFile.Section) throws(StationFileError) -> ScanPrinter.Style? {
        guard let entry = section["print"] else { return Console.outputIsTerminal ? .text : nil }
        switch entry.value.text {
        case "text": return .text
        case "json": return .json
        case "raw": return .raw
        case "nothing": return nil
        default: throw StationFileError(line: entry.line, "print must be \"text\", \"json\", \"raw\" or \"nothing\"")
        }
    }

    // MARK: Options

    private static func parse<Group: ParsableArguments>(
        _ type: Group.Type, _ section: StationFile.Section
    ) throws(StationFileError) -> Group {
        try parse(type, section.options, section.line)
    }

    /// Parses options. The option that is wrong is found by parsing each alone.
    private static func parse<Group: ParsableArguments>(
        _ type: Group.Type, _ options: [(words: [String], entry: StationFile.Entry)], _ line: Int
    ) throws(StationFileError) -> Group {
        do {
            return try Group.parse(options.flatMap(\.words))
        } catch {
            for option in options {
                do { _ = try Group.parse(option.words) } catch let own {
                    throw StationFileError(
                        line: option.entry.line, "\(option.entry.key): \(Group.message(for: own))")
                }
            }
            throw StationFileError(line: line, Group.message(for: error))
        }
    }

    static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return "station" }
        let text = CText.string(buffer)
        return StationFile.isName(text) ? text : "station"
    }
}
