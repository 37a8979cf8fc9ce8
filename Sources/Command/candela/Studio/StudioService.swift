// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Output
internal import Studio
internal import StudioServer
internal import Terminal
internal import Threads
internal import WebPage

/// Runs the studio until a signal arrives.
enum StudioService {
    static func serve(_ settings: StudioSettings) throws(CommandFailure) {
        Interruption.install()
        let access = try StudioAccess(settings)
        let session = try StudioSession(try StudioPlan(settings), settings)
        Interruption.onSignal {
            session.end()
            Interruption.leave(with: Interruption.received ?? SIGTERM)
        }
        // Before the camera: if the server cannot start, the camera is not opened.
        let port: Int
        do throws(StudioServer.Failure) {
            port = try StudioServer.start(
                .init(host: access.host, port: settings.port), security: access.security,
                makePage: { port in
                    StudioPage(
                        rules: access.rules(port: port), events: session.events, pictures: session.pictures,
                        backend: session)
                })
        } catch {
            session.end()
            throw CommandFailure(VisibleText.escape(error.description))
        }
        let camera = WorkerThread { session.run() }
        Announcement(access, port: port).make(opening: settings.opensBrowser)
        camera.join()
    }
}
