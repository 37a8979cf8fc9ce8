// SPDX-License-Identifier: Apache-2.0
// The doctor's page: the checks as they run, then the findings and their fixes.

import { $, fixItems, make, say, sentence, toast } from "./dom.js";
import { post } from "./server.js";

const page = $("doctor-page");
const marks = { pass: "✓", warn: "!", fail: "✕", unknown: "?", skip: "–" };
const verdicts = { ready: "All checks passed.", degraded: "It works, but there are warnings.", blocked: "A check failed." };
let isWaiting = false;

function clear() {
  $("checks").replaceChildren();
  $("doctor-more").replaceChildren();
  $("doctor-pair").hidden = true;
  $("doctor-source").hidden = true;
}

async function begin() {
  clear();
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
  if (word.error) return say($("doctor-verdict"), sentence(word.error));
  const { report } = word;
  say($("doctor-verdict"), verdict(report));
  $("checks").replaceChildren(...results(report, word.questions));
  showLooks(word.look, word.before);
}

const verdict = (report) => report.headline ? sentence(report.message) : verdicts[report.verdict];
const results = (report, questions) => report.checks.map((check) => result(check, questions[check.id] ?? check.id));

/** Shows what the doctor says of another machine, from the evidence that was saved there. */
export async function showEvidence(file) {
  isWaiting = false;
  clear();
  say($("doctor-verdict"), "The doctor is reading the evidence …");
  if (!page.open) page.showModal();
  let answer = { error: "The studio does not respond." };
  try {
    const response = await fetch("/api/evidence", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });
    answer = await response.json();
  } catch { /* The studio has exited. */ }
  if (!answer.examinations) return say($("doctor-verdict"), sentence(answer.error ?? "The studio does not respond."));
  const [first, ...others] = answer.examinations;
  if (!first) return say($("doctor-verdict"), "The evidence contains no examination.");
  $("doctor-source").hidden = false;
  say($("doctor-source"), `${file.name}: ${source(first)}${answer.redacted ? "; names, serial numbers and texts of codes were removed" : ""}`);
  say($("doctor-verdict"), verdict(first.report));
  $("checks").replaceChildren(...results(first.report, answer.questions));
  for (const other of others) {
    $("doctor-more").append(
      make("p", "dim", source(other)), make("p", "verdict", verdict(other.report)),
      make("ol", "checks", null, ...results(other.report, answer.questions)));
  }
}

/** What was examined, where and when. */
function source({ report, program, time, system, kernel, board }) {
  const place = [system, kernel && `Linux ${kernel}`, board].filter(Boolean).join(", ");
  return [report.subject, place, `candela ${program}`, time.replace("T", " ").replace(/\.\d+Z$/, " UTC")].filter(Boolean).join(" · ");
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
  body.append(make("p", "", sentence(check.message ?? check.reason ?? "")));
  if (check.effect) body.append(make("p", "dim", sentence(check.effect)));
  const evidence = (check.evidence ?? []).map((line) => `${line.what}: ${line.value}${line.threshold ? ` (${line.threshold})` : ""}`);
  if (evidence.length && check.state !== "pass") body.append(make("p", "evidence", evidence.join(" · ")));
  if (check.fixes?.length) body.append(make("ul", "fixes", null, ...fixItems(check.fixes)));
  if (check.deciding?.length) {
    const tests = check.deciding.map(({ test, command }) => ({ title: test, commands: command ? [command] : [] }));
    body.append(make("p", "dim", "To be sure:"), make("ul", "fixes", null, ...fixItems(tests)));
  }
  return item;
}

$("doctor").onclick = begin;
$("doctor-again").onclick = begin;
for (const button of document.querySelectorAll("dialog [data-close]")) button.onclick = () => button.closest("dialog").close();
