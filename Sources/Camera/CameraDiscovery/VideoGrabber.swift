// SPDX-License-Identifier: Apache-2.0

/// Whether a node is a grabber: it digitises what another device shows (HDMI, composite video), and has no lens of its own.
package enum VideoGrabber {
    /// - Parameters:
    ///   - driver: of the node, as V4L2 or sysfs names it.
    ///   - title: the name of the product or card.
    ///   - usbID: `534d:2109`.
    package static func isOne(driver: String?, title: String, usbID: String?) -> Bool {
        if let driver, drivers.contains(where: { driver.lowercased().hasPrefix($0) }) { return true }
        let title = title.lowercased()
        if words.contains(where: title.contains) || names.contains(where: { title.hasPrefix($0) }) { return true }
        return usbID.map { id in vendors.contains { id.hasPrefix($0 + ":") } } ?? false
    }

    /// Whether the driver is one of decoders for composite video alone, that people still use.
    package static func isAnalog(driver: String?) -> Bool {
        guard let driver = driver?.lowercased() else { return false }
        return analog.contains(where: driver.hasPrefix)
    }

    /// Source: the kernel's drivers/media, and the makers' own drivers.
    private static let analog = [
        "usbtv", "em28xx", "stk1160", "cx231xx", "bttv", "saa713", "tw68", "usbvision", "tm6000", "au0828",
    ]
    private static let drivers =
        analog + [
            "cx88", "cx25821", "cx18", "ivtv", "saa7146", "pvrusb2", "tw5864", "solo6x10", "go7007", "hdpvr", "procapture", "blackmagic",
            "tc358743", "easycap", "somagic",
        ]
    /// Makers of chips and devices that are nothing but grabbers: MacroSilicon (twice), Magewell, Blackmagic.
    private static let vendors = ["534d", "345f", "2935", "1edb"]
    private static let words = [
        "hdmi", "grabber", "video capture", "game capture", "usb capture", "capture card", "capture device",
        "hd60", "av to usb", "av.io", "easycap", "shadowcast", "live gamer", "elgato 4k", "ripsaw", "nzxt signal", "dvi2usb",
        "inogeni", "cam link", "xcapture", "usb3hdcap",
    ]
    /// What the cheap sticks call themselves.
    private static let names = ["usb video: usb video", "usb3. 0 capture", "usb3.0 capture", "uvc capture"]
}

extension VideoNode {
    var isGrabber: Bool { VideoGrabber.isOne(driver: driver, title: title, usbID: model) }
}
