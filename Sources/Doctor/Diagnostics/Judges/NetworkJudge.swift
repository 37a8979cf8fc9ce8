// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras
internal import OnvifCameras

/// Judges the way to a camera on the network: whether the host answers, whether it lets this user in, and what it sends.
enum NetworkJudge {
    /// The checks before the pictures. The first that fails explains the failure.
    static func judge(_ snapshot: Snapshot) -> [CheckReport] {
        guard let network = snapshot.network?.value else { return [] }
        let place = Place(snapshot)
        let trouble = network.trouble.flatMap { trouble in
            special(trouble, network, snapshot.host.value, place) ?? finding(trouble, network, Words.shell(snapshot.subject.name))
        }
        func check(_ id: CheckID, passed: String) -> CheckReport {
            CheckReport(id, findings: trouble.map { $0.check == id ? [$0.finding] : [] } ?? [], passed: passed)
        }
        var checks = [check(.presence, passed: "\(network.place) answers")]
        if checks[0].state == .pass {
            let way = network.isEncrypted ? "its certificate is trusted" : "not encrypted"
            let access = check(.access, passed: network.hasUser ? "user and password are accepted, \(way)" : way)
            // The camera lets us in, so what a service says of itself explains why it has no pictures.
            let own = access.state == .pass ? snapshot.client.flatMap { ownTrouble($0, network, snapshot) } : nil
            checks.append(own.map { CheckReport(.access, findings: [$0], passed: "") } ?? access)
        }
        let notes = [readable(network), clock(network), seldomWhole(network, snapshot.stream.value), MotionReader.note(network)].compactMap { $0 }
        checks[checks.count - 1] = checks[checks.count - 1].adding(notes: notes)
        if let trouble, trouble.check == .stream { checks.append(check(.stream, passed: "")) }
        // What else a stream without frames tells is judged with the other streams.
        if trouble == nil, let finding = UnreceivedDatagrams.find(snapshot, network) {
            checks.append(CheckReport(.stream, findings: [finding], passed: ""))
        }
        return checks
    }

    /// What the words of the trouble say by themselves, and what this machine knows of its networks.
    private static func special(
        _ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ host: HostRecord?, _ place: Place
    ) -> (check: CheckID, finding: Finding)? {
        if let finding = UnreceivedDatagrams.find(trouble, network, host, place) { return (.stream, finding) }
        if let finding = UnscopedAddress.find(trouble, network) { return (.presence, finding) }
        if let finding = CertificateTrouble.find(trouble, network) { return (.access, finding) }
        if let finding = SilentServer.find(trouble, network) { return (.stream, finding) }
        if let finding = BehindProxy.find(trouble, network, place) { return (.stream, finding) }
        let near = OwnServer.find(trouble, network, place) ?? absent(trouble, network, isGuest: place.isGuest)
        return (near ?? ForeignNetwork.find(trouble, network, place) ?? MulticastName.find(trouble, network, place)).map { (.presence, $0) }
    }

    private static func ownTrouble(_ client: CameraClientRecord, _ network: NetworkRecord, _ snapshot: Snapshot) -> Finding? {
        let place = Place(snapshot)
        if let finding = ClientJudge.broken(client, place) ?? LacksElement.find(client, [], place) { return finding }
        if let finding = UnknownStreams.find(client) ?? KnownError.find(client, snapshot) { return finding }
        if let finding = FailedService.find(client, place: place) ?? FailedChild.find(client, [], place: place) { return finding }
        return ClientJudge.background(client, place) ?? ServiceNetwork.find(client, network, place) ?? FailedUnit.find(client)
    }

    /// The way in which the video is compressed and sent, for the stream check.
    static func evidence(_ snapshot: Snapshot) -> [EvidenceLine] {
        guard let video = snapshot.network?.value?.video else { return [] }
        var lines = [
            EvidenceLine(
                "compression",
                "\(video.codec), \(Words.number(video.kilobitsPerSecond / 1000)) Mb/s"
                    + (video.isDatagrams ? ", as datagrams" : ""))
        ]
        if let distance = video.keyDistanceMs {
            lines.append(
                EvidenceLine(
                    "key frames",
                    "every \(Words.number(distance / 1000)) s: after a loss, codes are unreadable for up to that long"))
        }
        return lines
    }

