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
        guard let usbID else { return false }
        if usbID.hasPrefix(averMedia + ":") { return !isWebcam(title) }
        return vendors.contains { usbID.hasPrefix($0 + ":") }
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
            "tc358743", "tc358840", "lt6911", "rk628", "rk_hdmirx", "snps_hdmirx", "easycap", "somagic",
        ]
    /// It makes webcams and cameras for conferences, too: PW313, Live Streamer CAM 313, CAM520, VB342, VC520.
    private static let averMedia = "07ca"
    private static func isWebcam(_ title: String) -> Bool {
        title.split { !$0.isLetter && !$0.isNumber }.contains { word in
            word == "camera" || word.hasSuffix("cam") || ["cam", "pw", "vb", "vc"].contains { kind in
                // `PW310P`, `VB342+`
                let number = word.dropFirst(kind.count)
                let letters = number.drop(while: \.isNumber)
                return word.hasPrefix(kind) && letters.count < number.count && letters.count <= 2
            }
        }
    }

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
