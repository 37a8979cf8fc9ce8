// SPDX-License-Identifier: Apache-2.0

internal import Udev

extension CameraFinder {
    /// The drivers of media devices that may be cameras of libcamera: all but those whose nodes give pictures by themselves, and
    /// codecs. Empty on a machine with webcams only. Opens nothing.
    package var pipelineDrivers: [String] {
        let devices = (try? database.devices(subsystem: "media")) ?? []
        return devices.compactMap { database.parent(of: $0)?.driver }.filter { !Self.isComplete($0) }
    }

    private static func isComplete(_ driver: String) -> Bool {
        let complete: Set = [
            "uvcvideo", "usb", "vivid", "vim2m", "vicodec", "visl", "em28xx", "au0828", "cx231xx", "cx23885", "saa7134", "tm6000",
            "dvb_usb", "smsusb", "siano", "cedrus",
        ]
        return complete.contains(driver)
            || ["codec", "vpu", "vdec", "venc", "rkvdec", "hantro", "hevc"].contains { driver.lowercased().contains($0) }
    }
}
