// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras

extension NetworkRecord {
    init(_ address: NetworkAddress, _ trouble: NetworkTrouble? = nil) {
        self.init(
            address: address.identity, host: address.host, place: address.place, isEncrypted: address.isEncrypted,
            hasUser: address.hasUser, trouble: trouble.map { Trouble($0) })
    }
}

extension NetworkRecord.Trouble {
    init(_ trouble: NetworkTrouble) {
        self.init(kind: trouble.kind, cause: trouble.cause)
    }
}
