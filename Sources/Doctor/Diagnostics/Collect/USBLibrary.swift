// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The libraries by which programs open cameras over USB themselves, past the kernel's driver.
enum USBLibrary {
    /// The general one, which programs also use for other things than cameras.
    static let general = "libusb-1.0"

    /// Those of cameras: libuvc; Orbbec's SDK and its driver for OpenNI; Kinect's; Luxonis'. librealsense is none of them: where the
    /// kernel has the camera, it takes it from there.
    private static let ofCameras = ["libuvc", "libOrbbecSDK", "liborbbec", "libOpenNI", "libfreenect", "libdepthai"]

    /// The one that takes the camera from the kernel's driver, and opens it over USB whatever else there is.
    static let uvc = "libuvc.so"

    /// What is linked into a program, and so in no map of its own. Source: pupil-labs/pupil, whose pyuvc is built on libuvc.
    private static func builtIn(_ program: String) -> String? { ["pupil_capture", "pupil_service"].contains(program) ? uvc : nil }

    /// The library that a running program has loaded, without its version, that of cameras first: `libOrbbecSDK.so`. `nil` if it has none,
    /// or that cannot be read.
    static func find(of process: Int, _ files: SystemFiles) -> String? {
        if let library = files.line("/proc/\(process)/comm").flatMap(builtIn) { return library }
        guard let maps = files.text("/proc/\(process)/maps", limit: 4 << 20) else { return nil }
        let names = Set(maps.split(separator: "\n").compactMap { $0.split(separator: "/").last }.filter { $0.contains(".so") })
        return (ofCameras + [general]).first { library in names.contains { $0.hasPrefix(library) } }.map { $0 + ".so" }
    }
}
