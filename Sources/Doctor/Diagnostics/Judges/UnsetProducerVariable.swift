// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts
internal import UserSession

/// Programs for GenICam that find no producer because their environment lacks a variable, as below sudo, which drops it. Source: sudoers(5),
/// `env_reset`, and SETENV, which the command ALL implies.
enum UnsetProducerVariable {
    static func note(_ snapshot: Snapshot) -> Finding? {
        guard let path = snapshot.host.value?.unsetProducerPath, let user = snapshot.user.value else { return nil }
        // No producer is needed for a webcam or a virtual camera.
        if let node = snapshot.chosen, node.bus == "usb" || node.nodeClass != "capture" { return nil }
        let isRoot = user.id == 0
        let isOthers = path.owner.map { $0 != user.id } ?? false
        // Without the environment, only files that root's shells do not read tell anything; files of others say nothing about people.
        guard path.isEnvironmentUnknown == true ? isRoot && isOthers : isRoot || !isOthers else { return nil }
        let variable = ProducerPaths.variable
        let setting = Words.shell("\(variable)=\(path.folder)")
        let place = Place(snapshot)
        return Finding(
            .genICamNoCamera, .note,
            "programs for GenICam, such as those with pypylon, do not find the producer \(path.producer) when they are started \(isRoot ? "as root, as here" : "from here"): the variable \(variable), which names its folder, is set by \(path.file)"
                + (path.isEnvironmentUnknown == true ? ", which root's shells do not read" : ", and this command's environment lacks it"),
            evidence: [
                EvidenceLine(path.file, "\(variable)=\(path.folder)"),
                EvidenceLine(
                    "environment of this command",
                    path.isEnvironmentUnknown == true ? "root's, which sudo starts without the users' variables" : "\(variable) is not set"),
            ],
            effect: "such programs list none of the cameras that this producer has, as if none were connected",
            fixes: [
                isRoot
                    ? Fix(
                        "Run the program as the user for whom it is set; where it needs root, keep the variable (for a shell: sudo -E -s)",
                        commands: ["sudo -E PROGRAM"], isRunnable: false)
                    : nil,
                Fix("\(isRoot ? "Or set" : "Set") the variable in the shell that starts the program", commands: ["export \(setting)"], isRunnable: false),
                place.platform.isDeclared
                    ? Fix("Or set it for all users in the system's configuration: environment.sessionVariables.\(variable)")
                    : Fix(
                        "Or set it for all users and for root in /etc/environment, which counts from the next login, sudo or su",
                        commands: ["echo \(setting) | sudo tee -a /etc/environment"], needsRoot: true,
                        undo: ["sudo sed -i '/^\(variable)=/d' /etc/environment"], isRunnable: false),
                Fix("A service of systemd reads neither: its unit needs Environment=\(setting)"),
            ].compactMap(\.self))
    }
}
