// SPDX-License-Identifier: Apache-2.0

extension HoldersRecord {
    /// How a program that has the camera passes its pictures on to others, and what keeps other computers from them.
    package struct Serving: Codable, Hashable, Sendable {
        /// The version of ROS, 1 or 2, of which it is a node; absent for another program.
        package var ros: Int?
        /// The address of the pictures for this machine itself: `http://127.0.0.1:8080/?action=stream`; absent if that is not known.
        package var address: String?
        /// The TCP ports at which it listens for other computers; empty if none is known.
        package var ports: [Int]
        /// The firewall of this machine that lets nothing in without a rule: `ufw`, `firewalld`; absent without one.
        package var firewall: String?
        /// Whether that has no rule which lets anybody in to these pictures; absent where its rules cannot be read.
        package var isBlocked: Bool?
        /// Whether a node of ROS is told to be reached from this machine only; absent unless it is.
        package var isLocal: Bool?
        /// Whether a node of ROS announces itself by this machine's name, which leads to 127.0.1.1 in `/etc/hosts`; absent unless it does.
        package var announcesInnerName: Bool?

        package init(ros: Int? = nil, address: String? = nil, ports: [Int] = []) {
            self.ros = ros
            self.address = address
            self.ports = ports
        }
    }
}
