// SPDX-License-Identifier: Apache-2.0

/// A program that has the camera and passes its pictures on over the network. Where they do not arrive, the way to there is as likely a cause
/// as the camera, and can be looked at without stopping anything.
struct ServedPictures {
    private let serving: HoldersRecord.Serving
    private let name: String

    /// `nil` for a program of which that is not known.
    init?(_ holder: HoldersRecord.Holder) {
        guard let serving = holder.serving else { return nil }
        self.serving = serving
        name = holder.name
    }

    /// Whether stopping it is the last thing to try: it has no trouble with the camera that anything shows, and its pictures can be looked at.
    var isNode: Bool { serving.ros != nil }
    private var isBlocked: Bool { serving.isBlocked == true }
    private var ports: String { Words.list(serving.ports.prefix(4).map(String.init)) }

    /// The end of a sentence about the program.
    var words: String {
        let node = serving.ros.map { "; it is a node of ROS\($0 == 2 ? " 2" : ""), which passes the pictures on by a topic" } ?? ""
        if serving.isLocal == true { return node + ", and is set to be reached from this machine only" }
        guard isBlocked, let firewall = serving.firewall else { return node }
        let place = isNode ? "the ports that the node chooses" : "its port (\(ports))"
        return node + "\(isNode ? ", and" : ";") the firewall of this machine (\(firewall)) lets no other computer in at \(place)"
    }

    var evidence: [EvidenceLine] {
        var lines: [EvidenceLine] = []
        if let version = serving.ros { lines.append(EvidenceLine("command of \(name)", "a node of ROS \(version)")) }
        if !serving.ports.isEmpty { lines.append(EvidenceLine("listens for other computers at the TCP port", ports)) }
        if let firewall = serving.firewall {
            let rules =
                switch serving.isBlocked {
                case true?: ", and has none for these pictures"
                case false?: ", and has one for them"
                case nil: "; its rules can be read by root only, or do not tell"
                }
            lines.append(EvidenceLine("firewall of this machine", "\(firewall) lets nothing in without a rule\(rules)"))
        }
        if serving.announcesInnerName == true {
            lines.append(EvidenceLine("/etc/hosts", "the machine's own name, by which the node announces itself, leads to 127.0.1.1 or the like"))
        }
        return lines
    }

    /// What can be looked at while it runs.
    var looks: [Fix] {
        if let version = serving.ros {
            let topic = name.hasPrefix("usb_cam") ? (version == 1 ? "/usb_cam/image_raw" : "/image_raw") : "TOPIC"
            let commands =
                version == 1
                ? ["rostopic list | grep image", "rostopic hz \(topic)"] : ["ros2 topic list | grep image", "ros2 topic hz \(topic)"]
            return [
                Fix(
                    "See whether its pictures come on this machine, in a shell with the environment of ROS; it runs on meanwhile",
                    commands: commands, isRunnable: false)
            ]
        }
        guard let address = serving.address else { return [] }
        return [
            Fix(
                "See whether its pictures come on this machine, from where it serves them; it runs on meanwhile",
                commands: ["candela doctor \(Words.shell(address))"], isRunnable: false)
        ]
    }

    /// What opens the way to other computers.
    var openings: [Fix] {
        if isNode { return local + firewalled + announced }
        return isBlocked ? firewalled : []
    }

    /// What to do with a node whose pictures do not come on this machine either.
    func ending(_ place: String) -> [Fix] {
        guard isNode else { return [] }
        return [
            Fix(
                "If none come on this machine either: compare the format, size and rate of its launch file with what the camera offers, and read what the node writes",
                commands: ["candela info \(Words.shell(place))"], isRunnable: false),
            Fix(
                "Only then end it where it was started (Ctrl-C in its terminal), and see whether the camera sends any",
                commands: ["candela doctor \(Words.shell(place))"], isRunnable: false),
        ]
    }

    private var local: [Fix] {
        guard serving.isLocal == true else { return [] }
        return [
            Fix(
                serving.ros == 2
                    ? "For other computers: start it without ROS_LOCALHOST_ONLY=1, and without ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST or OFF, in its environment"
                    : "For other computers: set ROS_IP to this machine's address in its environment before its start (`hostname -I` shows it), in place of localhost in ROS_IP or ROS_HOSTNAME"
            )
        ]
    }

    private var firewalled: [Fix] {
        let condition = "If they come here, and not on another computer"
        let address = "with that computer's address in place of ADDRESS"
        switch serving.firewall {
        case _ where serving.isBlocked == false: return []
        case "ufw"?:
            // Discovery of ROS 2 (DDS) is by multicast.
            let multicast =
                serving.ros == 2 ? ["sudo ufw allow in proto udp to 224.0.0.0/4", "sudo ufw allow in proto udp from 224.0.0.0/4"] : []
            let rules = ["sudo ufw allow from ADDRESS"] + multicast
            return [
                Fix(
                    "\(condition): let it through the firewall of this machine, \(address)",
                    commands: ["sudo ufw status verbose"] + rules, needsRoot: true,
                    undo: rules.map { $0.replacing("ufw allow", with: "ufw delete allow") }, isRunnable: false)
            ]
        case "firewalld"?:
            return [
                Fix(
                    "\(condition): let it through the firewall of this machine, \(address); with --permanent it lasts",
                    commands: ["sudo firewall-cmd --list-all", "sudo firewall-cmd --zone=trusted --add-source=ADDRESS"], needsRoot: true,
                    undo: ["sudo firewall-cmd --zone=trusted --remove-source=ADDRESS"], isRunnable: false)
            ]
        default: return [Fix("\(condition): check the firewalls of both computers", commands: ["sudo nft list ruleset || sudo iptables -S"], needsRoot: true, isRunnable: false)]
        }
    }

    /// How the other computer finds the node.
    private var announced: [Fix] {
        guard serving.isLocal != true else { return [] }
        if serving.ros == 2 {
            return [Fix("Set the same ROS_DOMAIN_ID on both computers, and ROS_LOCALHOST_ONLY=1 on neither")]
        }
        return [
            Fix(
                "Let the other computer find the node: enter this machine's name with its address in the network in /etc/hosts there"
                    + (serving.announcesInnerName == true ? " (here it leads to this machine's inner address)" : "")
                    + ", or set ROS_IP to that address before its start",
                commands: ["hostname -I"], isRunnable: false)
        ]
    }
}
