// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// The rooms of Sources/ from the bottom up, with their modules and imports. A module imports only modules above it in this
// list, or the manifest fails. Sources/ARCHITECTURE.md is the map.
let rooms: [(name: String, modules: KeyValuePairs<String, String>)] = [
    // C, one library each. CDynamicLibrary loads libraries that only some commands need at run time.
    (
        "Foreign",
        [
            "CDynamicLibrary": "", "CVideodev2": "", "CUdev": "", "CUinput": "", "CSpawn": "", "CToml": "",
            "CPlugin": "", "CZXing": "CPlugin", "CZXingPlugin": "", "CLibcamera": "CPlugin", "CLibcameraPlugin": "",
            "CVideo": "CPlugin", "CVideoPlugin": "", "CConfinedProcess": "",
            "CAravis": "CDynamicLibrary", "CCairo": "CDynamicLibrary", "CCanberra": "CDynamicLibrary",
            "CChafa": "CDynamicLibrary",
            "CCurl": "CDynamicLibrary", "CExpat": "CDynamicLibrary", "CGnuTLS": "CDynamicLibrary",
            "CImlib2": "CDynamicLibrary",
            "CLibPNG": "CDynamicLibrary", "CLogind": "CDynamicLibrary", "CServiceManager": "CDynamicLibrary",
            "CMicroHTTPD": "CDynamicLibrary",
            "CMosquitto": "CDynamicLibrary", "CPipeWire": "CDynamicLibrary", "CPortal": "CDynamicLibrary",
            "CSQLite": "CDynamicLibrary", "CSodium": "CDynamicLibrary", "CTurboJPEG": "CDynamicLibrary",
            "CV4LConvert": "CDynamicLibrary", "CZBar": "CDynamicLibrary", "CZint": "CDynamicLibrary",
        ]
    ),
    (
        "Basics",
        [
            "Output": "",
            "Threads": "",
            "Toml": "CToml",
            "SQLite": "CSQLite",
            "SignedFiles": "CSodium Output",
            "UserSession": "CLogind",
            "ServiceManager": "CServiceManager",
            "StoredFiles": "UserSession",
            "Programs": "CSpawn Threads",
            "ConfinedProcesses": "CConfinedProcess",
            "Terminal": "CSpawn Output Threads",
            "ConfinedXML": "CExpat Output Threads ConfinedProcesses Terminal",
        ]
    ),
    (
        "Picture",
        [
            "Frames": "",
            "FrameCoding": "CTurboJPEG CV4LConvert Frames",
            "LumaProcessing": "Frames",
            "FrameMetrics": "Frames LumaProcessing",
            "PageDrawing": "CCairo Output",
            "Pictures": "CImlib2 CLibPNG Frames FrameMetrics FrameCoding",
            "ConfinedDecoding": "Output Threads ConfinedProcesses Terminal Frames FrameMetrics FrameCoding Pictures",
        ]
    ),
    (
        "Reading",
        [
            "Barcodes": "Frames",
            "BarcodeEncoding": "CZint Frames PageDrawing Barcodes",
            "BarcodesZBar": "CZBar Frames Barcodes",
            "BarcodesZXing": "CZXing Frames Barcodes",
            "LinearReading": "Frames LumaProcessing Barcodes",
            "MatrixReading": "Frames LumaProcessing Barcodes",
            "SymbolFinding": "Frames LumaProcessing FrameMetrics Barcodes",
            "Scanning": "Output Threads Frames LumaProcessing FrameMetrics Barcodes SymbolFinding",
            "ReadingWorker": """
            Output Threads ConfinedProcesses Terminal Frames Barcodes BarcodesZBar BarcodesZXing LinearReading MatrixReading
            Scanning
            """,
        ]
    ),
    (
        "Camera",
        [
            "CameraControls": "",
            "V4L2": "CVideodev2 Threads Frames CameraControls",
            "Udev": "CUdev",
            "UdevRules": "UserSession StoredFiles Programs Udev",
            "CameraDiscovery": "Threads UserSession Frames CameraControls Udev",
            "Torch": "UserSession Programs Frames CameraControls V4L2",
            "CameraListings": "Frames CameraControls",
            "SimulatedCamera":
                "Output Threads UserSession Frames Barcodes BarcodeEncoding CameraControls CameraListings",
            "FrameStreams": "Threads Frames FrameCoding ConfinedDecoding",
            "NetworkCameras": "CCurl Output Threads Terminal Frames ConfinedDecoding FrameStreams",
            "OnvifCameras": "Output Threads Terminal ConfinedXML NetworkCameras",
            "VideoStreams": "CVideo Output Threads ConfinedProcesses Terminal Frames NetworkCameras",
            "GenICamCameras": "CAravis Frames CameraControls",
            "LibcameraCameras": "CLibcamera Frames FrameCoding ConfinedDecoding CameraControls",
            "PipeWireCameras": """
            CPipeWire CPortal Threads UserSession Terminal Frames FrameCoding ConfinedDecoding CameraControls
            """,
            "Cameras": """
            Output Threads Terminal Frames FrameCoding ConfinedDecoding CameraControls V4L2 Udev CameraDiscovery SimulatedCamera
            FrameStreams NetworkCameras OnvifCameras VideoStreams GenICamCameras LibcameraCameras PipeWireCameras
            """,
            "SettingsStore": """
            Output Toml StoredFiles Terminal Frames CameraControls CameraDiscovery Cameras Torch
            """,
        ]
    ),
    (
        "Light",
        [
            "Measurement": """
            Output Threads Toml StoredFiles Terminal Frames FrameMetrics Barcodes SymbolFinding Scanning CameraControls
            Torch
            """,
            "Calibration": "Frames FrameMetrics Barcodes SymbolFinding CameraControls",
            "LightGoverning": "Frames FrameMetrics Barcodes SymbolFinding CameraControls Calibration",
            "CameraCalibration": """
            Output Toml StoredFiles Terminal Frames FrameMetrics Barcodes CameraControls Cameras Torch SettingsStore Measurement
            Calibration LightGoverning
            """,
        ]
    ),
    (
        "Scans",
        [
            "ScanStore": "Output Threads SQLite StoredFiles Frames Barcodes Scanning",
            "Delivery": "CCurl CMosquitto CUinput Output",
            "Hooks": "Output Threads Programs Frames Barcodes Scanning ScanStore Delivery",
        ]
    ),
    (
        "Doctor",
        [
            "MachineFacts": "UserSession Programs",
            "Diagnostics": """
            Output Threads UserSession StoredFiles Programs Frames LumaProcessing FrameMetrics Pictures ConfinedDecoding
            Barcodes LinearReading MatrixReading SymbolFinding Scanning CameraControls V4L2 Udev UdevRules CameraDiscovery Torch NetworkCameras
            OnvifCameras VideoStreams GenICamCameras LibcameraCameras PipeWireCameras Cameras SettingsStore MachineFacts
            """,
        ]
    ),
    // What other people's programs import.
    (
        "Library",
        [
            "CandelaReading": """
            Output Threads ConfinedProcesses Terminal Frames Pictures ConfinedDecoding Barcodes Scanning ReadingWorker
            """,
            "CandelaHistory": "Output StoredFiles Barcodes Scanning ScanStore CandelaReading",
            "Candela": """
            Output Threads ConfinedProcesses Terminal ConfinedXML Frames ConfinedDecoding Barcodes Scanning CameraControls
            CameraDiscovery Torch NetworkCameras VideoStreams Cameras SettingsStore Measurement Calibration LightGoverning
            CameraCalibration Diagnostics CandelaReading
            """,
            "candela-worker": "Terminal CandelaReading",
            "candela-network-worker": "Terminal ConfinedXML VideoStreams",
        ]
    ),
    (
        "Studio",
        [
            "CPageAssets": "",
            "WebPage": "CPageAssets Output Threads",
            "StudioServer": "CMicroHTTPD CGnuTLS Output StoredFiles Terminal WebPage",
            "Studio": """
            Output Threads StoredFiles Terminal Frames FrameCoding FrameMetrics Pictures ConfinedDecoding Barcodes Scanning
            ReadingWorker
            CameraControls CameraDiscovery Torch Cameras SettingsStore Measurement Calibration LightGoverning CameraCalibration
            ScanStore MachineFacts Diagnostics WebPage
            """,
        ]
    ),
    (
        "Station",
        [
            "Stations": "Output Toml SignedFiles StoredFiles WebPage"
        ]
    ),
    (
        "Command",
        [
            "TerminalPreview": "CChafa Frames LumaProcessing Barcodes",
            "candela": """
            CCanberra Output Threads Toml UserSession ServiceManager StoredFiles SignedFiles Programs ConfinedProcesses Terminal Frames FrameMetrics PageDrawing Pictures
            ConfinedDecoding Barcodes BarcodeEncoding SymbolFinding Scanning ReadingWorker CameraControls V4L2 Udev UdevRules
            CameraDiscovery Torch SimulatedCamera ConfinedXML NetworkCameras OnvifCameras VideoStreams GenICamCameras LibcameraCameras
            PipeWireCameras Cameras SettingsStore Measurement Calibration LightGoverning CameraCalibration ScanStore Delivery Hooks
            Diagnostics CandelaReading Candela WebPage StudioServer Studio Stations
            TerminalPreview ArgumentParser
            """,
        ]
    ),
]

