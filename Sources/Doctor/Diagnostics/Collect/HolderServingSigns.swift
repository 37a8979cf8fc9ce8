// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Finds out whether a program that has the camera passes its pictures on over the network.
enum HolderServingSigns {
    /// `nil` if nothing tells that it does. The network of a container is not this machine's.
    static func find(_ holder: HoldersRecord.Holder, _ files: SystemFiles) -> HoldersRecord.Serving? {
        guard !holder.isOurs, !holder.isOfDesktop, holder.container == nil else { return nil }
        let words = words(of: holder, files)
        let environment = files.environment(of: holder.processID, limit: limit)
        let ros = RobotNode.version(words, environment)
        let command = ServerCommand(holder.name, words)
        let ports = command.map { $0.isForOthers ? [$0.port] : [] } ?? OwnServers.ports(of: holder.processID, files)
        guard ros != nil || command != nil || !ports.isEmpty else { return nil }
        var serving = HoldersRecord.Serving(ros: ros, address: command?.address, ports: ports)
        // What another program listens at need not be for its pictures: OBS is controlled at such a port.
        if ros != nil || command?.isForOthers == true, let firewall = FirewallSigns(files) {
            serving.firewall = firewall.program
            // ROS 1 asks a node at one port where its pictures are, which is another.
            let letsIn =
                ros == 2 ? firewall.letsInAnyPort("udp") : ports.isEmpty ? firewall.letsInAnyPort("tcp") : firewall.letsIn(ports, all: ros == 1)
            serving.isBlocked = letsIn.map { !$0 }
        }
        if let ros {
            if RobotNode.isLocal(ros, words, environment) { serving.isLocal = true }
            if RobotNode.announcesInnerName(ros, words, environment, files) { serving.announcesInnerName = true }
        }
        return serving
    }

    /// `nil` for a program that is not known. In a container, too.
    static func command(_ holder: HoldersRecord.Holder, _ files: SystemFiles) -> ServerCommand? { ServerCommand(holder.name, words(of: holder, files)) }

    private static func words(of holder: HoldersRecord.Holder, _ files: SystemFiles) -> [String] { files.command(of: holder.processID, limit: limit) }

    /// Workspaces of ROS make long environments, and launch files long command lines.
    private static let limit = 1 << 18
}

/// What the command line and the environment of a node of ROS tell of how others reach it.
///
/// Sources: wiki.ros.org/ROS/EnvironmentVariables; docs.ros.org, "The ROS_DOMAIN_ID" and "Improved Dynamic Discovery".
package enum RobotNode {
    /// The version of ROS; `nil` for another program. Every program that is started in a shell of ROS has its environment.
    package static func version(_ words: [String], _ environment: [String]) -> Int? {
        if words.contains("--ros-args") { return 2 }
        if words.contains(where: { word in ["__name:=", "__log:=", "__ns:="].contains(where: word.hasPrefix) }) { return 1 }
        // An interpreter has the node as its first word.
        let files = words.prefix(2)
        if let release = files.lazy.compactMap({ release(of: $0) }).first { return version(of: release) ?? version(in: environment) }
        // Other programs have such folders, too; the environment of a workspace is only in a shell that has read its setup.
        let isOfWorkspace = files.contains { word in ["/install/", "/devel/"].contains { word.contains($0) && word.contains("/lib/") } }
        return isOfWorkspace ? version(in: environment) : nil
    }

    /// `noetic` of `/opt/ros/noetic/lib/usb_cam/usb_cam_node`.
    private static func release(of path: String) -> String? {
        let parts = path.split(separator: "/")
        return path.hasPrefix("/opt/ros/") && parts.count > 3 ? String(parts[2]) : nil
    }

    /// Sources: wiki.ros.org/Distributions; docs.ros.org, "Distributions".
    private static func version(of release: String) -> Int? {
        switch release {
        case "groovy", "hydro", "indigo", "jade", "kinetic", "lunar", "melodic", "noetic", "one": 1
        case "crystal", "dashing", "eloquent", "foxy", "galactic", "humble", "iron", "jazzy", "kilted", "rolling": 2
        default: nil
        }
    }

    private static func version(in environment: [String]) -> Int? {
        if let version = value("ROS_VERSION", environment).flatMap({ Int($0) }) { return [1, 2].contains(version) ? version : nil }
        if let version = value("ROS_DISTRO", environment).flatMap(version(of:)) { return version }
        return value("AMENT_PREFIX_PATH", environment) != nil ? 2 : value("ROS_MASTER_URI", environment) != nil ? 1 : nil
    }

    /// Whether it is told to be reached from this machine only.
    package static func isLocal(_ version: Int, _ words: [String], _ environment: [String]) -> Bool {
        if version == 1 { return announced(words, environment).map(NetworkRecord.isInner) ?? false }
        return value("ROS_LOCALHOST_ONLY", environment) == "1"
            || ["LOCALHOST", "OFF"].contains(value("ROS_AUTOMATIC_DISCOVERY_RANGE", environment)?.uppercased())
    }

    /// Whether it announces itself by this machine's name, and `/etc/hosts` leads that to this machine's inner address.
    static func announcesInnerName(_ version: Int, _ words: [String], _ environment: [String], _ files: SystemFiles) -> Bool {
        guard version == 1, announced(words, environment) == nil,
            let name = files.line("/proc/sys/kernel/hostname") ?? files.line("/etc/hostname"), !name.isEmpty
        else { return false }
        return (files.text("/etc/hosts") ?? "").split(separator: "\n").contains { line in
            let entry = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            return entry.first?.hasPrefix("127.") == true && entry.dropFirst().contains(name[...])
        }
    }

    /// The name or address that it is told to announce itself by.
    private static func announced(_ words: [String], _ environment: [String]) -> String? {
        let options = words.compactMap { word in
            ["__hostname:=", "__ip:="].first(where: word.hasPrefix).map { String(word.dropFirst($0.count)) }
        }
        return options.first ?? value("ROS_HOSTNAME", environment) ?? value("ROS_IP", environment)
    }

    private static func value(_ name: String, _ environment: [String]) -> String? {
        environment.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
