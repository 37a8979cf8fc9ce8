// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras
internal import OnvifCameras
internal import Output
internal import Terminal

/// The report of `info` and of `list --network` on an ONVIF camera.
struct OnvifReport {
    let camera: OnvifCamera

    init(_ camera: OnvifCamera) { self.camera = camera }

    /// A line for each stream, with the command that reads it.
    var streamLines: [String] {
        var lines: [String] = []
        for stream in camera.streams {
            let format = stream.profile.format
            lines.append(
                "  " + VisibleText.escape(stream.profile.name)
                    + (format.isEmpty ? "" : "  " + VisibleText.escape(format)))
            lines.append(
                "    " + (command(stream).map(VisibleText.escape) ?? "no video: \(stream.failure ?? "it gives none")"))
            if let snapshot = command(snapshot: stream) { lines.append("    " + VisibleText.escape(snapshot)) }
        }
        if camera.furtherProfiles > 0 { lines.append("  and \(camera.furtherProfiles) more, which were not asked") }
        return lines
    }

    /// What a person should know besides.
    var remarks: [String] {
        var remarks: [String] = []
        if let offset = camera.clockOffset, offset.magnitude > OnvifCamera.longestOffset {
            remarks.append("its clock is \(ClockWords.difference(offset)): other programs may fail to log in")
        }
        if let host = camera.streams.lazy.compactMap(\.otherHost).first {
            remarks.append(
                "it gives the address \(VisibleText.escape(host)) for its video; \(VisibleText.escape(camera.address.host)) is "
                    + "used instead")
        }
        if camera.streams.isEmpty { remarks.append("it has no profile with video") }
        return remarks
    }

    var lines: [String] {
        var lines = [
            Console.bold(VisibleText.escape(camera.address.name))
                + (camera.information.title.map { "  " + VisibleText.escape($0) } ?? "")
        ]
        func field(_ name: String, _ value: String?) {
            guard let value else { return }
            lines.append(
                "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + VisibleText.escape(value))
        }
        field("firmware", camera.information.firmware)
        field("serial", camera.information.serial)
        for remark in remarks { field("note", remark) }
        return lines + streamLines
    }

    /// With the address of the video, or with that of the camera if the former would show a secret.
    private func command(_ stream: OnvifCamera.Stream) -> String? {
        guard let video = stream.video else { return nil }
        return "candela scan " + ShellWord.quoted(video.isComplete ? video.name : address(of: stream.profile))
    }

    private func command(snapshot stream: OnvifCamera.Stream) -> String? {
        guard let snapshot = stream.snapshot, snapshot.isComplete else { return nil }
        return "candela scan " + ShellWord.quoted(snapshot.name)
    }

    private func address(of profile: OnvifProfile) -> String {
        String(camera.address.name.prefix { $0 != "#" }) + "#" + profile.token
    }

    var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        return [
            "schema": "candela.info/1", "source": .string(camera.address.name),
            "card": text(camera.information.title), "driver": "onvif",
            "manufacturer": text(camera.information.manufacturer), "model": text(camera.information.model),
            "firmware": text(camera.information.firmware), "serial": text(camera.information.serial),
            "clock_offset_s": number(camera.clockOffset), "profiles": .array(camera.streams.map(Self.json)),
            "further_profiles": .integer(camera.furtherProfiles),
        ]
    }

    static func json(_ stream: OnvifCamera.Stream) -> JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
        let profile = stream.profile
        return [
            "token": .string(profile.token), "name": .string(profile.name), "encoding": text(profile.encoding),
            "width_px": number(profile.width), "height_px": number(profile.height),
            "frame_rate_fps": number(profile.framesPerSecond), "video": text(stream.video?.name),
            "snapshot": text(stream.snapshot?.name), "failure": text(stream.failure),
            "other_host": text(stream.otherHost),
        ]
    }
}