    /// The password went over the network as it is.
    private static func readable(_ network: NetworkRecord) -> Finding? {
        guard network.video?.isPasswordReadable == true else { return nil }
        return Finding(
            .networkPasswordReadable, .note,
            "\(network.place) asks for the password in readable form (Basic), and the connection is not encrypted",
            evidence: [EvidenceLine(network.address, "Authorization: Basic")],
            effect: "anybody on the way can read the password",
            fixes: [
                Fix("Choose Digest authentication, or RTSP over TLS (rtsps), on the camera's page"),
                Fix("Use a password that opens nothing else"),
            ])
    }

    /// In milliseconds. Makers' default is one or two seconds; a viewer waits half of it on average, and at most all of it.
    private static let longKeyDistance = 4500.0

    /// Compressed video begins with a whole picture (key frame): a program that connects waits for the next one.
    private static func seldomWhole(_ network: NetworkRecord, _ stream: StreamRecord?) -> Finding? {
        guard let distance = network.video?.keyDistanceMs, distance >= longKeyDistance else { return nil }
        let first = stream?.firstFrameMs.map { $0 / 1000 }
        return Finding(
            .networkKeyFrames, .note,
            "\(network.place) sends a whole picture (key frame) only every \(Words.number(distance / 1000)) s: a program that connects waits up to that long for its first picture",
            evidence: [
                EvidenceLine("distance of key frames", "\(Words.number(distance / 1000)) s", threshold: "1 to 2 s")
            ] + (first.map { [EvidenceLine("first picture", "after \(Words.number($0)) s")] } ?? []),
            effect: "programs show nothing at first, and after a loss codes are unreadable until the next one",
            fixes: [
                Fix(
                    "Set the interval of key frames (I frame interval, GOP) on the camera's page to the rate, so that one comes each second; switch off what makes it longer by itself (H.264+, Smart Codec)"
                )
            ])
    }

    /// The camera's clock is wrong, or this machine's.
    private static func clock(_ network: NetworkRecord) -> Finding? {
        guard let offset = network.onvif?.clockOffset, offset.magnitude > OnvifCamera.longestOffset else { return nil }
        return Finding(
            .networkClockDiffers, .note, "the clock of \(network.place) is \(ClockWords.difference(offset))",
            evidence: [EvidenceLine(network.address, "GetSystemDateAndTime: \(offset) s")],
            effect:
                "other programs cannot log in over ONVIF, since a login is only valid for a while; candela uses the camera's "
                + "time",
            fixes: [
                Fix("Set the camera's clock on its own page, or let it use a time server (NTP)"),
                Fix("Check the time of this machine", commands: ["date -u"], isRunnable: false),
            ])
    }

    /// Most cameras get their address from the router, which can give them another after a restart.
    private static func address(_ host: String) -> [Fix] {
        guard IPv4Address(host) != nil else { return [] }
        return [
            Fix(
                "Check whether the camera has another address now (DHCP): the router's page or the camera's app shows it. Then reserve the address for it on the router"
            )
        ]
    }

    /// Sources: the programs' own documentation.
    private static let commonAddresses = Fix(
        "Or try the usual ones: mjpg-streamer has http://HOST:8080/?action=stream, behind OctoPrint, Mainsail and Fluidd http://HOST/webcam/?action=stream (with the slash before the question mark), ustreamer http://HOST:8080/stream, motion http://HOST:8081/"
    )

    /// Ports that cameras and recorders mostly give to their pages; 88 is one for video, too. Source: their manuals.
    private static let pagePorts: Set = [80, 81, 82, 83, 84, 85, 443, 8000, 8080, 8081, 8443, 8899]

