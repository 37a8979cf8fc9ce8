// SPDX-License-Identifier: Apache-2.0
// The doctor's page: the checks as they run, then the findings and their fixes.

import { $, fixItems, make, say, toast } from "./dom.js";
import { post } from "./server.js";

const page = $("doctor-page");
const marks = { pass: "✓", warn: "!", fail: "✕", unknown: "?", skip: "–" };
const verdicts = { ready: "All checks passed.", degraded: "It works, but there are warnings.", blocked: "A check failed." };
let isWaiting = false;

async function begin() {
  $("checks").replaceChildren();
  $("doctor-pair").hidden = true;
  say($("doctor-verdict"), "The doctor is checking the camera. The live picture stops meanwhile …");
  if (!page.open) page.showModal();
  isWaiting = await post("/api/doctor", {}) !== null;
}

/** Takes a check that has started, or the report. */
export function takeDoctor(word) {
  if (!isWaiting) return;
  if (word.check) {
    for (const item of $("checks").children) item.querySelector(".mark").textContent = "·";
    $("checks").append(entry("", "…", word.question));
    return;
  }
  isWaiting = false;
  if (word.error) return say($("doctor-verdict"), word.error);
  const { report } = word;
  say($("doctor-verdict"), report.headline ? report.message : verdicts[report.verdict]);
  $("checks").replaceChildren(...report.checks.map((check) => result(check, word.questions[check.id] ?? check.id)));
  showLooks(word.look, word.before);
}

/** Shows the checked picture beside that of the check before, so that the user can see whether a fix helped. */
function showLooks(look, before) {
  $("doctor-pair").hidden = !look.has_picture && !before?.has_picture;
  $("doctor-before").hidden = !before;
  if (before) show($("doctor-before"), "before", look.number, before.has_picture, `Previous check: ${before.message}`);
  show($("doctor-now"), "now", look.number, look.has_picture, before ? `Now: ${look.message}` : "The picture that the doctor checked, as the reader sees it");
}

function show(figure, which, number, isThere, caption) {
  const image = figure.querySelector("img");
  image.hidden = !isThere;
  image.onload = () => { image.parentElement.style.aspectRatio = `${image.naturalWidth} / ${image.naturalHeight}`; };
  if (isThere) image.src = `/api/doctor/${which}?number=${number}`;
  else image.removeAttribute("src");
  say(figure.querySelector("figcaption"), isThere ? caption : `${caption} (no picture)`);
}

/** Called when the phase changes. If the camera is scanned again and no report has come, the page has missed it. */
export function takePhase(phase) {
  if (phase === "over" && isWaiting) toast("The studio has exited.");
}

function entry(kind, mark, title) {
  return make("li", kind, null, make("span", "mark", mark), make("div", "body", null, make("p", "question", title)));
}

function result(check, question) {
  const item = entry(check.state, marks[check.state] ?? "?", question);
  item.dataset.check = check.id;
  const body = item.querySelector(".body");
  body.append(make("p", "", check.message ?? check.reason ?? ""));
  if (check.effect) body.append(make("p", "dim", check.effect));
  const evidence = (check.evidence ?? []).map((line) => `${line.what}: ${line.value}${line.threshold ? ` (${line.threshold})` : ""}`);
  if (evidence.length && check.state !== "pass") body.append(make("p", "evidence", evidence.join(" · ")));
  if (check.fixes?.length) body.append(make("ul", "fixes", null, ...fixItems(check.fixes)));
  return item;
}

$("doctor").onclick = begin;
$("doctor-again").onclick = begin;
for (const button of document.querySelectorAll("dialog [data-close]")) button.onclick = () => button.closest("dialog").close();