// The other targets in Tests/: code that tests share, and programs that are not installed.
let tools: [(path: String, name: String, imports: String)] = [
    ("Support/TestSupport", "TestSupport", "CVideodev2 CTurboJPEG Frames CameraControls V4L2"),
    // Controls of real cameras, as their owners published them.
    ("Support/PublishedCameras", "PublishedCameras", "CameraControls CameraListings"),
    // Rules that hold for every camera (`make devices`).
    (
        "Support/DeviceRules", "DeviceRules",
        "Frames CameraControls CameraDiscovery CameraListings Cameras SettingsStore PublishedCameras"
    ),
    // Local servers for tests.
    ("Support/TestServers", "TestServers", ""),
    // Conditions of tests, which say why they are skipped.
    ("Support/TestConditions", "TestConditions", ""),
    // Benchmarks against similar programs (`make bench`), kernels in plain C as a reference, and pictures that get worse.
    ("Tools/CBenchmarkKernels", "CBenchmarkKernels", ""),
    ("Tools/BenchmarkPictures", "BenchmarkPictures", "Frames LumaProcessing Barcodes SimulatedCamera"),
    (
        "Tools/Benchmarks", "candela-bench",
        """
        Output Threads ConfinedProcesses Frames FrameCoding LumaProcessing FrameMetrics Pictures ConfinedDecoding Barcodes
        BarcodeEncoding BarcodesZBar BarcodesZXing LinearReading MatrixReading SymbolFinding Scanning ReadingWorker
        CameraControls SimulatedCamera Calibration LightGoverning ScanStore Diagnostics CBenchmarkKernels BenchmarkPictures
        TestServers
        """
    ),
    // Writes man/ from the help of the commands (`make man`).
    ("Tools/Manual", "candela-manual", "Barcodes BarcodeEncoding SimulatedCamera"),
    // The laboratory's webcam: a UVC device over USB/IP.
    ("Tools/UVCDevice", "uvc-device", "CTurboJPEG Frames CameraControls SimulatedCamera"),
    ("Tools/Recorder", "v4l2-record", "CameraControls V4L2 TestSupport"),
]