    private static let otherPort = Fix(
        "Compare the port with the one for RTSP on the camera's page or in its manual: 554 in most, 8554 in many servers. Servers of pages (80, 8000, 8080) usually take a connection as well, and do not know the request"
    )

    private static func finding(
        _ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, _ argument: String
    ) -> (check: CheckID, finding: Finding)? {
        let seen = EvidenceLine(network.address, trouble.cause)
        func found(
            _ check: CheckID, _ id: FindingID, _ message: String, effect: String = "no picture arrives", fixes: [Fix]
        ) -> (CheckID, Finding) {
            (check, Finding(id, .fail, message, evidence: [seen], effect: effect, fixes: fixes))
        }
        let host = Words.shell(network.host)
        let isOnvif = network.address.hasPrefix("onvif:")
        let isVideo = network.address.hasPrefix("rtsp") || isOnvif
        if [.unknownHost, .noConnection, .noAnswer].contains(trouble.kind), let written = WrittenAddress(network.host) {
            return (.presence, miswritten(written, trouble.kind, network, seen))
        }
        switch trouble.kind {
        case .unknownHost where trouble.isNameServerSilent: return (.presence, silentNameServer(network, seen))
        case .unknownHost:
            return found(
                .presence, .networkNoHost, "no host has the name \(network.host)",
                fixes: [
                    Fix("Use the camera's IP address, which your router's page lists"),
                    Fix(
                        "See what this machine knows of the name", commands: ["getent hosts \(host)"], isRunnable: false
                    ),
                ])
        case .noConnection, .noAnswer:
            let (message, next) = unanswered(trouble, network)
            return found(
                .presence, .networkNoAnswer, message,
                fixes: [isOn(network.host), next] + address(network.host) + (isOnvif ? [search] : []))
        case .noReply:
            let isUnusual = isVideo && !isOnvif && Self.pagePorts.contains(network.port)
            return found(
                .presence, .networkNoAnswer,
                "\(network.place) takes the connection, but does not answer the request in time"
                    + (network.connected.map { "; on this machine \(Words.list($0)) \($0.count == 1 ? "is" : "are") connected to it, and many cameras send to one program or a few at a time" } ?? "")
                    + (isUnusual ? "; the port \(network.port) is mostly that of a page, not of video" : ""),
                fixes: network.stoppingOthers + (isUnusual ? [otherPort] : []) + [
                    Fix(
                        "Wait a minute, then try again: some cameras take half a minute for the first program, or while they start. "
                            + "This waits as long as it takes",
                        commands: ["candela scan --wait \(argument)"], isRunnable: false),
                    network.connected != nil
                        ? nil
                        : Fix(
                            "End other programs that read this camera: many serve only a few at a time. In their own settings, give them a longer time-out"
                        ),
                    Fix("Switch the camera off and on: a server that hangs still takes connections"),
                ].compactMap(\.self))
        case .untrusted:
            let place = network.hasPort ? network.place : network.place + (isVideo && !isOnvif ? ":322" : ":443")
            return found(
                .access, .networkUntrusted, "the certificate of \(network.place) is not trusted",
                effect: "somebody else could answer in the camera's place, so nothing is read and no password is sent",
                fixes: [
                    Fix(
                        "If the camera made it itself: save the certificate, compare its fingerprint with the camera's own "
                            + "page, and trust this one",
                        commands: [
                            "openssl s_client -connect \(Words.shell(place)) </dev/null | openssl x509 >camera.pem",
                            "openssl x509 -in camera.pem -noout -fingerprint -sha256",
                            "CANDELA_CAMERA_CA=camera.pem candela doctor \(argument)",
                        ], isRunnable: false),
                    Fix(
                        "Check the date of this machine, since certificates have one", commands: ["date"],
                        isRunnable: false),
                ])
        case .noPassword:
            return found(
                .access, .networkUnauthorized, "\(network.place) asks for a user and a password, and the address names none",
                fixes: [
                    Fix(
                        "Name the user in the address, and give the password in the environment, where other users do not "
                            + "see it",
                        commands: [
                            "read -rs CANDELA_CAMERA_PASSWORD; export CANDELA_CAMERA_PASSWORD",
                            "candela doctor " + Words.shell(withUser(network)),
                        ], isRunnable: false)
                ])
        case .wrongPassword:
            return found(
                .access, .networkUnauthorized, "\(network.place) does not accept this user and password",
                fixes: [
                    Fix(
                        isOnvif
                            ? "Look at the camera's own page whether it has users for ONVIF apart from the others, and set its clock"
                            : "Log in at the camera's own page with the same user and password"),
                    Fix(
                        "Give the password in the environment: in an address, @ / ? # and % must be written as %40 %2F %3F %23 "
                            + "%25",
                        commands: ["read -rs CANDELA_CAMERA_PASSWORD; export CANDELA_CAMERA_PASSWORD"],
                        isRunnable: false),
                    Fix(
                        "If both are right: some cameras answer so, too, while too many programs are connected, or for some minutes after wrong passwords (locked). Close the other programs, wait, or restart the camera"
                    ),
                ])
        case .forbidden:
            return found(
                .access, .networkUnauthorized, "\(network.place) refuses access",
                fixes: [
                    Fix(
                        "Give this user the right to see this camera, on the page of the camera or recorder: recorders keep such permissions (remote live view) for each user and camera"
                    ),
                    Fix(
                        "Look on the camera's own page for a list of allowed addresses, or whether its web access is off"
                    ),
                ])
        case .notThere where isOnvif && network.onvif == nil, .notPictures where isOnvif && network.onvif == nil:
            return found(
                .stream, .networkNoStream, "\(network.place) offers no video over ONVIF: \(trouble.cause)",
                fixes: [
                    Fix("Turn ONVIF on at the camera's own page, and look there for its port"),
                    search,
                    Fix("Use the address of its video instead, which its manual or its page has: rtsp://HOST/PATH"),
                ])
        case .notThere:
            return found(
                .stream, .networkNoStream, "\(network.place) has nothing at this address",
                fixes: [
                    Fix(
                        "Look up the address of its \(isVideo ? "RTSP stream" : "MJPEG stream or snapshot") in its manual or on "
                            + "its page")
                ] + (isVideo ? [] : [Self.commonAddresses]))
        case .notPictures where isVideo:
            return found(
                .stream, .networkNotPictures, "\(network.place) sends no video: \(trouble.cause)",
                fixes: [
                    Fix("Check port and path: the camera's manual or page has the address of its RTSP stream"),
                    Fix("See what its server says", commands: ["ffprobe \(argument)"], isRunnable: false),
                ])
        case .notPictures:
            return found(
                .stream, .networkNotPictures, "what \(network.place) sends is no JPEG: \(trouble.cause)",
                fixes: [
                    Fix(
                        "Give the address of the camera's MJPEG stream, or of a single JPEG (a snapshot), not of its page"
                    ),
                    // A page for people says nothing of how the video is compressed.
                    trouble.cause.contains("text/html")
                        ? commonAddresses : Fix("If it sends only H.264 or H.265, choose MJPEG for one of its streams on its page"),
                ])
        case .noDecoder:
            return found(
                .stream, .networkCodecMissing, "the video of \(network.place) cannot be decoded here: \(trouble.cause)",
                fixes: [
                    Fix("Choose H.264 or MJPEG for one of its streams on the camera's page"),
                    Fix(
                        "See which kinds of video FFmpeg's libraries decode here",
                        commands: ["ffmpeg -hide_banner -decoders"],
                        isRunnable: false),
                ])
        case .serverFails:
            return found(
                .stream, .networkServerFails, "\(network.place) reports an error of its own",
                fixes: [
                    Fix(
                        "Restart the camera, and close other programs that watch it: many cameras serve only a few at a time"
                    )
                ])
        case .interrupted:
            return found(
                .stream, .networkStalls, "\(network.place) stopped sending pictures: \(trouble.cause)",
                effect: "the scan waits for frames that do not arrive",
                fixes: [
                    Fix(
                        "Check the camera's power and its network", commands: ["ping -c 20 \(host)"], isRunnable: false),
                    Fix("Let the scan wait for it", commands: ["candela scan \(argument) --wait"]),
                ])
        case .libraryMissing, .invalidAddress: return nil
        }
    }

