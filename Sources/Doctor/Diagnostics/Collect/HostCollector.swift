// SPDX-License-Identifier: Apache-2.0

import Glibc
package import UserSession
internal import V4L2

/// Reads sysfs, procfs and the kernel log about cameras. Opens no device.
package struct HostCollector {
    private let files: SystemFiles

    package init(files: SystemFiles = SystemFiles()) { self.files = files }

    package func collect() -> HostRecord {
        let release = files.line("/proc/sys/kernel/osrelease") ?? ""
        var host = HostRecord(
            kernelRelease: release, hasModulesFolder: files.names("/lib/modules/\(release)") != nil,
            uvcDriver: uvcDriver(release), hasUdev: files.exists("/run/udev/control"))
        host.blacklisting = blacklisting()
        host.lockdown = files.line("/sys/kernel/security/lockdown")
        host.kernelLog = kernelLog()
        host.usbCameras = usbCameras()
        let isWithout = files.names("/sys/class") != nil && files.isMissing("/sys/class/video4linux")
        host.videoNames = files.names("/sys/class/video4linux") ?? (isWithout ? [] : nil)
        host.hidesUSB = files.names("/sys/bus/usb/devices") == nil && !files.isMissing("/sys/bus/usb/devices")
        host.mediaDevices = (files.names("/dev") ?? []).count { $0.hasPrefix("media") }
        host.isSELinuxEnforcing = files.line("/sys/fs/selinux/enforce").map { $0 == "1" }
        host.securityLabel = files.line("/proc/self/attr/current").flatMap { $0.isEmpty ? nil : $0 }
        host.devMountOptions = devMountOptions()
        host.videoGroup = (files.text("/etc/group") ?? "").split(separator: "\n").first { $0.hasPrefix("video:") }
            .flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).dropFirst(2).first }
            .flatMap { UInt32($0) }
        return host
    }

    private func uvcDriver(_ release: String) -> HostRecord.UVCDriver {
        if files.exists("/sys/bus/usb/drivers/uvcvideo") {
            return files.exists("/sys/module/uvcvideo/refcnt") ? .loaded : .builtIn
        }
        let folder = "/lib/modules/\(release)/"
        // The index may be megabytes; only the name matters.
        if files.text(folder + "modules.builtin", limit: 1 << 22)?.contains("/uvcvideo.ko") == true { return .builtIn }
        guard let index = files.text(folder + "modules.dep", limit: 1 << 23) else {
            return files.names("/lib/modules") == nil ? .unknown : .absent
        }
        return index.contains("/uvcvideo.ko") ? .available : .absent
    }

    /// See: `man 5 modprobe.d`. `install uvcvideo /bin/false` is the other way to disable a module.
    private func blacklisting() -> [String] {
        var found: [String] = []
        for folder in [
            "/etc/modprobe.d", "/run/modprobe.d", "/usr/local/lib/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d",
        ] {
            for name in files.names(folder) ?? [] where name.hasSuffix(".conf") {
                for line in (files.text("\(folder)/\(name)") ?? "").split(separator: "\n") {
                    let words = line.split { $0 == " " || $0 == "\t" }
                    guard words.count >= 2, words[1] == "uvcvideo" else { continue }
                    if words[0] == "blacklist" || words[0] == "install" { found.append("\(folder)/\(name): \(line)") }
                }
            }
        }
        // On merged systems /lib is /usr/lib.
        return found.enumerated().filter { index, line in
            !found[..<index].contains { $0.hasSuffix(line.drop { $0 != ":" }) }
        }
        .map(\.element)
    }

    private func usbCameras() -> [USBCameraRecord] {
        let folder = "/sys/bus/usb/devices"
        return (files.names(folder) ?? []).compactMap { name in
            guard let interface = cameraInterface(name, folder) else { return nil }
            var camera = USBCameraRecord(interface: interface)
            let device = "\(folder)/\(camera.device)"
            camera.driver = files.linkName("\(folder)/\(interface)/driver")
            camera.vendorID = files.line(device + "/idVendor")
            camera.productID = files.line(device + "/idProduct")
            camera.product = files.line(device + "/product")
            camera.isAuthorized = files.line(device + "/authorized").map { $0 != "0" }
            return camera
        }
    }

    /// The camera's control interface in a directory entry; `nil` if it has none. The kernel removes the interfaces of an
    /// unauthorised device, so its descriptors are read instead.
    private func cameraInterface(_ name: String, _ folder: String) -> String? {
        let path = "\(folder)/\(name)"
        if name.contains(":") {
            let isCamera =
                files.line(path + "/bInterfaceClass") == "0e" && files.line(path + "/bInterfaceSubClass") == "01"
            return isCamera ? name : nil
        }
        guard files.line(path + "/authorized") == "0", let bytes = files.bytes(path + "/descriptors") else {
            return nil
        }
        return USBDescriptors.cameraInterface(bytes).map { "\(name):\($0)" }
    }

    /// The options of the last mount at `/dev`, which covers earlier ones. See: `man 5 proc`, mountinfo: the fifth field
    /// is the mount point, the sixth the options.
    private func devMountOptions() -> String? {
        let mounts = (files.text("/proc/self/mountinfo", limit: 1 << 20) ?? "").split(separator: "\n")
        return mounts.last { line in
            let fields = line.split(separator: " ")
            return fields.count > 5 && fields[4] == "/dev"
        }.map { String($0.split(separator: " ")[5]) }
    }

    private func kernelLog() -> Observation<[String]> {
        // Tests give a file: the log of the machine they run on is of no use to them.
        if !files.root.isEmpty {
            guard let text = files.text("/kernel.log") else { return .notReached }
            return .seen(Self.relevant(text))
        }
        // Each read returns one record, `level,number,time,flags;text`. See: dev-kmsg in the kernel's ABI documentation.
        let file = unsafe open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let error = SystemError(rawValue: errno)
            let isForbidden = error == .notPermitted || error == .accessDenied
            return .unknown(
                "\(isForbidden ? "only root can read the kernel log" : "the kernel log cannot be read") (\(error.name))"
            )
        }
        defer { close(file) }
        var log = ""
        for _ in 0..<20_000 {
            var count = 0
            let record = unsafe [UInt8](unsafeUninitializedCapacity: 8192) { buffer, filled in
                count = unsafe read(file, buffer.baseAddress, 8192)
                filled = max(0, count)
            }
            // EPIPE: records were overwritten; the next read continues with the oldest one left.
            if count < 0, errno == EPIPE || errno == EINTR { continue }
            guard count > 0 else { break }
            let text = String(decoding: record, as: UTF8.self)
            log += text.drop { $0 != ";" }.dropFirst().prefix { $0 != "\n" } + "\n"
        }
        return .seen(Self.relevant(log))
    }

    /// The last lines about cameras and USB problems.
    static func relevant(_ log: String) -> [String] {
        let words = [
            "uvcvideo", "USB disconnect", "error -71", "error -110", "device descriptor read", "Required key",
            "unavailable key", "unsigned module", "over-current", "not enough bandwidth",
        ]
        let lines = log.split(separator: "\n").filter { line in words.contains { line.contains($0) } }
        return lines.suffix(40).map(String.init)
    }
}
