// SPDX-License-Identifier: Apache-2.0
// The calibration's page: what is asked of it, how far it is, what it found, and what becomes of that.

import { $, make, say, toast } from "./dom.js";
import { post } from "./server.js";

const page = $("calibrate-page");
const percent = (share) => `${Math.round(share * 100)} %`;
let shown = 0;
let now = null;
/** Whether the form is asked for although something was found before. */
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
  if (await post("/api/calibration/apply", {})) toast("The camera has these settings until the studio ends.");
};
$("calibrate-back").onclick = async () => {
  if (await post("/api/calibration/put-back", {})) toast("The camera has what it had before.");
};
$("calibrate-again").onclick = () => {
  isAsking = true;
  render();
  $("calibrate-begin").focus();
};
$("calibrate-keep").onsubmit = async (event) => {
  event.preventDefault();
  const name = $("calibrate-name").value.trim();
  if (name && await post("/api/calibration/keep", { name })) toast(`Kept as ${name}, and in the camera to stay.`);
};

/** Takes how far the calibration is; the newest word is all there is to know. */
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
  say($("calibrate-told"), phase === "failed" ? now.message : phase === "cancelled" ? "Cancelled: the camera has what it had before." : "");
  $("calibrate-told").hidden = isRunning || isDone || !$("calibrate-told").textContent;
  if (isRunning) renderRun();
  if (isDone) renderResult();
  // What had the keyboard may have gone: it goes on where one can go on.
  if (page.contains(before) && before.closest("[hidden]")) {
    (isRunning ? $("calibrate-cancel") : isDone ? $("calibrate-apply") : $("calibrate-begin")).focus();
  }
}

function sentence(text) { return text.charAt(0).toUpperCase() + text.slice(1); }

function renderRun() {
  const progress = now.progress;
  const button = $("calibrate-cancel");
  if (shown !== now.number) {
    shown = now.number;
    button.disabled = false;
  }
  $("calibrate-bar").value = progress?.share ?? 0;
  say($("calibrate-stage"), sentence(progress?.stage ?? "opening the camera"));
  const setting = progress?.setting;
  const words = [];
  if (progress?.detail) words.push(progress.detail);
  if (setting?.exposure_ms != null) words.push(`exposure ${setting.exposure_ms} ms`);
  if (setting?.gain != null) words.push(`gain ${setting.gain}`);
  if (setting?.torch) words.push(`torch ${setting.torch}`);
  say($("calibrate-detail"), sentence(words.join(" · ")));
  figure($("calibrate-was"), progress?.before);
  figure($("calibrate-best"), progress?.best);
  picture($("calibrate-was-picture"), "before", now.has_before);
}

function figure(element, figures) {
  say(element.querySelector("b"), figures ? percent(figures.decode_rate) : "–");
  say(element.querySelector("small"), figures ? `of ${figures.frames} frames read, ${Math.round(figures.latency_p95_ms)} ms` : "not known yet");
}

/** Shows a picture of this calibration, asked for once. */
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
      const name = make("th", "", sentence(row.name.trim()));
      name.scope = "row";
      return make("tr", "", null, name, make("td", "", row.before), make("td", "", row.after));
    }));
    $("calibrate-findings").replaceChildren(
      ...words.limits.map((text) => make("li", "limit", `No setting mends this: ${text}`)),
      ...words.findings.map((text) => make("li", "", text)),
      ...(same ? [] : [make("li", "", `Settings: ${words.settings.join(", ")}`)]),
      ...words.remarks.map((text) => make("li", "dim", text)), make("li", "dim", sentence(words.effort)));
  }
  const states = {
    open: "Found, and put back: the camera has what it had before.",
    applied: "In the camera now, until the studio ends.",
    kept: `Kept as the profile ${now.profile ?? ""}, and in the camera to stay.`,
  };
  say($("calibrate-use"), states[use]);
  $("calibrate-apply").hidden = use !== "open";
  $("calibrate-back").hidden = use !== "applied";
  $("calibrate-keep").hidden = use === "kept";
}

function verdict(words, report, same) {
  if (!words.code) return "No code could be read: calibrated for contrast and sharpness only.";
  const { before, after } = report;
  const rates = [percent(before.decode_rate), percent(after.decode_rate)];
  const times = [before.latency_p95_ms, after.latency_p95_ms].map((time) => `${Math.round(time)} ms`);
  const change = same ? "nothing was changed, as the camera had it right."
    : rates[0] !== rates[1] ? `${rates[1]} of the frames read now, ${rates[0]} before.`
      : `${rates[1]} of the frames read, as before, now within ${times[1]} instead of ${times[0]}.`;
  return `${words.code.text.slice(0, 60)}: ${change}`;
}
