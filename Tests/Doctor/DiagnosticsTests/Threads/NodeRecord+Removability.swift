// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import UserSession

extension NodeRecord {
    /// With whether its USB device is wired inside the machine, by the machine's own files: rows say it there, as sysfs does.
    func withRemovability(_ files: SystemFiles) -> NodeRecord {
        guard bus == "usb", usbRemovable == nil, let device = cameraKey.split(separator: "/").last else { return self }
        var node = self
        let said = files.line(cameraKey + "/removable") ?? files.line("/sys/bus/usb/devices/\(device)/removable")
        node.usbRemovable = said.flatMap { ["fixed", "removable"].contains($0) ? $0 : nil }
        return node
    }
}
