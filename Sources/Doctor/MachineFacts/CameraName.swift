// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// Names by which photo and action cameras call themselves on USB, whatever they are connected as.
package enum CameraName {
    /// - Parameter device: its folder in sysfs.
    static func isOfCamera(_ device: String, _ files: SystemFiles) -> Bool {
        isOfCamera(files.line(device + "/product") ?? "", vendor: files.line(device + "/idVendor")?.lowercased() ?? "")
    }

    static func isOfCamera(_ title: String, vendor: String) -> Bool {
        if makers.contains(vendor) { return true }
        let name = title.lowercased()
        if vendor == sony, series.contains(where: name.replacing("sony ", with: "").hasPrefix) { return true }
        return ["camera", "camcorder", "handycam", "coolpix", "powershot", "lumix"].contains(where: name.contains)
    }

    /// GoPro, DJI, Arashi Vision (Insta360), Ricoh Imaging (Pentax), Leica: they make cameras only, or what carries one. Source: usb.ids.
    private static let makers: Set = [goPro, "2ca3", "2e1a", pentax, "1a98"]
    package static let pentax = "25fb"
    static let goPro = "2672"
    private static let sony = "054c"
    /// What Sony calls its photo cameras: `ILCE-6400`, `ZV-E10`, `DSC-RX100M7`.
    private static let series = ["ilce-", "ilca-", "ilme-", "dsc", "zv-"]
}
