// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What the running kernel's uvcvideo does otherwise for the cameras here: by its own list, or by a parameter that somebody has set.
struct UVCListing {
    let files: SystemFiles
    let index: ModuleIndex

    /// The ids of those USB devices here that the list names; `nil` if the index has nothing of this driver.
    var listed: [String]? {
        guard let ids = index.usbIDs(of: "uvcvideo") else { return nil }
        let folder = "/sys/bus/usb/devices"
        let here = (files.names(folder) ?? []).filter { !$0.contains(":") }.prefix(256).compactMap { device -> String? in
            guard let vendor = files.line("\(folder)/\(device)/idVendor"), let product = files.line("\(folder)/\(device)/idProduct") else {
                return nil
            }
            return "\(vendor):\(product)".lowercased()
        }
        return Set(here).intersection(ids).sorted()
    }

    /// The parameter, if it is set. All its bits are set by default, which means that the list decides.
    var parameter: UInt32? {
        files.line("/sys/module/uvcvideo/parameters/quirks").flatMap { UInt32($0) }.flatMap { $0 == .max ? nil : $0 }
    }
}
