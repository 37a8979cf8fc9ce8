// SPDX-License-Identifier: Apache-2.0
// The list of scans, newest first.

import { $, copy, make, moment, save, say, toast } from "./dom.js";
import { get, post } from "./server.js";

const most = 500;
let scans = [];
let total = 0;
/** Counts events, to detect whether a requested list is out of date when it arrives. */
let told = 0;
let isSounding = false;
let audio = null;

export async function loadScans() {
  try {
    const before = told;
    const now = await get("/api/scans");
    if (told !== before) return loadScans();
    scans = now.scans;
    total = now.total;
    $("scans").replaceChildren(...scans.map((scan) => item(scan)));
    count();
  } catch {
    // The events tell when the studio is back.
  }
}

export function takeScan(scan) {
  told += 1;
  if (scans.some((known) => known.number === scan.number)) return;
  scans.unshift(scan);
  total += 1;
  const entry = item(scan);
  entry.classList.add("fresh");
  $("scans").prepend(entry);
  if (scans.length > most) {
    scans.pop();
    $("scans").lastElementChild.remove();
  }
  count();
  const isUnknown = scan.catalog && scan.catalog.row === null;
  $("spoken").textContent = `${scan.text}${isUnknown ? ", not in the catalogue" : ""}`;
  if (isSounding) beep(!isUnknown);
}

export function takeDone(done) {
  told += 1;
  scans = [];
  total = 0;
  $("scans").replaceChildren();
  count();
  toast(`Done: ${done.scans} ${done.scans === 1 ? "scan" : "scans"}.`);
}

function count() {
  say($("scans-count"), String(total));
  $("scans-empty").hidden = scans.length > 0;
  for (const id of ["copy-all", "export", "done"]) $(id).disabled = total === 0;
}

function item(scan) {
  const button = make("button", "", "Copy");
  button.setAttribute("aria-label", `Copy ${scan.text}`);
  button.onclick = () => copy(scan.text, "Text");
  const time = new Date(scan.time).toLocaleTimeString();
  const about = [time, scan.symbology];
  if (scan.reader === "keyboard") about.push("typed by hand");
  if (scan.age_ms !== undefined && scan.age_ms !== null) about.push(`${Math.round(scan.age_ms)} ms`);
  const entry = make("li", "", null, make("span", "text", scan.text), button);
  if (scan.catalog) {
    const row = scan.catalog.row;
    entry.append(row === null
      ? make("span", "match none", `not in ${scan.catalog.name}`)
      : make("span", "match", Object.entries(row).slice(0, 4).map(([key, value]) => `${key}: ${value}`).join(" · ")));
  }
  entry.append(make("span", "about", about.join(" · ")));
  return entry;
}

function beep(isGood) {
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.value = isGood ? 1760 : 220;
  gain.gain.setValueAtTime(0.12, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + (isGood ? 0.12 : 0.35));
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.4);
}

$("sound").onclick = () => {
  isSounding = !isSounding;
  $("sound").setAttribute("aria-pressed", String(isSounding));
  if (isSounding) beep(true);
};

$("copy-all").onclick = () => copy(scans.map((scan) => scan.text).reverse().join("\n"), `${scans.length} texts`);

/** A cell that a spreadsheet treats as text, whatever its first character. */
function cell(text) {
  const value = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${value.replaceAll('"', '""')}"`;
}

$("export").onclick = () => {
  const rows = scans.slice().reverse().map((scan) => [scan.time, scan.symbology ?? "", scan.text, scan.source].map(cell).join(","));
  const blob = new Blob([`time,symbology,text,source\r\n${rows.join("\r\n")}\r\n`], { type: "text/csv" });
  save(blob, `scans-${moment()}.csv`);
};

$("done").onclick = () => post("/api/scans/done", {});

$("entry").onsubmit = async (event) => {
  event.preventDefault();
  const field = $("entry-text");
  const text = field.value.trim();
  if (!text) return;
  const symbology = $("entry-kind").value;
  if (await post("/api/scans", symbology ? { text, symbology } : { text })) field.value = "";
};

/** Offers the symbologies that are read, for texts that do not imply one. */
export function offerKinds(symbologies) {
  const list = $("entry-kind");
  const names = (symbologies ?? []).filter((name) => !/^(ean|upc|isbn)/.test(name));
  if (list.dataset.names === names.join()) return;
  list.dataset.names = names.join();
  const chosen = list.value;
  list.replaceChildren(list.options[0], ...names.map((name) => {
    const option = make("option", "", name);
    option.value = name;
    return option;
  }));
  list.value = names.includes(chosen) ? chosen : "";
}
