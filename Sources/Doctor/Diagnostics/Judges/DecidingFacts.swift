// SPDX-License-Identifier: Apache-2.0

/// What would tell causes apart that leave the same evidence.
enum DecidingFacts {
    /// The report with a deciding fact for every finding that is one of several possible causes.
    static func adding(to report: DoctorReport) -> DoctorReport {
        func decided(_ findings: [Finding]) -> [Finding] {
            findings.map { finding in
                var finding = finding
                if finding.confidence == .possible {
                    finding.deciding = [fact(finding.id, report.subject)].compactMap(\.self)
                }
                return finding
            }
        }
        var report = report
        for index in report.checks.indices {
            report.checks[index].findings = decided(report.checks[index].findings)
            report.checks[index].notes = decided(report.checks[index].notes)
        }
        return report
    }

    private static func fact(_ id: FindingID, _ subject: Snapshot.Subject) -> DecidingFact? {
        switch subject.kind {
        case .camera, .simulated, .network, .libcamera, .genICam, .pipeWire: live(id, " " + Words.shell(subject.name))
        case .picture: picture(id).map { DecidingFact($0) }
        default: live(id, nil)
        }
    }

    /// - Parameter camera: the camera as an argument; `nil` if the frames come from elsewhere and nothing can be repeated.
    private static func live(_ id: FindingID, _ camera: String?) -> DecidingFact? {
        func fact(_ test: String, _ command: String, _ options: String = "") -> DecidingFact {
            DecidingFact(test, command: camera.map { "candela \(command)\($0)\(options)" })
        }
        func scan(_ test: String) -> DecidingFact { fact(test, "scan", " --once --timeout 20s") }
        return switch id {
        case .deviceSlowLink:
            DecidingFact(
                "If the list shows SuperSpeed after the camera's name, it can be faster, and port or cable are the cause.",
                command: "sudo lsusb -v | grep -i -e idProduct -e superspeed")
        case .deviceSharedBus:
            DecidingFact("Take the touch screen's driver off, as the fix above does, and let the camera run for a while: if no request fails then, that was the cause.")
        case .deviceDropped:
            DecidingFact(
                "Keep the kernel from suspending it, by the first command above, and watch the log for a minute while nobody uses it. If it no longer leaves, power saving was the cause; if it does, the cable, the port or the device itself is.",
                command: "sudo journalctl -k -f -g 'USB disconnect'")
        case .accessPageSound:
            DecidingFact("If the list is empty, or has only names that end in .monitor, there is no microphone.", command: "pactl list short sources")
        case .accessPortal:
            DecidingFact(
                "Ask for the camera in that program. If the camera then works, it opens the node itself, and the stored answer has no part in it.",
                command: "flatpak permissions devices")
        case .lightCovered, .lightDark:
            fact(
                "Shine a lamp or the lit screen of a phone into the lens while this runs. If the mean luma rises, the room is dark; if it stays, something covers the lens or the camera is switched off.",
                "measure", " --duration 10s")
        case .lightManualExposure, .lightSettings:
            fact(
                "Make the first change above and look again: if the picture is not better, undo it, as something else is the cause.",
                "doctor")
        case .lightNoise:
            scan(
                "Put a lamp beside the code while this runs. If it reads then, noise was the cause.")
        case .lightBacklit:
            scan(
                "Turn the code so that the window or lamp is behind the camera while this runs. If it reads then, the light from behind was the cause."
            )
        case .lightClipped, .symbolGlare:
            scan(
                "Shade the code with a hand, or tilt it, while this runs. If it reads then, a reflection was the cause; if not, the exposure is."
            )
        case .lightFlicker:
            fact(
                "Switch the lamps off, or go to a window, while this runs. Flicker that stays does not come from the lamps.",
                "measure", " --duration 10s")
        case .lightHazy:
            fact(
                "Wipe the lens, and hold something black before it while this runs: if the least luma stays high, the lens itself is hazy, or a light shines into it.",
                "measure", " --duration 10s")
        case .lightMotion:
            scan(
                "Lay the code down so that nothing moves while this runs. If it reads then, motion was the cause; if not, the focus or the light is."
            )
        case .focusBlurred:
            fact(
                "Move the code slowly from 10 cm to 1 m away from the lens while this runs. If the edges become narrower at some distance, that is where it focuses; if they are wide at every distance, the lens is dirty or its focus is stuck.",
                "measure", " --symbol --duration 20s")
        case .focusUnresolved:
            fact(
                "Move the code slowly from 10 cm to 1 m away from the lens while this runs. If the edges stay as narrow while the code becomes larger, it was too small; if they become wider near the lens, that does not focus there.",
                "measure", " --symbol --duration 20s")
        case .focusHunting:
            fact(
                "Watch it for longer, with nothing moving: reversals that go on mean that the focus does not settle; if they end, it was only searching.",
                "doctor", " --watch 30s")
        case .symbolSmall:
            scan(
                "Halve the distance while this runs. If it reads then, it was too small; if it becomes blurred instead, the lens does not focus that near."
            )
        case .symbolContrast, .symbolDamaged, .symbolBarGrowth, .symbolUneven, .symbolForeign, .symbolUnexplained, .symbolDemanding:
            scan(
                "Hold another code, for example one on the screen of a phone, at the same place while this runs. If that reads, this print is the cause; if not, the light or the lens is."
            )
        case .symbolBent:
            scan(
                "Press it flat while this runs, or turn it until its middle faces the camera. If it reads then, it was bent; if not, the print is the cause."
            )
        case .symbolCovered, .symbolCornerPattern:
            scan(
                "Tilt the code, and take away what lies on it, while this runs. If it reads then, a reflection or a shadow was the cause; if not, it is drawn so."
            )
        case .symbolQuietZone:
            scan(
                "Lay white paper around the code, close to its bars, while this runs. If it reads then, the margin was the cause."
            )
        case .symbolNone:
            fact(
                "Hold a code that another device reads in front of the lens, so that it fills a third of the picture, and look at the picture that the camera sees.",
                "scan", " --preview")
        case .streamNone:
            fact(
                "Do the first of these, and look again: if frames arrive then, the sleep was the cause; if not, the cable, the port or the camera is.",
                "doctor", " --only stream")
        case .streamBandwidth:
            fact(
                "Ask for a small picture. If frames arrive then, the bus is too slow for the large one; if not, the camera or its cable is at fault.",
                "doctor", " --size 320x240")
        case .streamFrozen:
            fact(
                "Wave a hand before the lens while this runs; with a grabber, move something on the screen of its source. If the frames differ then, the view was only still.",
                "doctor", " --only stream")
        case .nodeBusy:
            DecidingFact(
                "Look at it as root, who sees the programs of all users. If there is still none, unplug the camera and plug it in again: if it works then, the driver had not let go of it.",
                command: camera.map { "sudo candela doctor\($0)" })
        case .deviceNotRecognised:
            DecidingFact(
                "Unplug it and plug it in again while this runs: the kernel says why it does not configure it.",
                command: "sudo journalctl -k -f")
        case .deviceNoDriver:
            DecidingFact(
                "Unplug the camera while this runs. If that device leaves the list, it is the camera; if none does, Linux does not see it at all.",
                command: "watch lsusb")
        case .deviceNeedsLibcamera, .deviceRawSensor:
            DecidingFact(
                "Ask libcamera (package libcamera-tools). A camera in its list works with libcamera's programs; an empty list means that the sensor was not found.",
                command: "cam --list")
        case .deviceDriverRefused, .deviceModuleBroken:
            DecidingFact(
                "The kernel names the module that it refuses, and the reason; ordinary users may not read that.",
                command: "sudo journalctl -k -b -g 'module|key|symbol|BPF'")
        case .accessPageQuestion:
            DecidingFact(
                "Open the page in the same profile in a window that is no kiosk: if it shows the browser's question, that is what it waits for.")
        case .accessPageRefused:
            DecidingFact("Open the page: if it is one of those, the sign of a camera that is crossed out stands at its address.")
        case .accessPagePolicy:
            DecidingFact(
                "Open the page alone in a tab, by its own address: if it asks for the camera there, the frame was the cause; if it is refused there, too, the header is. If it works in both, another page was refused."
            )
        case .accessPageSettings:
            DecidingFact(
                "Open the page in a new profile, in which all preferences have their defaults (the first fix above): if it works there, one of these is the cause.")
        case .accessSecurityModule:
            DecidingFact(
                "Try again right after this command was started: a line that names candela and the device says which rule denied it. Without one, it was no security module.",
                command: "sudo journalctl -k -f -g 'DENIED|denied'")
        case .desktopUnlisted:
            DecidingFact(
                "PipeWire lists the cameras that desktop programs can be given. A camera that is in the list is only kept back by the portal.",
                command: "wpctl status")
        default: nil
        }
    }

