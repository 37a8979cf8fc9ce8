// SPDX-License-Identifier: Apache-2.0
// The calibration page: options, progress, results, and what to do with them.

import { $, make, say, sentence, toast } from "./dom.js";
import { post } from "./server.js";

const page = $("calibrate-page");
const percent = (share) => `${Math.round(share * 100)} %`;
let shown = 0;
let now = null;
/** Whether to show the form although there is a result. */
let isAsking = false;

$("calibrate").onclick = () => {
  if (!page.open) page.showModal();
  render();
};

$("calibrate-form").onsubmit = async (event) => {
  event.preventDefault();
  const body = { torch: $("calibrate-torch").checked };
  if ($("calibrate-expect").value) body.expect = $("calibrate-expect").value;
  for (const [id, key] of [["calibrate-motion", "motion_mm_s"], ["calibrate-module", "module_mm"]]) {
    if ($(id).value !== "") body[key] = Number($(id).value);
  }
  $("calibrate-begin").disabled = true;
  if (await post("/api/calibration", body)) isAsking = false;
  $("calibrate-begin").disabled = false;
};

$("calibrate-cancel").onclick = () => {
  $("calibrate-cancel").disabled = true;
  post("/api/calibration/cancel", {});
};
$("calibrate-apply").onclick = async () => {
  if (await post("/api/calibration/apply", {})) toast("Applied. The camera keeps these settings until the studio exits.");
};
$("calibrate-back").onclick = async () => {
  if (await post("/api/calibration/put-back", {})) toast("The camera's previous settings are restored.");
};
$("calibrate-again").onclick = () => {
  isAsking = true;
  render();
  $("calibrate-begin").focus();
};
$("calibrate-keep").onsubmit = async (event) => {
  event.preventDefault();
  const name = $("calibrate-name").value.trim();
  if (name && await post("/api/calibration/keep", { name })) toast(`Saved as ${name} and applied. The camera keeps these settings.`);
};

/** Takes the state of the calibration. Each one is complete; earlier ones do not matter. */
export function takeCalibration(calibration) {
  now = calibration;
  $("calibrate").classList.toggle("busy", now?.phase === "running");
  if (page.open) render();
}

function render() {
  const phase = now?.phase;
  const isRunning = phase === "running";
  const isDone = phase === "done" && !isAsking;
  const before = document.activeElement;
  $("calibrate-form").hidden = isRunning || isDone;
  $("calibrate-run").hidden = !isRunning;
  $("calibrate-result").hidden = !isDone;
  say($("calibrate-told"), phase === "failed" ? sentence(now.message) : phase === "cancelled" ? "Cancelled. The camera's previous settings are restored." : "");
  $("calibrate-told").hidden = isRunning || isDone || !$("calibrate-told").textContent;
  if (isRunning) renderRun();
  if (isDone) renderResult();
  // If the focused element is now hidden, focus the next useful one.
  if (page.contains(before) && before.closest("[hidden]")) {
    (isRunning ? $("calibrate-cancel") : isDone ? $("calibrate-apply") : $("calibrate-begin")).focus();
  }
}

function capital(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

function renderRun() {
  const progress = now.progress;
  const button = $("calibrate-cancel");
  if (shown !== now.number) {
    shown = now.number;
    button.disabled = false;
  }
  $("calibrate-bar").value = progress?.share ?? 0;
  say($("calibrate-stage"), capital(progress?.stage ?? "opening the camera"));
  const setting = progress?.setting;
  const words = [];
  if (progress?.detail) words.push(progress.detail);
  if (setting?.exposure_ms != null) words.push(`exposure ${setting.exposure_ms} ms`);
  if (setting?.gain != null) words.push(`gain ${setting.gain}`);
  if (setting?.torch) words.push(`torch ${setting.torch}`);
  say($("calibrate-detail"), capital(words.join(" · ")));
  figure($("calibrate-was"), progress?.before);
  figure($("calibrate-best"), progress?.best);
  picture($("calibrate-was-picture"), "before", now.has_before);
}

function figure(element, figures) {
  say(element.querySelector("b"), figures ? percent(figures.decode_rate) : "–");
  say(element.querySelector("small"), figures ? `of ${figures.frames} frames decoded, ${Math.round(figures.latency_p95_ms)} ms` : "not known yet");
}

/** Shows a picture of this calibration; requests it only once. */
function picture(image, which, isThere) {
  const source = isThere ? `/api/calibration/${which}?number=${now.number}` : "";
  if (image.dataset.source === source) return;
  image.dataset.source = source;
  image.onload = () => { image.parentElement.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`; };
  image.hidden = !source;
  if (source) image.src = source;
  else image.removeAttribute("src");
}

function renderResult() {
  const { words, report, use } = now;
  const same = words.settings.length === 0;
  say($("calibrate-verdict"), verdict(words, report, same));
  picture($("calibrate-before"), "before", now.has_before);
  picture($("calibrate-after"), "after", now.has_after);
  const key = `${now.number}`;
  if ($("calibrate-table").dataset.number !== key) {
    $("calibrate-table").dataset.number = key;
    $("calibrate-table").replaceChildren(...words.table.map((row) => {
      const name = make("th", "", capital(row.name.trim()));
      name.scope = "row";
      return make("tr", "", null, name, make("td", "", row.before), make("td", "", row.after));
    }));
    $("calibrate-findings").replaceChildren(
      ...words.limits.map((text) => make("li", "limit", `No setting can fix this: ${text}`)),
      ...words.findings.map((text) => make("li", "", text)),
      ...(same ? [] : [make("li", "", `Settings: ${words.settings.join(", ")}`)]),
      ...words.remarks.map((text) => make("li", "dim", text)), make("li", "dim", capital(words.effort)));
  }
  const states = {
    open: "Not applied: the camera has its previous settings.",
    applied: "Applied until the studio exits.",
    kept: `Saved as profile ${now.profile ?? ""} and applied. The camera keeps these settings.`,
  };
  say($("calibrate-use"), states[use]);
  $("calibrate-apply").hidden = use !== "open";
  $("calibrate-back").hidden = use !== "applied";
  $("calibrate-keep").hidden = use === "kept";
}

function verdict(words, report, same) {
  if (!words.code) return "No code could be decoded: calibrated for contrast and sharpness only.";
  const { before, after } = report;
  const rates = [percent(before.decode_rate), percent(after.decode_rate)];
  const times = [before.latency_p95_ms, after.latency_p95_ms].map((time) => `${Math.round(time)} ms`);
  const change = same ? "no change: the previous settings are already the best."
    : rates[0] !== rates[1] ? `${rates[1]} of the frames decode now, ${rates[0]} before.`
      : `${rates[1]} of the frames decode, as before, but in ${times[1]} instead of ${times[0]}.`;
  return `${words.code.text.slice(0, 60)}: ${change}`;
}
