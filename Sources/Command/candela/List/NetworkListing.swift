// SPDX-License-Identifier: Apache-2.0

internal import NetworkCameras
internal import OnvifCameras
internal import Output
internal import Synchronization
internal import Terminal
internal import Threads

/// The cameras that `list --network` found, and what they tell without a login.
struct NetworkListing {
    struct Entry: Sendable {
        var found: FoundCamera
        /// What it offers; `nil` if it was not asked.
        var answer: Result<OnvifCamera, NetworkTrouble>?
    }

    private let entries: [Entry]
    private let search: CameraSearch.Result

    var isEmpty: Bool { entries.isEmpty }

    /// Searches the networks of this machine, and asks those who answered, at most eight at a time.
    init() throws(SearchError) {
        search = try CameraSearch().run { Interruption.received != nil }
        let cameras = search.cameras.sorted {
            ($0.address?.name ?? "", $0.endpoint) < ($1.address?.name ?? "", $1.endpoint)
        }
        let results = Mutex(cameras.map { Entry(found: $0, answer: nil) })
        let next = Mutex(0)
        // No password: who answers a search may be anybody.
        let access = NetworkAccess(authorities: NetworkAccess.fromEnvironment.authorities)
        let threads = (0..<min(8, cameras.count)).map { _ in
            WorkerThread {
                while Interruption.received == nil {
                    let index = next.withLock { next in
                        defer { next += 1 }
                        return next
                    }
                    guard cameras.indices.contains(index) else { return }
                    guard let address = cameras[index].address else { continue }
                    let answer: Result<OnvifCamera, NetworkTrouble>
                    do throws(NetworkTrouble) {
                        answer = .success(try OnvifCamera.ask(address, access: access))
                    } catch {
                        answer = .failure(error)
                    }
                    results.withLock { $0[index].answer = answer }
                }
            }
        }
        for thread in threads { thread.join() }
        entries = results.withLock { $0 }
    }

    /// What a person should know about the search itself.
    var notes: [String] {
        var notes: [String] = []
        let networks = search.interfaces.filter { $0 != "lo" }.joined(separator: ", ")
        if networks.isEmpty {
            notes.append("this machine is in no network; only cameras of this machine itself were asked")
        }
        if entries.isEmpty, !networks.isEmpty {
            notes.append(
                "no camera answered on \(networks) within \(CameraSearch.patience.components.seconds) s. ONVIF may be off (many "
                    + "cameras have it off at first), the camera may be in another network, or a firewall drops the answers "
                    + "(UDP from port 3702). A camera that you know can be named: candela info onvif:HOST")
        }
        if search.unreadable > 0 { notes.append("\(search.unreadable) answers were no answers of a camera") }
        return notes
    }

    var blocks: [[String]] {
        entries.map { entry in
            let found = entry.found
            let title = found.name ?? found.hardware ?? "a camera"
            let hardware = found.name == nil ? nil : found.hardware
            var lines = [
                Console.bold(VisibleText.escape(title)) + "  onvif"
                    + (hardware.map { ", " + VisibleText.escape($0) } ?? "")
            ]
            if let address = found.address {
                let place = found.location.map { "  " + VisibleText.escape($0) } ?? ""
                lines.append("  " + VisibleText.escape(address.name) + place)
            }
            for host in found.otherHosts {
                let words =
                    found.address == nil
                    ? "it gives only an address at another host, \(host), which was not asked; if it is the camera's: "
                        + "candela info \(ShellWord.quoted("onvif:" + host))"
                    : "it also names \(host)"
                lines.append("  " + VisibleText.escape(words))
            }
            switch entry.answer {
            case .success(let camera):
                let report = OnvifReport(camera)
                lines += report.remarks.map { "  " + $0 } + report.streamLines
            case .failure(let trouble) where trouble.kind == .noPassword:
                lines.append(
                    "  asks for a user and a password: candela info "
                        + ShellWord.quoted(VisibleText.escape(withUser(found)))
                        + ", with the password in CANDELA_CAMERA_PASSWORD")
            case .failure(let trouble): lines.append("  " + VisibleText.escape(trouble.cause + "; " + trouble.advice))
            case nil: break
            }
            return lines
        }
    }

    private func withUser(_ found: FoundCamera) -> String { found.address?.withUser ?? "" }

    var json: JSONValue {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        return .array(
            entries.map { entry in
                let found = entry.found
                var members: [JSONValue.Member] = [
                    .init("endpoint", .string(found.endpoint)), .init("name", text(found.name)),
                    .init("hardware", text(found.hardware)), .init("location", text(found.location)),
                    .init("address", text(found.address?.name)),
                    .init("other_hosts", .array(found.otherHosts.map { .string($0) })),
                ]
                switch entry.answer {
                case .success(let camera):
                    members += [
                        .init("manufacturer", text(camera.information.manufacturer)),
                        .init("model", text(camera.information.model)),
                        .init("clock_offset_s", camera.clockOffset.map { .integer($0) } ?? .null),
                        .init("profiles", .array(camera.streams.map(OnvifReport.json))),
                    ]
                case .failure(let trouble):
                    members.append(
                        .init("trouble", ["kind": .string(trouble.kind.rawValue), "cause": .string(trouble.cause)]))
                case nil: break
                }
                return .object(members)
            })
    }
}