// Tests: by module, pure or with a fake kernel; LaboratoryTests runs the command against real drivers.
let tests: [(room: String, modules: KeyValuePairs<String, String>)] = [
    (
        "Basics",
        [
            "OutputTests": "Output",
            "ThreadsTests": "Threads",
            "TomlTests": "Toml",
            "SQLiteTests": "SQLite",
            "SignedFilesTests": "SignedFiles",
            "UserSessionTests": "UserSession",
            "ProgramsTests": "Programs",
            "TerminalTests": "Terminal",
            "ConfinedXMLTests": "ConfinedProcesses ConfinedXML",
        ]
    ),
    (
        "Picture",
        [
            "FramesTests": "Frames",
            "FrameCodingTests": "CTurboJPEG Frames FrameCoding",
            "LumaProcessingTests": "Frames LumaProcessing",
            "FrameMetricsTests": "Frames FrameMetrics SimulatedCamera",
            "PageDrawingTests": "Frames PageDrawing Pictures",
            "PicturesTests": "Frames Pictures",
            "ConfinedDecodingTests": "Frames FrameCoding Pictures ConfinedDecoding",
        ]
    ),
    (
        "Reading",
        [
            "BarcodesTests": "Barcodes",
            "BarcodeEncodingTests": "Frames PageDrawing Pictures Barcodes BarcodeEncoding BarcodesZBar BarcodesZXing",
            "BarcodeReadingTests": "Frames LumaProcessing Barcodes BarcodeEncoding BarcodesZBar BarcodesZXing SymbolFinding",
            "LinearReadingTests": "Frames LumaProcessing Barcodes BarcodeEncoding LinearReading SimulatedCamera",
            "MatrixReadingTests": """
            Frames LumaProcessing Barcodes BarcodeEncoding BarcodesZXing MatrixReading SimulatedCamera
            """,
            "SymbolFindingTests": "Frames LumaProcessing Barcodes BarcodesZXing BarcodeEncoding LinearReading SymbolFinding",
            "ScanningTests": """
            Output Frames LumaProcessing Barcodes BarcodeEncoding BarcodesZBar BarcodesZXing LinearReading Scanning
            TestSupport
            """,
            "ReadingWorkerTests": """
            ConfinedProcesses Frames Barcodes BarcodeEncoding BarcodesZBar BarcodesZXing LinearReading MatrixReading
            Scanning ReadingWorker TestConditions
            """,
        ]
    ),
    (
        "Camera",
        [
            "CameraControlsTests": "CameraControls CameraListings PublishedCameras",
            "V4L2Tests": "Frames CameraControls V4L2 TestSupport",
            "UdevRulesTests": "UserSession UdevRules",
            "CameraDiscoveryTests": "Frames Udev CameraDiscovery",
            "TorchTests": "Frames CameraControls V4L2 Torch SimulatedCamera TestSupport",
            "SimulatedCameraTests": """
            Frames Barcodes BarcodeEncoding CameraControls CameraListings SimulatedCamera PublishedCameras
            """,
            "FrameStreamsTests": "CTurboJPEG Frames ConfinedDecoding FrameStreams",
            "LibcameraCamerasTests": "Frames CameraControls LibcameraCameras",
            "NetworkCamerasTests": "CTurboJPEG Frames ConfinedDecoding NetworkCameras TestSupport TestServers",
            "OnvifCamerasTests": "ConfinedProcesses ConfinedXML NetworkCameras OnvifCameras TestServers",
            "PipeWireCamerasTests": "Frames CameraControls PipeWireCameras",
            "VideoStreamsTests": "Frames NetworkCameras VideoStreams",
            "CamerasTests": """
            CTurboJPEG Frames ConfinedDecoding CameraControls V4L2 CameraDiscovery SimulatedCamera NetworkCameras VideoStreams
            PipeWireCameras Cameras BarcodesZBar Barcodes TestSupport
            """,
            "SettingsStoreTests": "StoredFiles CameraControls SimulatedCamera SettingsStore",
        ]
    ),
    (
        "Light",
        [
            "MeasurementTests": """
            Output Frames FrameMetrics Barcodes BarcodeEncoding BarcodesZBar Scanning CameraControls SimulatedCamera
            Measurement TestSupport
            """,
            "CalibrationTests": """
            Frames Barcodes BarcodesZBar CameraControls CameraListings SimulatedCamera Calibration PublishedCameras
            """,
            "LightGoverningTests": """
            Frames Barcodes BarcodesZBar CameraControls SimulatedCamera Calibration LightGoverning
            """,
            "CameraCalibrationTests": "StoredFiles SettingsStore Calibration LightGoverning CameraCalibration",
        ]
    ),
    (
        "Scans",
        [
            "ScanStoreTests": "Output Threads SQLite Frames Barcodes Scanning ScanStore",
            "DeliveryTests": "Delivery TestServers",
            "HooksTests": "Output Threads Barcodes Scanning ScanStore Delivery Hooks TestServers",
        ]
    ),
    (
        "Doctor",
        [
            "DiagnosticsTests": """
            Output UserSession Frames LumaProcessing FrameMetrics Pictures Barcodes BarcodeEncoding BarcodesZBar
            BarcodesZXing SymbolFinding Scanning ReadingWorker CameraControls UdevRules CameraDiscovery SimulatedCamera
            NetworkCameras PipeWireCameras SettingsStore MachineFacts Diagnostics PublishedCameras CameraListings Cameras
            DeviceRules
            """
        ]
    ),
    (
        "Library",
        [
            "CandelaReadingTests": "Frames Barcodes BarcodeEncoding CandelaReading",
            "CandelaTests": "CandelaReading Candela",
            "CandelaHistoryTests": "Barcodes Scanning CandelaReading CandelaHistory",
            // The interface of all three is compared with docs/api.
            "ExampleTests": "CandelaReading CandelaHistory Candela TestServers TestConditions",
        ]
    ),
    (
        "Studio",
        [
            "WebPageTests": "Output WebPage",
            "StudioTests": """
            Terminal Frames ConfinedDecoding Barcodes SimulatedCamera Cameras WebPage StudioServer Studio TestServers
            """,
        ]
    ),
    (
        "Station",
        [
            "StationsTests": "Output WebPage Stations"
        ]
    ),
    (
        "Command",
        [
            "TerminalPreviewTests": "Frames Barcodes TerminalPreview",
            "ManualTests": "candela-manual",
            "CommandTests": "SQLite Frames FrameCoding Barcodes BarcodeEncoding TestServers TestConditions",
        ]
    ),
    (
        "Laboratory",
        [
            "LaboratoryTests": "Frames Barcodes BarcodeEncoding CameraControls SimulatedCamera uvc-device"
        ]
    ),
]

