// SPDX-License-Identifier: Apache-2.0
// The entry point: connects the parts.

import { $, say, toast } from "./dom.js";
import { listen, onLocked, post, watchPictures } from "./server.js";
import { showPicture, showTrouble, takeCodes, takeState, takeZoom } from "./live.js";
import { takeControls } from "./controls.js";
import { takeMeters } from "./meters.js";
import { takeDoctor, takePhase } from "./doctor.js";
import { takeCalibration } from "./calibrate.js";
import "./profiles.js";
import "./pictures.js";
import { loadScans, offerKinds, takeDone, takeScan } from "./scans.js";

const words = { opening: "Opening the camera …", live: "", troubled: "No picture", examined: "The doctor is checking the camera …", calibrating: "Calibrating the camera …", over: "The studio has exited" };

function show(state) {
  const camera = state.camera;
  $("lamp").className = `lamp ${state.phase === "live" ? "live" : state.phase === "troubled" ? "bad" : ""}`;
  say($("camera-name"), camera ? camera.name : words[state.phase] ?? state.phase);
  $("camera-name").title = camera?.identity ?? "";
  const mode = camera ? [`${camera.width} × ${camera.height}`] : [];
  if (camera?.format) mode.push(camera.format);
  if (camera?.frames_per_second) mode.push(`${Math.round(camera.frames_per_second)} fps`);
  say($("camera-mode"), mode.join(" · "));
  document.body.dataset.phase = state.phase;
  takeState(state);
  showTrouble(state.trouble ?? null);
  takePhase(state.phase);
  showTorch(state);
  offerKinds(state.symbologies);
}

/** Shows the torch button only when useful: when the picture is dim, and while the torch is on. */
function showTorch({ torch, dim }) {
  const button = $("torch");
  button.hidden = !torch || !(dim || torch.on);
  button.setAttribute("aria-pressed", String(Boolean(torch?.on)));
  button.classList.toggle("offered", Boolean(dim && torch && !torch.on));
  if (torch) button.title = `${torch.name} (T)`;
}

$("torch").onclick = () => {
  if (!$("torch").hidden) post("/api/torch", { percent: $("torch").getAttribute("aria-pressed") === "true" ? 0 : 100 });
};

listen({
  state: show,
  codes: takeCodes,
  meters: takeMeters,
  controls(list) {
    takeControls(list);
    takeZoom(list?.find((control) => control.plain_name === "zoom" && control.can_be_set));
  },
  scan: takeScan,
  done: takeDone,
  doctor: takeDoctor,
  calibration: takeCalibration,
  note: (note) => toast(note.text),
  lost: loadScans,
}, loadScans, () => {
  $("lamp").className = "lamp bad";
  say($("camera-name"), "The studio does not respond");
  say($("camera-mode"), "");
});

onLocked(() => {
  say($("camera-name"), "Access token no longer valid");
  showTrouble({
    kind: "locked", fixes: [],
    message: "The studio was restarted and has a new token. Open the address that it printed, or scan the code next to it.",
  });
});

watchPictures(showPicture);
