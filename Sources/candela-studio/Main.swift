// SPDX-License-Identifier: Apache-2.0

import Glibc
internal import Output
internal import Studio
internal import StudioServer
internal import Threads
internal import WebPage
internal import Wiring

/// Serves the page of `candela studio`, which checks the arguments and becomes this program.
///
/// A program of its own, because a server is many times what any other command needs to start.
@main
struct StudioProgram {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        // Started by ourselves, for a reader.
        if CommandLine.arguments.dropFirst().first == Readers.workerWord { Readers.serve() }
        guard let settings = StudioSettings(arguments: Array(CommandLine.arguments.dropFirst())) else {
            Console.note("this program is started by candela studio; run that")
            exit(CommandFailure.Status.couldNot.rawValue)
        }
        Interruption.install()
        do throws(CommandFailure) {
            try await serve(settings)
        } catch {
            if !error.message.isEmpty { Console.note(error.message) }
            exit(error.status.rawValue)
        }
    }

    private static func serve(_ settings: StudioSettings) async throws(CommandFailure) {
        let access = try StudioAccess(settings)
        let session = try StudioSession(try StudioPlan(settings), settings)
        Interruption.onSignal {
            session.end()
            Interruption.leave(with: Interruption.received ?? SIGTERM)
        }
        let camera = WorkerThread { session.run() }
        let server = StudioServer(
            .init(host: access.host, port: settings.port), security: access.security,
            makePage: { port in
                StudioPage(
                    rules: access.rules(port: port), events: session.events, pictures: session.pictures,
                    backend: session)
            },
            onRunning: { port in Announcement(access, port: port).make(opening: settings.opensBrowser) })
        do throws(StudioServer.Failure) {
            try await server.run()
        } catch {
            session.end()
            camera.join()
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }
}