// Tests that draw or compare many pixels, and take minutes of processor time without optimisation. Optimising the others takes
// longer than it saves.
let drawing: Set = ["FrameMetricsTests", "LinearReadingTests", "MatrixReadingTests", "SymbolFindingTests"]

// Files in target folders that are not compiled.
let notSources = [
    "CPageAssets": ["Page"], "candela-bench": ["peers"], "candela-manual": ["Sections"], "V4L2Tests": ["Recordings"],
    "PicturesTests": ["Fixtures"], "DiagnosticsTests": ["Evidence"], "CommandTests": ["OldFiles", "Fakes"],
    "PublishedCameras": ["Cameras"], "CamerasTests": ["Video"],
]

/// Link with the linker that comes with Swift. Debian 13's leaves constants and tables of addresses writable (no RELRO), because
/// Swift's sections lie between them.
let linking = ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]

/// Our plugins: libraries that the command loads at run time if it needs them. Each hides a foreign library with an unstable
/// interface behind the C table of the target with the same name without "Plugin". `headers` are folders.
let plugins: [String: (product: String, headers: [String], libraries: [String])] = [
    "CLibcameraPlugin": ("candela-libcamera", ["/usr/include/libcamera"], ["camera", "camera-base"]),
    "CVideoPlugin": ("candela-video", [], ["avformat", "avcodec", "avutil", "gnutls"]),
    "CZXingPlugin": ("candela-zxing", [], ["ZXing"]),
]

