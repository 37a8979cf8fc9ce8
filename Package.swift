// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Each row of the list below imports only rows above it; `Sources/ARCHITECTURE.md` is the map.
// The `--explicit-target-dependency-import-check error` of `make test` keeps undeclared imports out.

let package = Package(
    name: "candela",
    products: [
        .executable(name: "candela", targets: ["candela"]),
        // Loaded by `BarcodesZXing` at run time, so that commands which decode nothing do not load libZXing.
        .library(name: "candela-zxing", type: .dynamic, targets: ["CZXingPlugin"]),
        .library(name: "Scanning", targets: ["Scanning", "Cameras"]),
        .library(name: "ScanStore", targets: ["ScanStore"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // C: one foreign library each. Libraries that only some commands need are loaded with dlopen.
        .target(name: "CVideodev2"),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .target(name: "CDynamicLibrary"),
        .target(name: "CTurboJPEG", dependencies: ["CDynamicLibrary"]),
        .target(name: "CV4LConvert", dependencies: ["CDynamicLibrary"]),
        .target(name: "CImlib2", dependencies: ["CDynamicLibrary"]),
        .target(name: "CLibPNG", dependencies: ["CDynamicLibrary"]),
        .target(name: "CZBar", dependencies: ["CDynamicLibrary"]),
        .target(name: "CZint", dependencies: ["CDynamicLibrary"]),
        .target(name: "CCairo", dependencies: ["CDynamicLibrary"]),
        .target(name: "CChafa", dependencies: ["CDynamicLibrary"]),
        .target(name: "CCanberra", dependencies: ["CDynamicLibrary"]),
        .target(name: "CSQLite", dependencies: ["CDynamicLibrary"]),
        .target(name: "CLogind", dependencies: ["CDynamicLibrary"]),
        .target(name: "CCurl", dependencies: ["CDynamicLibrary"]),
        .target(name: "CMosquitto", dependencies: ["CDynamicLibrary"]),
        .target(name: "CMicroHTTPD", dependencies: ["CDynamicLibrary"]),
        .target(name: "CGnuTLS", dependencies: ["CDynamicLibrary"]),
        .target(name: "CUinput"),
        .target(name: "CSpawn"),
        .target(name: "CToml"),
        .target(name: "CZXing"),
        .target(name: "CReadingWorker"),
        .target(name: "CPageAssets", exclude: ["Page"]),
        // Takes CZXing's header by its path: as a dependency it would be a Clang module, which C++ 20 cannot include.
        .target(
            name: "CZXingPlugin", cxxSettings: [.headerSearchPath("../CZXing/include")],
            // Without Swift's runtime, which nothing in it needs, and a machine it is installed on need not have.
            linkerSettings: [.linkedLibrary("ZXing"), .unsafeFlags(["-static-stdlib", "-nostartfiles"])]),

        // Values.
        .target(name: "Output"),
        .target(name: "Threads"),
        .target(name: "Frames"),
        .target(name: "CameraControls"),
        .target(name: "UserSession", dependencies: ["CLogind"]),

        // Pure, or one C library each.
        .target(name: "Barcodes", dependencies: ["Frames"]),
        .target(name: "LumaProcessing", dependencies: ["Frames"]),
        .target(name: "V4L2", dependencies: ["CVideodev2", "Threads", "Frames", "CameraControls"]),
        .target(name: "Udev", dependencies: ["CUdev"]),
        .target(name: "FrameMetrics", dependencies: ["Frames", "LumaProcessing"]),
        .target(name: "MatrixDecoding", dependencies: ["Barcodes"]),
        .target(name: "LinearDecoding", dependencies: ["Barcodes"]),
        .target(name: "SymbolFinding", dependencies: ["Frames", "Barcodes", "LumaProcessing", "FrameMetrics"]),
        .target(name: "UdevRules", dependencies: ["Udev", "UserSession"]),
        .target(name: "MotionJPEG", dependencies: ["CTurboJPEG", "Frames"]),
        .target(name: "V4LConvert", dependencies: ["CV4LConvert", "Frames"]),
        .target(name: "Toml", dependencies: ["CToml"]),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "Programs", dependencies: ["CSpawn", "Threads"]),
        .target(name: "TerminalControl", dependencies: ["CSpawn", "Threads"]),
        .target(name: "WebPosting", dependencies: ["CCurl"]),
        .target(name: "MQTTPublishing", dependencies: ["CMosquitto", "Output"]),
        .target(name: "KeyTyping", dependencies: ["CUinput"]),
        .target(name: "Certificates", dependencies: ["CGnuTLS"]),

        // Features.
        .target(name: "BarcodeEncoding", dependencies: ["CZint", "Frames", "Barcodes"]),
        .target(name: "BarcodesZBar", dependencies: ["CZBar", "Frames", "Barcodes"]),
        .target(name: "BarcodesZXing", dependencies: ["CZXing", "Frames", "Barcodes"]),
        .target(name: "MatrixFinding", dependencies: ["MatrixDecoding", "Frames", "Barcodes", "LumaProcessing"]),
        .target(name: "LinearFinding", dependencies: ["LinearDecoding", "Frames", "Barcodes", "LumaProcessing"]),
        .target(name: "CameraDiscovery", dependencies: ["Threads", "Udev", "UserSession", "Frames"]),
        .target(
            name: "SimulatedCamera",
            dependencies: ["Output", "Threads", "Frames", "CameraControls", "Barcodes", "BarcodeEncoding"]),
        .target(name: "Torch", dependencies: ["CameraControls", "V4L2", "Threads", "Frames"]),
        .target(name: "FrameStreams", dependencies: ["Threads", "MotionJPEG", "Frames"]),
        .target(name: "Pictures", dependencies: ["CImlib2", "CLibPNG", "MotionJPEG", "Frames"]),
        .target(name: "SettingsStore", dependencies: ["Output", "Toml", "CameraControls", "UserSession"]),
        .target(
            name: "Scanning",
            dependencies: ["Output", "Threads", "Frames", "Barcodes", "LumaProcessing", "FrameMetrics"]),
        .target(
            name: "Measurement",
            dependencies: [
                "Output", "Threads", "Frames", "CameraControls", "Barcodes", "FrameMetrics", "SymbolFinding",
                "Scanning",
            ]),
        .target(name: "Plotting", dependencies: ["CCairo"]),
        .target(name: "TerminalPreview", dependencies: ["CChafa", "Frames", "Barcodes", "LumaProcessing"]),
        .target(name: "WebPage", dependencies: ["CPageAssets", "Output", "Threads"]),
        .target(name: "PageDrawing", dependencies: ["CCairo", "Output"]),
        .target(name: "CodeSheets", dependencies: ["PageDrawing", "BarcodeEncoding", "Barcodes"]),
        .target(
            name: "ScanStore",
            dependencies: ["Output", "Threads", "Frames", "Barcodes", "SQLite", "SettingsStore", "Scanning"]),
        .target(
            name: "Hooks",
            dependencies: [
                "Output", "Threads", "Frames", "Barcodes", "Scanning", "ScanStore", "Programs", "WebPosting",
                "MQTTPublishing", "KeyTyping",
            ]),

        .target(
            name: "Calibration",
            dependencies: [
                "Output", "Frames", "CameraControls", "Barcodes", "FrameMetrics", "SymbolFinding",
            ]),

        .target(name: "ReadingWorker", dependencies: ["CReadingWorker", "Frames", "Barcodes", "Scanning"]),

        // Opens any camera.
        .target(
            name: "Cameras",
            dependencies: [
                "Frames", "CameraControls", "V4L2", "CameraDiscovery", "SimulatedCamera", "MotionJPEG", "V4LConvert",
                "FrameStreams", "Threads",
            ]),

        // Names the first broken link: evidence is collected, then judged by pure functions.
        .target(
            name: "Diagnostics",
            dependencies: [
                "Output", "Threads", "Frames", "CameraControls", "Barcodes", "LumaProcessing", "FrameMetrics",
                "SymbolFinding", "V4L2", "Udev", "UserSession", "UdevRules", "CameraDiscovery", "Torch", "Scanning",
                "SettingsStore", "Cameras",
            ]),

        // What the command and the studio wire alike: readers, borrowed controls, signals, words to the terminal.
        .target(
            name: "Wiring",
            dependencies: [
                "Output", "Threads", "Frames", "CameraControls", "Barcodes", "BarcodesZBar", "BarcodesZXing",
                "MatrixFinding", "LinearFinding", "ReadingWorker", "Scanning", "SettingsStore", "Torch", "Cameras",
                "CameraDiscovery", "FrameMetrics", "Measurement", "Calibration",
            ]),

        // The studio's page, served: the only one that knows the server.
        .target(name: "StudioServer", dependencies: ["CMicroHTTPD", "WebPage", "Certificates"]),
        // The camera behind the page.
        .target(
            name: "Studio",
            dependencies: [
                "Output", "Threads", "Frames", "CameraControls", "Barcodes", "FrameMetrics", "MotionJPEG",
                "Scanning", "ScanStore", "SettingsStore", "Torch", "CameraDiscovery", "Cameras", "Measurement",
                "Pictures", "Calibration",
                "Diagnostics", "WebPage", "Wiring", "Certificates",
            ]),
        // The tool.
        .executableTarget(
            name: "candela",
            dependencies: [
                "Frames", "CameraControls", "Barcodes", "V4L2", "CameraDiscovery", "BarcodesZBar", "BarcodesZXing",
                "SimulatedCamera", "Pictures", "Scanning", "Cameras", "Output", "Threads", "Udev", "UserSession",
                "UdevRules",
                "SettingsStore", "Diagnostics", "Torch", "FrameMetrics", "SymbolFinding", "Measurement", "Plotting",
                "PageDrawing", "CodeSheets", "BarcodeEncoding",
                "Calibration", "CCanberra", "ScanStore", "Wiring", "Hooks", "Programs", "MQTTPublishing", "KeyTyping",
                "TerminalControl", "TerminalPreview", "WebPage", "Certificates", "StudioServer", "Studio",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Swift's libraries in itself: it starts in a third of the time, and needs no Swift installed.
            linkerSettings: [
                .unsafeFlags(["-static-stdlib"]), .linkedLibrary("_FoundationCollections"), .linkedLibrary("_FoundationCShims"),
            ]),

        // Benchmarks beside their peers (`make bench`), and the laboratory's webcam: a UVC device over USB/IP.
        .executableTarget(
            name: "candela-bench",
            dependencies: [
                "Frames", "Barcodes", "LumaProcessing", "BarcodesZBar", "BarcodesZXing", "Pictures", "Scanning",
                "FrameMetrics", "SymbolFinding", "Diagnostics", "SimulatedCamera", "BarcodeEncoding", "CameraControls",
                "Calibration", "Threads", "CBenchmarkKernels", "MatrixFinding", "LinearFinding",
                "ReadingWorker", "ScanStore", "Output", "TestServers",
            ],
            path: "Tests/Benchmarks", exclude: ["peers"]),
        // What FrameMetrics' loops are measured beside: plain C, as fast as a compiler makes it.
        .target(name: "CBenchmarkKernels", path: "Tests/BenchmarkKernels", cSettings: [.unsafeFlags(["-O3"])]),
        // Writes `man/` from the commands' help (`make man`).
        .executableTarget(
            name: "candela-manual", dependencies: ["BarcodeEncoding", "Barcodes", "SimulatedCamera"],
            path: "Tests/Manual",
            exclude: ["Sections"]),
        .executableTarget(
            name: "uvc-device",
            dependencies: ["Frames", "CameraControls", "SimulatedCamera", "CTurboJPEG"],
            path: "Tests/UVCDevice"),

        .executableTarget(
            name: "v4l2-record", dependencies: ["V4L2", "CameraControls"], path: "Tests/Recorder"),

        // Tests: pure and fake-kernel rungs by module, the third rung in LaboratoryTests.
        .target(
            name: "TestSupport", dependencies: ["V4L2", "CVideodev2", "CTurboJPEG", "Frames"], path: "Tests/Support"),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"]),
        .testTarget(name: "OutputTests", dependencies: ["Output"]),
        .testTarget(name: "FramesTests", dependencies: ["Frames"]),
        .testTarget(name: "CameraControlsTests", dependencies: ["CameraControls"]),
        .testTarget(name: "TomlTests", dependencies: ["Toml"]),
        .testTarget(
            name: "SettingsStoreTests",
            dependencies: ["SettingsStore", "SimulatedCamera", "CameraControls", "UserSession"]),
        .testTarget(name: "BarcodesTests", dependencies: ["Barcodes"]),
        .testTarget(name: "LumaProcessingTests", dependencies: ["LumaProcessing", "Frames"]),
        .testTarget(
            name: "V4L2Tests", dependencies: ["TestSupport", "V4L2", "Frames", "CameraControls"],
            exclude: ["Recordings"]),
        .testTarget(name: "V4LConvertTests", dependencies: ["V4LConvert", "Frames"]),
        .testTarget(name: "MotionJPEGTests", dependencies: ["MotionJPEG", "CTurboJPEG", "Frames"]),
        .testTarget(name: "FrameStreamsTests", dependencies: ["FrameStreams", "CTurboJPEG", "Frames"]),
        .testTarget(name: "CameraDiscoveryTests", dependencies: ["CameraDiscovery", "Udev", "Frames"]),
        .testTarget(
            name: "MatrixDecodingTests",
            dependencies: ["MatrixDecoding", "BarcodeEncoding", "Barcodes", "SimulatedCamera"]),
        .testTarget(
            name: "MatrixFindingTests",
            dependencies: [
                "MatrixFinding", "BarcodesZXing", "LumaProcessing", "BarcodeEncoding", "Barcodes", "Frames",
            ]),
        .testTarget(
            name: "LinearDecodingTests",
            dependencies: ["LinearDecoding", "BarcodeEncoding", "Barcodes", "SimulatedCamera"]),
        .testTarget(
            name: "LinearFindingTests",
            dependencies: ["LinearFinding", "LumaProcessing", "BarcodeEncoding", "Barcodes", "Frames"]),
        .testTarget(name: "BarcodeEncodingTests", dependencies: ["BarcodeEncoding", "Barcodes"]),
        .testTarget(
            name: "BarcodeReadingTests",
            dependencies: [
                "BarcodesZBar", "BarcodesZXing", "BarcodeEncoding", "LumaProcessing", "Barcodes", "Frames",
            ]),
        .testTarget(
            name: "ReadingWorkerTests",
            dependencies: [
                "ReadingWorker", "MatrixFinding", "LinearFinding", "Scanning", "BarcodesZBar", "BarcodesZXing",
                "BarcodeEncoding", "Barcodes", "Frames",
            ]),
        .testTarget(
            name: "SimulatedCameraTests",
            dependencies: ["SimulatedCamera", "BarcodeEncoding", "Barcodes", "Frames", "CameraControls"]),
        .testTarget(name: "PicturesTests", dependencies: ["Pictures", "Frames"], exclude: ["Fixtures"]),
        .testTarget(
            name: "ScanningTests",
            dependencies: [
                "TestSupport", "Scanning", "LumaProcessing", "BarcodeEncoding", "BarcodesZBar", "BarcodesZXing",
                "Barcodes",
                "Output", "Frames",
            ]),
        .testTarget(
            name: "CamerasTests",
            dependencies: ["TestSupport", "Cameras", "V4L2", "SimulatedCamera", "Frames", "CameraControls"]),
        .testTarget(
            name: "TorchTests",
            dependencies: ["TestSupport", "Torch", "V4L2", "SimulatedCamera", "CameraControls", "Frames"]),
        .testTarget(name: "FrameMetricsTests", dependencies: ["FrameMetrics", "Frames", "SimulatedCamera"]),
        .testTarget(
            name: "SymbolFindingTests",
            dependencies: ["SymbolFinding", "FrameMetrics", "LumaProcessing", "BarcodeEncoding", "Barcodes", "Frames"]),
        .testTarget(
            name: "MeasurementTests",
            dependencies: [
                "TestSupport", "Measurement", "SimulatedCamera", "BarcodeEncoding", "Barcodes", "BarcodesZBar",
                "FrameMetrics",
                "Scanning", "Output", "Frames", "CameraControls",
            ]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite"]),
        .testTarget(
            name: "ScanStoreTests",
            dependencies: ["ScanStore", "SQLite", "Scanning", "Barcodes", "Frames", "Output"]),
        .testTarget(name: "ProgramsTests", dependencies: ["Programs"]),
        .testTarget(name: "KeyTypingTests", dependencies: ["KeyTyping"]),
        .testTarget(name: "TerminalControlTests", dependencies: ["TerminalControl"]),
        .testTarget(name: "TerminalPreviewTests", dependencies: ["TerminalPreview", "Barcodes", "Frames"]),
        // Servers on this machine that tests talk to.
        .target(name: "TestServers", path: "Tests/Servers"),
        .testTarget(name: "MQTTPublishingTests", dependencies: ["MQTTPublishing", "TestServers"]),
        .testTarget(name: "WebPostingTests", dependencies: ["WebPosting", "TestServers"]),
        .testTarget(
            name: "HooksTests",
            dependencies: [
                "Hooks", "ScanStore", "Scanning", "Barcodes", "Output", "KeyTyping", "WebPosting", "TestServers",
            ]),
        .testTarget(name: "PageDrawingTests", dependencies: ["PageDrawing", "Pictures", "Frames"]),
        .testTarget(
            name: "CodeSheetsTests",
            dependencies: [
                "CodeSheets", "PageDrawing", "BarcodeEncoding", "Barcodes", "BarcodesZBar", "BarcodesZXing", "Pictures",
                "Frames",
            ]),
        .testTarget(name: "PlottingTests", dependencies: ["Plotting", "Pictures", "Frames"]),
        .testTarget(name: "UserSessionTests", dependencies: ["UserSession"]),
        .testTarget(name: "UdevRulesTests", dependencies: ["UdevRules", "UserSession"]),
        .testTarget(
            name: "DiagnosticsTests",
            dependencies: [
                "TestSupport", "SettingsStore", "Diagnostics", "UserSession", "UdevRules", "FrameMetrics",
                "SymbolFinding", "LumaProcessing",
                "SimulatedCamera", "BarcodeEncoding", "BarcodesZBar", "BarcodesZXing", "Barcodes", "Scanning",
                "Cameras",
                "CameraDiscovery", "V4L2", "Udev", "Output", "Frames", "CameraControls",
            ], exclude: ["Evidence"]),
        .testTarget(
            name: "CalibrationTests",
            dependencies: [
                "Calibration", "SimulatedCamera", "BarcodesZBar", "Barcodes", "CameraControls", "Frames",
            ]),
        .testTarget(name: "WebPageTests", dependencies: ["WebPage", "Output"]),
        .testTarget(
            name: "StudioTests",
            dependencies: [
                "Studio", "WebPage", "Wiring", "Output", "MotionJPEG", "Frames", "Certificates", "Cameras",
                "SimulatedCamera", "TestServers",
            ]),
        .testTarget(name: "ManualTests", dependencies: ["candela-manual"]),
        .testTarget(
            name: "CommandTests",
            dependencies: ["TestServers", "BarcodeEncoding", "Barcodes", "Frames", "SQLite"]),
        .testTarget(
            name: "LaboratoryTests",
            dependencies: [
                "uvc-device", "SimulatedCamera", "BarcodeEncoding", "Barcodes", "Frames", "CameraControls",
            ],
            path: "Tests/LaboratoryTests"),
    ],
    cxxLanguageStandard: .cxx20
)

// One loop sets every Swift target alike.
let foreign: Set = [
    "CVideodev2", "CUdev", "CToml", "CDynamicLibrary", "CTurboJPEG", "CV4LConvert", "CImlib2", "CLibPNG", "CZBar",
    "CZint",
    "CZXing", "CZXingPlugin", "CCairo", "CCanberra", "CSQLite", "CBenchmarkKernels", "CReadingWorker",
    "CCurl", "CMosquitto", "CMicroHTTPD", "CGnuTLS", "CUinput", "CSpawn", "CLogind", "CPageAssets",
]

// Tests that draw pictures, and would take minutes if they were not optimised. The others run for a moment: to optimise them
// took longer than to run them.
let drawing: Set = [
    "BarcodeReadingTests", "CalibrationTests", "CodeSheetsTests", "DiagnosticsTests", "FrameMetricsTests", "FrameStreamsTests",
    "LinearDecodingTests", "LinearFindingTests", "LumaProcessingTests", "MatrixDecodingTests", "MatrixFindingTests",
    "MeasurementTests", "MotionJPEGTests", "PageDrawingTests", "PicturesTests", "PlottingTests", "ReadingWorkerTests",
    "ScanningTests", "SimulatedCameraTests", "SymbolFindingTests", "TerminalPreviewTests", "V4LConvertTests",
]

for target in package.targets where !foreign.contains(target.name) {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
    if target.type == .test && !drawing.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Onone"]))
    }
}
