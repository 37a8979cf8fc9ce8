// SPDX-License-Identifier: Apache-2.0

package import UserSession

extension LoadedLoopback {
    /// `nil` if it is not loaded.
    package static func find(_ files: SystemFiles) -> LoadedLoopback? {
        let module = "/sys/module/v4l2loopback"
        guard files.exists(module) else { return nil }
        // `Y,N,N,N,N,N,N,N`
        let values = (files.line(module + "/parameters/exclusive_caps") ?? "").split(separator: ",")
        return LoadedLoopback(version: files.line(module + "/version"), exclusiveCaps: values.map { $0 == "Y" })
    }
}