    /// The name may well exist: nobody could be asked.
    private static func silentNameServer(_ network: NetworkRecord, _ seen: EvidenceLine) -> Finding {
        let host = Words.shell(network.host)
        return Finding(
            .networkNoHost, .fail, "the name \(network.host) cannot be looked up: this machine's name server (DNS) does not answer", evidence: [seen],
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "Check this machine's own network and its name server: the second command shows it, where systemd-resolved runs",
                    commands: ["cat /etc/resolv.conf", "resolvectl status", "getent hosts \(host)"], isRunnable: false),
                Fix("Or use the camera's IP address, which your router's page lists"),
            ])
    }

    /// What a connection that did not come about says, and what to look at next.
    private static func unanswered(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord) -> (message: String, next: Fix) {
        if trouble.kind == .noAnswer || trouble.isSilent { return ("\(network.place) does not answer", nearFirewall) }
        if trouble.isUnreachable { return ("no machine answers at the address \(network.host), or a firewall refuses the way", nearFirewall) }
        if trouble.hasNoWay {
            return (
                "this machine has no way to the network of \(network.host)",
                Fix("Check this machine's own network: its cable or Wi-Fi, its address and its gateway", commands: ["ip -4 address", "ip route"], isRunnable: false)
            )
        }
        return ("nothing listens at \(network.place)", Fix(
                "Check the port: the camera's page in a browser shows which one it uses"
                    + (network.address.hasPrefix("http") ? "; many cameras give video by RTSP only (rtsp://, port 554)" : "")))
    }

    private static func isOn(_ host: String) -> Fix {
        Fix("Check that the camera is on and in this network", commands: ["ping -c 3 \(Words.shell(host))"], isRunnable: false)
    }

    /// Nothing there answers, and the address is not what it looks like.
    private static func miswritten(
        _ written: WrittenAddress, _ kind: NetworkTrouble.Kind, _ network: NetworkRecord, _ seen: EvidenceLine
    ) -> Finding {
        Finding(
            .networkNoAnswer, .fail,
            "the address \(network.host) \(written.fault)"
                + (written.meaning.map { $0 == network.host ? "" : ": programs take it for \($0), where nothing answers" }
                    ?? (kind == .unknownHost ? ": it is no address, and no host has that name" : ": it is no address")),
            confidence: .likely, evidence: [seen] + (written.meaning.map { [EvidenceLine("\(network.host), as programs take it", $0)] } ?? []),
            effect: "no picture arrives",
            fixes: [
                Fix(
                    "Write the camera's address with four numbers from 0 to 255, without zeros before them, and a dot between each two, such as 192.168.1.64; the router's page lists it"
                ), Fix("If it is right, check that the camera is on and in this network", commands: ["ping -c 3 \(Words.shell(network.host))"], isRunnable: false),
                search,
            ])
    }

    /// What the machine's own networks say of an address at which no connection comes about.
    ///
    /// - Parameter isGuest: whether this is a container, whose networks are its own.
    private static func absent(_ trouble: NetworkRecord.Trouble, _ network: NetworkRecord, isGuest: Bool) -> Finding? {
        guard [.noConnection, .noAnswer].contains(trouble.kind), let near = network.neighbour, WrittenAddress(network.host) == nil else { return nil }
        let host = network.host
        let evidence = [
            EvidenceLine(network.address, trouble.cause),
            EvidenceLine("/proc/net/arp", "\(host) on \(near.device): \(near.answers ? "answers" : "no answer")"),
        ]
        if near.answers {
            if trouble.isSilent { return dropping(network, evidence) }
            guard trouble.isUnreachable else { return nil }
            return Finding(
                .networkNoAnswer, .fail, "a machine has the address \(host), and a firewall keeps its port \(network.port) from this one",
                confidence: .likely, evidence: evidence, effect: "no picture arrives",
                fixes: [Fix("Let this machine in: in the camera's list of allowed addresses, or in the firewall of the machine that serves the camera")])
        }
        // Somebody who refuses a connection is there, whatever the table says.
        guard !isGuest, !trouble.cause.contains("refused") else { return nil }
        if near.isVirtual { return behindBridge(near.device, host, evidence) }
        return Finding(
            .networkNoAnswer, .fail,
            "no machine in this network answers to the address \(host): the camera is off or asleep, has another address, or this one is mistyped",
            confidence: .likely, evidence: evidence, effect: "no picture arrives",
            fixes: [Fix("Compare the address with the router's list of devices or the camera's app")] + address(host) + [
                isOn(host), Fix("On Wi-Fi, check that this machine may see others: guest networks and client isolation keep them apart"), search,
            ])
    }

    /// A machine has the address, and what comes to the port gets no answer, not even that nothing listens there.
    private static func dropping(_ network: NetworkRecord, _ evidence: [EvidenceLine]) -> Finding {
        Finding(
            .networkNoAnswer, .fail,
            "a machine is there with the address \(network.host), and does not answer at its port \(network.port): a firewall drops what comes to it, or the device hangs",
            confidence: .likely, evidence: evidence, effect: "no picture arrives",
            fixes: [
                Fix(
                    "Look on the camera's own page whether RTSP or its video server is on, at which port, and whether it has a list of allowed addresses"
                ),
                Fix("If a computer serves the video, let the port through in its firewall"),
                Fix("Switch the camera off and on: a device that hangs still answers for its address"),
                isOn(network.host),
            ])
    }

    /// The way to the address leads into a bridge of this machine's own: its containers or virtual machines are there, and no camera.
    private static func behindBridge(_ device: String, _ host: String, _ evidence: [EvidenceLine]) -> Finding {
        // Source: Docker's default names of bridges, `docker0` and `br-` with the first twelve digits of the network's id.
        let name = device.dropFirst(3)
        let isDocker = device == "docker0" || device.hasPrefix("br-") && name.utf8.count == 12 && name.allSatisfy(\.isHexDigit)
        let kind = isDocker ? "a network of Docker's containers" : "a virtual network of this machine"
        return Finding(
            .networkNoAnswer, .fail,
            "this machine looks for \(host) in \(device), \(kind), and nothing there has that address: if it is a camera's, that network covers the camera's own; if it is a container's, that does not run",
            confidence: .likely, evidence: evidence, effect: "no picture arrives",
            fixes: [
                Fix(
                    "See where the way leads, and which network has that range",
                    commands: ["ip route get \(Words.shell(host))"] + (isDocker ? ["docker network inspect $(docker network ls -q) | grep -E 'Name|Subnet'"] : []),
                    isRunnable: false),
                Fix(
                    isDocker
                        ? "Give that network of containers another subnet: take the stack down, set `ipam` and `subnet` in its compose file (or default-address-pools in /etc/docker/daemon.json), and start it again"
                        : "Give that virtual network another range of addresses than the camera's network has"),
            ])
    }

    private static let nearFirewall = Fix("Check whether a firewall or a guest network lies between this machine and the camera")

    private static let search = Fix(
        "Search the network for cameras", commands: ["candela list --network"], isRunnable: false)

    private static func withUser(_ network: NetworkRecord) -> String {
        guard let end = network.address.firstRange(of: "://") ?? network.address.firstRange(of: ":") else {
            return network.address
        }
        return network.address[..<end.upperBound] + "USER@" + network.address[end.upperBound...]
    }
}
