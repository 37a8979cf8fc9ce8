// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Frames
internal import Hooks
internal import Output
internal import Scanning
internal import ScanStore
internal import Terminal

struct HistoryWaitingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waiting", abstract: "List undelivered and refused scans, by hook.",
        discussion: """
            Example:
              candela history waiting
            """)

    @Flag(help: "Print one JSON object.") var json = false

    func run() throws {
        let history = try OpenHistory.ofUser(isOnlyRead: true)
        let (waiting, refused) = try failing { () throws(HistoryError) -> ([WaitingDeliveries], [WaitingDeliveries]) in
            (try history?.waitingDeliveries() ?? [], try history?.refusedDeliveries() ?? [])
        }
        guard !json else {
            func list(_ deliveries: [WaitingDeliveries]) -> JSONValue {
                .array(
                    deliveries.map { hook in
                        [
                            "hook": .string(hook.target), "scans": .integer(hook.count),
                            "oldest_time": .string(hook.oldest.text),
                            "reason": hook.lastError.map { .string($0) } ?? .null,
                        ]
                    })
            }
            let report: JSONValue = [
                "schema": "candela.waiting/1", "waiting": list(waiting), "refused": list(refused),
            ]
            return try Console.print(report.text)
        }
        if waiting.isEmpty, refused.isEmpty { return try Console.print("No scans are waiting for delivery.") }
        for hook in waiting { try Console.print(line(hook, "waiting")) }
        for hook in refused { try Console.print(line(hook, "refused")) }
    }

    private func line(_ hook: WaitingDeliveries, _ state: String) -> String {
        let reason = hook.lastError.map { ": " + VisibleText.escape($0) } ?? ""
        return Console.bold(VisibleText.escape(hook.target))
            + "  \(SessionReport.count(hook.count, "scan")) \(state), oldest from \(LocalTime.text(hook.oldest))\(reason)"
    }
}

struct HistoryDeliverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliver", abstract: "Deliver waiting scans to hooks.",
        discussion: """
            Give each hook exactly as in candela scan: the history identifies hooks by their text. The command ends when \
            nothing is waiting, or after --deliver-for (default: one minute).

            Examples:
              candela history deliver --post https://stock.example/scans
              candela history deliver --publish mqtt://broker/scans --again
            """)

    @OptionGroup(title: "Hooks") var hooks: HookOptions
    @Flag(help: "Also retry scans that the hook refused permanently.") var again = false
    @Flag(help: "Print JSON Lines, one object per event.") var json = false

    func run() throws {
        let targets = try hooks.targets()
        guard !targets.isEmpty else {
            throw CommandFailure("cannot deliver scans: no hook is given; add --post, --exec or --publish")
        }
        guard let history = try OpenHistory.ofUser() else {
            Console.note("no scans are waiting for delivery")
            return
        }
        Interruption.install()
        let names = Set(targets.map(\.name))
        if again {
            try failing { () throws(HistoryError) in for name in names { try history.offerAgain(name) } }
        }
        let before = try waiting(history, names)
        let printer = ScanPrinter(style: json ? .json : .text, namesSources: false)
        let reports = HookReports()
        let outcome = DeliveryOutcome(printer)
        reports.open { outcome.take($0) }
        let run = HookRun(targets) { reports.take($0) }
        run.begin(history)
        Interruption.onSignal { run.hurry() }
        for left in run.finish(within: hooks.deliverFor?.duration ?? .seconds(60)) {
            outcome.take(ScanEvent.Hook(hook: left.hook, .waiting(left.waiting, reason: left.reason)))
        }
        let after = try waiting(history, names)
        let refused = outcome.refused
        if !json {
            try Console.print(
                "\(SessionReport.count(max(0, before - after - refused), "scan")) delivered"
                    + (refused > 0 ? ", \(refused) refused" : "") + (after > 0 ? ", \(after) still waiting" : ""))
        }
        if refused > 0 || after > 0 { throw CommandFailure(status: .found) }
    }

    private func waiting(_ history: ScanHistory, _ names: Set<String>) throws(CommandFailure) -> Int {
        let all = try failing { () throws(HistoryError) in try history.waitingDeliveries() }
        return all.filter { names.contains($0.target) }.map(\.count).reduce(0, +)
    }
}
