// SPDX-License-Identifier: Apache-2.0

internal import CLibcamera

/// A camera that libcamera lists.
package struct LibcameraCamera: Hashable, Sendable {
    /// libcamera's name for it, which stays the same: `/base/soc/i2c0mux/i2c@1/imx708@1a`. Raw: escape before showing.
    package var id: String
    /// The sensor's or webcam's model, `imx708`; empty if it is not known. Raw: escape before showing.
    package var model: String
    package var location: Location?
    /// The device numbers (`dev_t`) of the video nodes that belong to it, as far as known.
    package var devices: Set<UInt64>

    package enum Location: String, Hashable, Sendable { case front, back, external }

    package init(id: String, model: String, location: Location? = nil, devices: Set<UInt64> = []) {
        self.id = id
        self.model = model
        self.location = location
        self.devices = devices
    }

    /// The name for messages.
    package var title: String { model.isEmpty ? id : model }
    /// How to name it to candela.
    package var address: String { "libcamera:" + id }
}

extension LibcameraCamera {
    /// Every camera of libcamera. Loads the library and blocks while it opens the machine's media devices.
    ///
    /// - Parameter candidates: device numbers of the machine's video nodes: libcamera before 0.1 only tells of a given one which
    ///   camera it belongs to.
    package static func all(candidates: [UInt64]) throws(LibcameraError) -> [LibcameraCamera] {
        let table = try LibcameraLibrary.load().table
        var list: UnsafeMutablePointer<clibcamera_list>?
        let errno = unsafe candidates.withUnsafeBufferPointer { numbers in
            unsafe table.list(numbers.baseAddress, numbers.count, &list)
        }
        guard errno == 0, let list = unsafe list else { throw LibcameraError("list", "the cameras of libcamera", errno: errno) }
        defer { unsafe table.release_list(list) }
        let cameras = unsafe UnsafeBufferPointer(start: list.pointee.cameras, count: list.pointee.count)
        return unsafe cameras.map { unsafe LibcameraCamera($0) }
    }

    private init(_ camera: clibcamera_camera) {
        let devices = unsafe UnsafeBufferPointer(start: camera.devices, count: camera.device_count)
        let location: Location? =
            switch unsafe camera.location {
            case 0: .front
            case 1: .back
            case 2: .external
            default: nil
            }
        unsafe self.init(
            id: String(cString: camera.id), model: String(cString: camera.model), location: location,
            devices: Set(devices))
    }

    /// The camera that a text means: its id, else its model or a part of one of the two. An empty text means the first camera,
    /// those at the back before those that look at the user.
    ///
    /// - Parameter log: what libcamera logged while it listed them, `Libcamera.log`: its last error may say why there is none.
    package static func choose(
        _ text: String, from cameras: [LibcameraCamera], log: [String] = []
    ) throws(LibcameraError) -> LibcameraCamera {
        guard !cameras.isEmpty else {
            let logged = log.last { $0.contains(" ERROR ") } ?? log.last
            let told = logged.map { " and logs \"\(Libcamera.withoutTime($0))\"" } ?? ""
            throw LibcameraError(
                .noCamera, "cannot find a camera of libcamera: it lists none\(told); run candela doctor libcamera: to see why")
        }
        if text.isEmpty { return cameras.first { $0.location != .front } ?? cameras[0] }
        if let camera = cameras.first(where: { $0.id == text }) { return camera }
        let wanted = text.lowercased()
        for matches in [
            cameras.filter { $0.model.lowercased() == wanted },
            cameras.filter { $0.model.lowercased().contains(wanted) || $0.id.lowercased().contains(wanted) },
        ] where !matches.isEmpty {
            guard matches.count == 1 else {
                throw LibcameraError(
                    .ambiguous,
                    "cannot choose a camera for \"libcamera:\(text)\": \(matches.count) cameras match. Use one of "
                        + matches.map(\.address).joined(separator: ", "))
            }
            return matches[0]
        }
        throw LibcameraError(
            .noCamera,
            "cannot find a camera named \"\(text)\" in libcamera; it lists "
                + cameras.map { $0.model.isEmpty ? $0.id : "\($0.model) (\($0.id))" }.joined(separator: ", "))
    }
}
