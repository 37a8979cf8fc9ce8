// SPDX-License-Identifier: Apache-2.0
// The profiles: named settings, for this camera and others.

import { $, make, say, toast } from "./dom.js";
import { get, post } from "./server.js";

const page = $("profiles-page");

$("profiles").onclick = () => {
  if (!page.open) page.showModal();
  load();
};

async function load() {
  try {
    const { profiles, unread } = await get("/api/profiles");
    $("profile-list").replaceChildren(...profiles.map(item));
    $("profiles-empty").hidden = profiles.length > 0;
    say($("profiles-unread"), unread.join(" "));
    $("profiles-unread").hidden = unread.length === 0;
  } catch {
    toast("The studio does not respond.");
  }
}

function item(profile) {
  const title = make("h3", "", profile.name);
  const isHere = profile.fit === "exact" || profile.fit === "alike";
  const marks = [];
  if (profile.differences?.length === 0) marks.push(make("span", "mark good", "in use"));
  if (profile.of_machine) marks.push(make("span", "mark", "system-wide"));
  if (profile.fit === "alike") marks.push(make("span", "mark wait", "same model, another camera"));
  if (profile.fit === "other") marks.push(make("span", "mark", "another camera"));
  const about = [profile.camera.title ?? profile.camera.identity, new Date(profile.saved).toLocaleString(),
    `${profile.controls.length} settings`];
  if (profile.score?.decode_rate != null) about.push(`decodes ${Math.round(profile.score.decode_rate * 100)} % of frames`);
  const apply = make("button", "strong", "Apply");
  apply.disabled = !isHere || profile.differences?.length === 0;
  apply.setAttribute("aria-label", `Apply ${profile.name}`);
  apply.onclick = () => use(profile);
  const entry = make("li", "", null, make("div", "head", null, title, ...marks), make("p", "dim", about.join(" · ")));
  entry.dataset.name = profile.name;
  if (profile.note) entry.append(make("p", "", profile.note));
  if (profile.differences?.length) entry.append(differences(profile.differences));
  const tools = make("div", "small-tools", null, apply);
  if (!profile.of_machine) tools.append(remover(profile));
  entry.append(tools);
  return entry;
}

/** What the profile would change: the camera's value, then the profile's. */
function differences(list) {
  const rows = list.map((one) => make("li", "", null, make("span", "", one.title), make("span", "", `${one.now} → ${one.saved}`)));
  const summary = make("summary", "", list.length === 1 ? "One setting differs" : `${list.length} settings differ`);
  const box = make("details", "", null, summary, make("ul", "differences", null, ...rows));
  box.open = list.length <= 4;
  return box;
}

/** A button that removes only when pressed twice. */
function remover(profile) {
  const button = make("button", "", "Remove");
  button.setAttribute("aria-label", `Remove ${profile.name}`);
  let isArmed = false;
  button.onclick = async () => {
    if (!isArmed) {
      isArmed = true;
      say(button, "Confirm removal");
      button.setAttribute("aria-label", `Confirm removal of ${profile.name}`);
      return;
    }
    if (await post("/api/profiles/remove", { name: profile.name })) toast(`${profile.name} removed.`);
    await load();
    $("profile-name").focus();
  };
  button.onblur = () => {
    isArmed = false;
    say(button, "Remove");
    button.setAttribute("aria-label", `Remove ${profile.name}`);
  };
  return button;
}

async function use(profile) {
  const result = await post("/api/profiles/apply", { name: profile.name });
  if (result) toast(result.problems.length ? result.problems.join(" ") : `${profile.name} is applied. The camera keeps these settings.`);
  load();
}

$("profile-form").onsubmit = async (event) => {
  event.preventDefault();
  const name = $("profile-name").value.trim();
  if (!name) return;
  const note = $("profile-note").value.trim();
  const result = await post("/api/profiles", note ? { name, note } : { name });
  if (!result) return;
  toast(`Saved ${result.settings} settings as ${name}.`);
  $("profile-form").reset();
  load();
};