let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// The targets above the current one.
var known: Set = ["ArgumentParser"]
/// Targets with flags that SwiftPM calls unsafe, and those that need them.
var flagged: Set<String> = []

@MainActor
func target(_ name: String, _ path: String, _ imports: String, _ kind: Target.TargetType) -> Target {
    let names = imports.split(whereSeparator: \.isWhitespace).map(String.init)
    for imported in names where !known.contains(imported) {
        fatalError("\(name) imports \(imported), which does not stand above it in Package.swift")
    }
    known.insert(name)
    if plugins[name] != nil || name == "CPipeWire" || !flagged.isDisjoint(with: names) { flagged.insert(name) }
    let dependencies: [Target.Dependency] = names.map {
        $0 == "ArgumentParser" ? .product(name: $0, package: "swift-argument-parser") : .byName(name: $0)
    }
    let exclude = notSources[name] ?? []
    // Names of C modules start with C and another capital.
    let isC = name.first == "C" && name.dropFirst().first!.isUppercase
    switch (name, kind) {
    case ("CUdev", _):
        return .systemLibrary(name: name, path: path, pkgConfig: "libudev", providers: [.apt(["libudev-dev"])])
    case _ where plugins[name] != nil:
        // Includes the header of its table by path: as a dependency it would be a Clang module, which C++ 20 cannot include.
        // It does not link Swift's runtime, which it does not need and the target machine need not have.
        let plugin = plugins[name]!
        return .target(
            name: name, path: path,
            cxxSettings: [
                .headerSearchPath("../\(name.dropLast("Plugin".count))/include"),
                // Debian's compiler for arm64 does not make position-independent code of its own accord.
                .unsafeFlags(["-fPIC"] + plugin.headers.flatMap { ["-iwithsysroot", $0] }),
            ],
            // Without a name of its own, gold writes the path of the build folder into it.
            linkerSettings: plugin.libraries.map { .linkedLibrary($0) } + [
                .unsafeFlags(
                    ["-static-stdlib", "-nostartfiles", "-Xlinker", "-soname=lib\(plugin.product).so"] + linking)
            ])
    case ("CPipeWire", _):
        // Its headers are in folders with the versions of the interfaces, which are the same for all releases.
        return .target(
            name: name, dependencies: dependencies, path: path,
            cSettings: [
                .define("_GNU_SOURCE"),
                .unsafeFlags(["-iwithsysroot", "/usr/include/pipewire-0.3", "-iwithsysroot", "/usr/include/spa-0.2"]),
            ])
    case ("CBenchmarkKernels", _):
        return .target(name: name, path: path, cSettings: [.unsafeFlags(["-O3"])])
    case ("candela", _):
        // Links Swift's libraries statically: it starts in a third of the time and needs no Swift installation.
        return .executableTarget(
            name: name, dependencies: dependencies, path: path,
            // It only asks, calls and prints; optimising it takes three times as long and makes nothing faster.
            swiftSettings: swiftSettings + [.unsafeFlags(["-Onone"])],
            linkerSettings: [
                .unsafeFlags(["-static-stdlib"] + linking), .linkedLibrary("_FoundationCollections"),
                .linkedLibrary("_FoundationCShims"),
            ])
    case ("candela-bench", _):
        // What it measures is compiled elsewhere, and is optimised; every `make test` compiles it.
        return .executableTarget(
            name: name, dependencies: dependencies, path: path, exclude: exclude,
            swiftSettings: swiftSettings + [.unsafeFlags(["-Onone"])])
    case (_, .executable):
        return .executableTarget(
            name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: swiftSettings)
    case (_, .test):
        return .testTarget(
            name: name, dependencies: dependencies, path: path, exclude: exclude,
            swiftSettings: swiftSettings + (drawing.contains(name) ? [] : [.unsafeFlags(["-Onone"])]))
    default:
        return .target(
            name: name, dependencies: dependencies, path: path, exclude: exclude,
            swiftSettings: isC ? nil : swiftSettings)
    }
}

