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
        let session = try StudioSession(try StudioPlan(settings), settings)
        Interruption.onSignal {
            session.end()
            Interruption.leave(with: Interruption.received ?? SIGTERM)
        }
        let camera = WorkerThread { session.run() }
        let server = StudioServer(
            .init(host: "127.0.0.1", port: settings.port),
            makePage: { port in
                StudioPage(
                    rules: AccessRules(port: port), events: session.events, pictures: session.pictures,
                    backend: session)
            },
            onRunning: { port in announce("http://127.0.0.1:\(port)/", settings) })
        do throws(StudioServer.Failure) {
            try await server.run()
        } catch {
            session.end()
            camera.join()
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }

    private static func announce(_ address: String, _ settings: StudioSettings) {
        // Whoever waits for the address reads it from here; nobody need.
        try? Console.print(address)
        Console.note("the studio is open; Ctrl-C ends it and gives the camera its settings back")
        if settings.opensBrowser { open(address) }
    }

    private static func open(_ address: String) {
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("xdg-open"), strdup(address), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let status = unsafe posix_spawnp(&process, "xdg-open", nil, nil, &arguments, environ)
        if status != 0 {
            Console.note("cannot open a browser: xdg-open is not there; open the address by hand, or install xdg-utils")
        }
    }
}
