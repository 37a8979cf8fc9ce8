// SPDX-License-Identifier: Apache-2.0

/// The library by which programs used a Raspberry Pi's camera before libcamera (MMAL). Its systems of 64 bits, and those since Debian 12, do
/// not have it.
enum LegacyCameraLibrary {
    /// The remedy for a program that cannot load it; `nil` if the line does not name it.
    static func fix(_ line: String) -> Fix? {
        guard line.lowercased().contains("libmmal") else { return nil }
        return Fix(
            "It uses the old way to a Raspberry Pi's camera (MMAL; raspistill, raspimjpeg, the library picamera), which systems of 64 bits and those since Debian 12 (Bookworm) do not have: use a program of libcamera in its place (rpicam-apps, picamera2, MediaMTX), or an older system (Bullseye) of 32 bits with the legacy camera"
        )
    }
}