var targets: [Target] = []
for room in rooms {
    for (name, imports) in room.modules {
        targets.append(
            target(name, "Sources/\(room.name)/\(name)", imports, name.contains("-") ? .executable : .regular))
    }
}
for tool in tools {
    let kind: Target.TargetType = tool.name.contains("-") ? .executable : .regular
    targets.append(target(tool.name, "Tests/\(tool.path)", tool.imports, kind))
}
for room in tests {
    for (name, imports) in room.modules {
        targets.append(target(name, "Tests/\(room.room)/\(name)", imports, .test))
    }
}

// Who only reads codes gets none.
if flagged.contains("CandelaReading") { fatalError("CandelaReading needs a target with unsafe flags") }

let package = Package(
    name: "candela",
    products: [
        .executable(name: "candela", targets: ["candela"]),
        .library(name: "Candela", targets: ["Candela"]),
        .library(name: "CandelaReading", targets: ["CandelaReading"]),
        .library(name: "CandelaHistory", targets: ["CandelaHistory"]),
        .executable(name: "candela-worker", targets: ["candela-worker"]),
        .executable(name: "candela-network-worker", targets: ["candela-network-worker"]),
    ] + plugins.map { .library(name: $0.value.product, type: .dynamic, targets: [$0.key]) },
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")],
    targets: targets,
    cxxLanguageStandard: .cxx20
)