    /// For a picture, which is all there is: another picture tells.
    private static func picture(_ id: FindingID) -> String? {
        switch id {
        case .lightCovered, .lightDark:
            "Take it again in daylight: if it is as dark, the camera or its settings are the cause."
        case .lightManualExposure, .lightSettings, .lightClipped:
            "Take it again with half the exposure: if the code appears, there was too much light."
        case .symbolGlare:
            "Take it again from another side: a reflection moves away from the code, a faded print does not."
        case .lightNoise: "Take it again with more light: if it reads then, noise was the cause."
        case .lightBacklit:
            "Take it again with the window or lamp behind the camera: if it reads then, the light from behind was the cause."
        case .lightHazy: "Wipe the lens and take it again, with the light behind the camera: if it is as pale, look into the lens."
        case .lightFlicker: "Take it again in daylight: stripes that are gone came from the lamps."
        case .lightMotion:
            "Take it again with camera and code lying still: if it is as blurred, the focus is the cause."
        case .focusBlurred:
            "Take it again from twice the distance: if the edges are sharper then, the code was too near for the lens."
        case .focusUnresolved:
            "Take it again from half the distance: if it reads then, it was too small; if its edges are twice as wide, the lens does not focus that near."
        case .symbolSmall:
            "Take it again from half the distance: if it reads then, the code was too small in the picture."
        case .symbolBent:
            "Take it again, pressed flat, in grey or colour: if it reads then, it was bent; if not, the print is the cause."
        case .symbolCovered, .symbolCornerPattern:
            "Take it again from another side: a reflection or a shadow moves away, what is drawn over the code does not."
        case .symbolQuietZone:
            "Take it again with white paper laid around the code: if it reads then, the margin was the cause."
        case .symbolContrast, .symbolDamaged, .symbolBarGrowth, .symbolUneven, .symbolForeign, .symbolUnexplained, .symbolDemanding:
            "Take a picture of another print of the same code in the same place: if that reads, this print is the cause."
        case .symbolNone:
            "Crop the picture to the code, with its white margin: if it reads then, the surroundings hid it."
        default: nil
        }
    }
}
