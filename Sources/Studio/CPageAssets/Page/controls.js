// SPDX-License-Identifier: Apache-2.0
// The camera's controls, each as a suitable widget.

import { $, make, say, sentence, toast } from "./dom.js";
import { post } from "./server.js";

const widgets = new Map();
let signature = null;

/** Takes the current controls. Keeps the widgets while the set of controls is the same. */
export function takeControls(list) {
  const controls = list ?? [];
  const now = controls.map((control) => `${control.name}/${control.kind}/${control.minimum}/${control.maximum}`).join();
  if (now !== signature) {
    signature = now;
    widgets.clear();
    $("controls").replaceChildren(...controls.map(build));
    $("reset-all").disabled = controls.length === 0;
    say($("controls-note"), controls.length
      ? "When the studio exits, it restores the controls." : "There is no camera, or it has no controls.");
  }
  for (const control of controls) widgets.get(control.name)?.update(control);
}

function build(control) {
  const id = `control-${control.name}`;
  const box = make("div", "control");
  box.dataset.name = control.name;
  const label = make("label", "", control.title);
  label.htmlFor = id;
  label.title = control.title;
  const value = make("output");
  value.htmlFor = id;
  const undo = make("button", "undo", "↺");
  undo.title = "Reset to default";
  undo.setAttribute("aria-label", `Reset ${control.title} to its default`);
  undo.onclick = async () => tell(await post("/api/controls/reset", { name: control.name }));
  const why = make("p", "why");
  why.id = `${id}-why`;
  const part = (kinds[control.kind] ?? plain)(control, id);
  part.element.classList.add("widget");
  part.element.setAttribute("aria-describedby", why.id);
  if (part.isRow) {
    box.classList.add("row");
    box.append(label, part.element, undo, why);
  } else {
    box.append(label, value, undo, part.element, why);
  }
  widgets.set(control.name, {
    update(now) {
      part.update(now);
      // A menu shows its choice itself.
      if (!part.isRow && !control.menu) say(value, now.human ?? now.text ?? "");
      say(why, sentence(now.error ?? now.obstacle ?? ""));
      why.hidden = !why.textContent;
      box.classList.toggle("overruled", Boolean(now.obstacle));
      box.classList.toggle("changed", now.value !== undefined && now.value !== now.default && now.can_be_set);
      part.element.disabled = !now.can_be_set;
    },
  });
  return box;
}

function tell(result) {
  const words = [...(result?.refusals ?? []), ...(result?.notes ?? [])];
  if (words.length) toast(words.join(". "));
}

/** Sends values as fast as the camera accepts them; while one is being set, only the newest waits. */
function sender(name) {
  let isBusy = false;
  let next = null;
  return async function send(value) {
    next = value;
    if (isBusy) return;
    isBusy = true;
    while (next !== null) {
      const now = next;
      next = null;
      tell(await post("/api/controls", { settings: { [name]: now } }));
    }
    isBusy = false;
  };
}

function slider(control, id) {
  const element = make("input");
  element.type = "range";
  element.id = id;
  element.min = control.minimum;
  element.max = control.maximum;
  element.step = control.step;
  const send = sender(control.name);
  let held = -Infinity;
  let told = null;
  let timer = 0;
  // While the user drags, ignore values from the camera. Apply the last one afterwards: it is not sent again.
  const settle = () => {
    clearTimeout(timer);
    const left = held + 600 - performance.now();
    if (left > 0) timer = setTimeout(settle, left);
    else if (told !== null) element.value = told;
  };
  element.oninput = () => {
    held = performance.now();
    send(Number(element.value));
  };
  return {
    element,
    update(now) {
      if (now.value !== undefined) {
        told = now.value;
        settle();
      }
      element.setAttribute("aria-valuetext", now.human ?? now.text ?? "");
    },
  };
}

function check(control, id) {
  const element = make("input");
  element.type = "checkbox";
  element.id = id;
  element.setAttribute("role", "switch");
  const send = sender(control.name);
  element.onchange = () => send(element.checked ? 1 : 0);
  return { element, isRow: true, update: (now) => { element.checked = now.value === 1; } };
}

function menu(control, id) {
  const element = make("select");
  element.id = id;
  for (const choice of control.menu ?? []) {
    const option = make("option", "", choice.label);
    option.value = choice.value;
    element.append(option);
  }
  const send = sender(control.name);
  element.onchange = () => send(Number(element.value));
  return { element, update: (now) => { if (now.value !== undefined) element.value = String(now.value); } };
}

function press(control, id) {
  const element = make("button", "", "Press");
  element.id = id;
  element.onclick = async () => tell(await post("/api/controls", { settings: { [control.name]: "press" } }));
  return { element, isRow: true, update() {} };
}

function plain(control, id) {
  const element = make("output", "", "");
  element.id = id;
  return { element, isRow: true, update: (now) => say(element, now.text ?? "–") };
}

const kinds = { int: slider, int64: slider, bool: check, menu, intmenu: menu, button: press };

$("reset-all").onclick = async () => {
  const result = await post("/api/controls/reset", {});
  if (result) toast(result.refusals.length ? result.refusals.join(". ") : "All controls are at their defaults.");
};
