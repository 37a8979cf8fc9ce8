// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

extension ClientCollector {
    /// Notes the devices that the settings of a running motion name, if its command names none.
    ///
    /// Source: motion's conf.c: `videodevice`, from version 4.4 on `video_device`; without either it takes /dev/video0.
    func noteMotionDevices(of id: Int, _ record: inout CameraClientRecord) {
        // Inside of a container, names are those of its own /dev.
        guard record.kind != .container, record.namedDevices == nil, let motion = MotionInstallation.of(id, files), motion.root.isEmpty else { return }
        var found: [CameraClientRecord.NamedDevice] = []
        for settings in motion.settings {
            for name in ["video_device", "videodevice"] {
                // With an address, the device is not used.
                guard let path = settings[name], path.hasPrefix("/dev/"), settings["netcam_url"] == nil, settings["mmalcam_name"] == nil,
                    files.exists(path) || files.isMissing(path)
                else { continue }
                var device = CameraClientRecord.NamedDevice(path: path, target: files.resolved(path), command: "\(name) \(path)")
                device.file = settings.path
                found.append(device)
            }
        }
        if !found.isEmpty { record.namedDevices = Array(found.prefix(8)) }
    }
}
