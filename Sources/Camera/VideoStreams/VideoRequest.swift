// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses

/// What a video worker is told: one packet each, through its socket, so that no other program sees a password.
package enum VideoRequest: Hashable {
    /// The first: read this stream.
    case stream(Place)
    /// The first: decode packets of a video device, with the name that FFmpeg gives their compression.
    case decoder(codec: String)
    /// The picture there has been copied.
    case release(slot: Int)
    /// The memory has been enlarged to this number of bytes for each of the places for pictures.
    case room(slotBytes: Int)
    /// Decode the bytes there.
    case packet(offset: Int, count: Int)

    /// Where a stream is.
    package struct Place: Hashable {
        var host: String
        var port: UInt16
        var path: String
        var user: String?
        var password: String?
        var isEncrypted: Bool
        var authorities: String?

        package init(
            host: String, port: UInt16, path: String, user: String?, password: String?, isEncrypted: Bool,
            authorities: String?
        ) {
            self.host = host
            self.port = port
            self.path = path
            self.user = user
            self.password = password
            self.isEncrypted = isEncrypted
            self.authorities = authorities
        }
    }

    package var bytes: [UInt8] {
        var writer = WireWriter()
        func put(_ text: String?) {
            writer.put(UInt8(text == nil ? 0 : 1))
            writer.put(text ?? "")
        }
        switch self {
        case .stream(let place):
            writer.put(1 as UInt8)
            writer.put(place.host)
            writer.put(place.port)
            writer.put(place.path)
            put(place.user)
            put(place.password)
            writer.put(UInt8(place.isEncrypted ? 1 : 0))
            put(place.authorities)
        case .decoder(let codec):
            writer.put(2 as UInt8)
            writer.put(codec)
        case .release(let slot):
            writer.put(3 as UInt8)
            writer.put(UInt8(slot))
        case .room(let slotBytes):
            writer.put(4 as UInt8)
            writer.put(UInt64(slotBytes))
        case .packet(let offset, let count):
            writer.put(5 as UInt8)
            writer.put(UInt64(offset))
            writer.put(UInt64(count))
        }
        return writer.bytes
    }

    package init?(_ bytes: ArraySlice<UInt8>) {
        var reader = WireReader(bytes)
        func optional() -> String?? {
            guard let has = reader.number(UInt8.self), let text = reader.text() else { return nil }
            return .some(has == 1 ? text : nil)
        }
        switch reader.number(UInt8.self) {
        case 1:
            guard let host = reader.text(), let port = reader.number(UInt16.self), let path = reader.text(),
                let user = optional(), let password = optional(), let isEncrypted = reader.number(UInt8.self),
                let authorities = optional()
            else { return nil }
            self = .stream(
                Place(
                    host: host, port: port, path: path, user: user, password: password, isEncrypted: isEncrypted == 1,
                    authorities: authorities))
        case 2:
            guard let codec = reader.text() else { return nil }
            self = .decoder(codec: codec)
        case 3:
            guard let slot = reader.number(UInt8.self) else { return nil }
            self = .release(slot: Int(slot))
        case 4:
            guard let count = reader.number(UInt64.self), count < 1 << 40 else { return nil }
            self = .room(slotBytes: Int(count))
        case 5:
            guard let offset = reader.number(UInt64.self), let count = reader.number(UInt64.self), offset < 1 << 40,
                count < 1 << 30
            else { return nil }
            self = .packet(offset: Int(offset), count: Int(count))
        default: return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}
