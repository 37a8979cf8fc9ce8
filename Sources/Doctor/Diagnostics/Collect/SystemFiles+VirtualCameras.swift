// SPDX-License-Identifier: Apache-2.0

internal import UserSession

extension SystemFiles {
    /// The nodes of virtual cameras, `/dev/video9`.
    var virtualVideoNodes: [String] { (names("/sys/devices/virtual/video4linux") ?? []).map { "/dev/\($0)" } }
}
