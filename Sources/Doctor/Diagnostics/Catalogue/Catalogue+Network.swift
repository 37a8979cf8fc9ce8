// SPDX-License-Identifier: Apache-2.0

extension Catalogue {
    /// Cameras on the network.
    static let network: [CatalogueEntry] = [
        CatalogueEntry(
            id: .networkNoHost, check: .presence, title: "the camera's name is not known",
            explanation: """
                The address names a host, and neither this machine's hosts file nor its name server knows an address for it.
                The name may be mistyped; it may be one that only the router knows, or one that ends in .local and needs
                Avahi (Debian: `libnss-mdns`).

                The doctor asks the system's resolver, as every other program does. `getent hosts NAME` shows the same answer.

                Use the camera's IP address, which the router's page lists, and let the router always give it the same one.
                """),
        CatalogueEntry(
            id: .networkNoAnswer, check: .presence, title: "the camera does not answer",
            explanation: """
                The host is known, but there is no connection to the port: it is refused, there is no way to the host, or
                nothing comes back. Refused means that something is on at that address but does not listen on that port.
                No answer means that it is off, has another address now, or a firewall drops the packets; guest networks often
                keep devices apart.

                The doctor waits ten seconds. The evidence has the network's own words, and, for an address of the local network,
                the kernel's table of neighbours (/proc/net/arp). If no machine there answers to the address, the camera is off or
                elsewhere. If one does, a firewall is in the way. If the address was looked for in a network of this machine's
                containers, the range of that network covers the camera's address.

                `ping HOST` tells whether the host is there at all. The camera's page in a browser shows the port.
                `candela scan ADDRESS --wait` waits for a camera that is switched on later.
                """),
        CatalogueEntry(
            id: .networkUntrusted, check: .access, title: "the camera's certificate is not trusted",
            explanation: """
                The address begins with https or rtsps, so the camera has to prove who it is, and its certificate is not signed by
                anybody whom this machine trusts. Most cameras make their own certificate. It may also be out of date, or be
                for another name than the one in the address; or the date of this machine is wrong.

                Candela does not go on, and sends no password: without the proof, anybody in the network could be the camera.

                Save the camera's certificate with `openssl s_client`, compare its fingerprint with the one on the camera's
                page, and name the file in CANDELA_CAMERA_CA. Only this certificate is trusted then, and the name in the
                address must still fit it. To undo it, leave the variable out.

                Do not use http or rtsp instead on a network that others use: it sends pictures, and perhaps the password, readably.
                """),
        CatalogueEntry(
            id: .networkUnauthorized, check: .access, title: "the camera wants another user or password",
            explanation: """
                The camera answers, but not to this user: it asks for a password (401) or refuses (403). Some cameras have one
                password for their page and another for their stream, or allow only listed addresses.

                Write the user into the address, as in `http://ada@door/video`, and give the password in
                CANDELA_CAMERA_PASSWORD: other users of the machine see the commands that run, but not their environment.
                Candela uses Digest if the camera offers it, and otherwise Basic, which http sends readably.

                A password may also stand in the address (`http://ada:secret@door/`). It is then overwritten in the list of
                processes, but stays in the history of your shell. No list, message or journal of Candela shows it.
                """),
        CatalogueEntry(
            id: .networkNoStream, check: .stream, title: "there is no such address on the camera",
            explanation: """
                The camera answers, but has nothing at this path (404, or another refusal). Makers use different ones, such as
                /video, /mjpg/video.mjpg, /videostream.cgi, /?action=stream or /snapshot.jpg; the manual or the camera's
                page tells.

                Either a stream of JPEG pictures (MJPEG) or a single picture that is fetched again and again will do; the
                stream is quicker.
                """),
        CatalogueEntry(
            id: .networkNotPictures, check: .stream, title: "the camera sends something else than JPEG",
            explanation: """
                The address gives a page for browsers, a picture in another format, or video whose frames depend on each
                other. The doctor looks for the beginning of a JPEG in the first 256 KiB, whatever type the camera gives, since many
                give a wrong one.

                Give the address of the MJPEG stream or of a snapshot. Many cameras have a second stream for which MJPEG can be
                chosen on their page.
                """),
        CatalogueEntry(
            id: .networkCodecMissing, check: .stream, title: "the camera's video cannot be decoded on this machine",
            explanation: """
                The camera answers, accepts the user and describes its video, but in a compression for which FFmpeg's libraries
                here have no decoder. Some distributions leave out H.264 and H.265. The evidence has the name that FFmpeg gives
                the compression.

                Install the distribution's complete libavcodec, or choose another compression for one of the camera's streams
                on its page: MJPEG needs no FFmpeg at all, at an http address.
                """),
        CatalogueEntry(
            id: .networkPasswordReadable, check: .access, title: "the password goes over the network readably",
            explanation: """
                The address begins with rtsp, so nothing is encrypted, and the camera asked for the password as it is (Basic)
                instead of a digest of it. Everybody on the way can read it, and the pictures.

                The doctor notes which way the camera asked for. The stream works; this changes nothing about the codes.

                Many cameras can be set to Digest, or to RTSP over TLS (an address that begins with rtsps). Otherwise, give the
                camera a password that opens nothing else.
                """),
        CatalogueEntry(
            id: .networkKeyFrames, check: .access, title: "the camera sends whole pictures seldom",
            explanation: """
                Compressed video (H.264, H.265) consists of whole pictures, called key frames or I frames, and of changes
                between them. A program that connects shows nothing before the next whole one, and after a loss everything up
                to it is spoiled. Cameras that save bandwidth ("H.264+", "Smart Codec") send one every 10 seconds or less.

                The doctor measures the distance of key frames while it watches the stream, and says this from 4.5 seconds
                on. One to two seconds are usual.

                Set the I frame interval (also: key frame interval, GOP) on the camera's page to the number of frames a
                second, and switch the saving codec off. The bandwidth grows by a fifth or so.
                """),
        CatalogueEntry(
            id: .networkClockDiffers, check: .access, title: "the camera's clock is wrong",
            explanation: """
                A login over ONVIF is a digest of the password and the time, and cameras refuse one that is too old or in the
                future. A camera without a time server loses its clock when it has no power; then programs that use the time of
                their own machine are refused, with the right password. The time in the pictures is wrong, too.

                The doctor asks the camera for its time, which needs no login, and notes a difference of more than five seconds.
                Candela itself logs in with the camera's own time, so it works all the same.

                Set the camera's clock on its page, or let it use a time server. If the camera is right, set this machine's
                clock.
                """),
        CatalogueEntry(
            id: .networkServerFails, check: .stream, title: "the camera reports an error of its own",
            explanation: """
                The camera answers with a status of 500 or above. The usual causes are that it already serves as many programs
                as it can, or that its own software hangs.

                Close other programs that watch it, such as a recorder or a browser's tab, or restart it.
                """),
        CatalogueEntry(
            id: .networkStalls, check: .stream, title: "the camera stops sending",
            explanation: """
                Pictures came, and then the connection ended or stayed silent for more than four seconds. Interruptions of
                a few seconds are bridged: some cameras end a stream after some minutes, and it is opened again. Pictures that
                come in bursts, with gaps of a second and more that make up a third of the time, are reported as a warning.

                Wi-Fi with a weak signal, a power supply that is too weak, and a camera that restarts look like this. `ping -c 20
                HOST` shows lost packets.

                `candela scan ADDRESS --wait` waits until the camera is back and goes on.
                """),
    ]
}
