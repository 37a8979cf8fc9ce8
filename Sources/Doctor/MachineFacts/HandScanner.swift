// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// A hand-held barcode scanner on USB that types what it reads as a keyboard does. It is no camera, and needs none.
package struct HandScanner: Codable, Hashable, Sendable {
    /// Raw: `Symbol Bar Code Scanner`.
    package var title: String?
    /// `05e0:1200`.
    package var identifier: String
    /// The layout of keyboards on this machine, such as `fr`; `nil` if no file says.
    package var layout: String?

    package init(title: String?, identifier: String, layout: String?) {
        self.title = title
        self.identifier = identifier
        self.layout = layout
    }

    /// Symbol (Zebra), Metrologic and Hand Held Products (Honeywell), PSC (Datalogic), Opticon, Newland: they make little else.
    /// Source: usb.ids.
    private static let makers: Set = ["05e0", "0c2e", "0536", "05f9", "065a", "1eab"]

    static func find(_ files: SystemFiles) -> HandScanner? {
        let folder = "/sys/bus/usb/devices"
        let names = files.names(folder) ?? []
        return names.sorted().lazy.compactMap { name -> HandScanner? in
            guard !name.contains(":"), let vendor = files.line("\(folder)/\(name)/idVendor")?.lowercased(),
                let product = files.line("\(folder)/\(name)/idProduct")?.lowercased()
            else { return nil }
            let title = files.line("\(folder)/\(name)/product").flatMap { $0.isEmpty ? nil : $0 }
            let words = (title ?? "").lowercased().replacing("bar code", with: "barcode")
            guard makers.contains(vendor) || words.contains("barcode"),
                names.contains(where: { $0.hasPrefix(name + ":") && isKeyboard("\(folder)/\($0)", files) })
            else { return nil }
            return HandScanner(title: title, identifier: "\(vendor):\(product)", layout: layout(files))
        }.first
    }

    /// Source: Device Class Definition for HID 1.11, 4.1 to 4.3: class 3, protocol 1.
    private static func isKeyboard(_ interface: String, _ files: SystemFiles) -> Bool {
        files.line(interface + "/bInterfaceClass") == "03" && files.line(interface + "/bInterfaceProtocol") == "01"
    }

    /// Of the whole system; a desktop may have another one for each user. Source: keyboard(5), xorg.conf(5), vconsole.conf(5).
    private static func layout(_ files: SystemFiles) -> String? {
        for (file, key) in [
            ("/etc/default/keyboard", "XKBLAYOUT"), ("/etc/X11/xorg.conf.d/00-keyboard.conf", "XkbLayout"),
            ("/etc/vconsole.conf", "KEYMAP"),
        ] {
            for line in (files.text(file) ?? "").split(separator: "\n") {
                let words = line.prefix { $0 != "#" }.split { " \t=\"'".contains($0) }
                guard let place = words.firstIndex(where: { $0 == key }), place + 1 < words.count else { continue }
                let value = words[place + 1]
                let isName = value.count < 20 && value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_,".contains($0)) }
                if isName { return String(value) }
            }
        }
        return nil
    }
}
