// SPDX-License-Identifier: Apache-2.0
// DOM helpers. Untrusted text (codes, device names) enters the document only as text, never as markup.

export const $ = (id) => document.getElementById(id);

/** Makes an element with a class, a text and children. */
export function make(tag, name, text, ...children) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined && text !== null) element.textContent = text;
  element.append(...children);
  return element;
}

/** Sets a text only if it changes, to avoid needless layout. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A message as a sentence: its first word begins with a capital, unless it is a path, a name or an id. */
export const sentence = (text) => (/^[a-z]+[ ,]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text);

let timer = 0;

/** Shows a short message. */
export function toast(text) {
  const box = $("toast");
  clearTimeout(timer);
  // Shown again, it is above any dialog opened since.
  if (box.matches(":popover-open")) box.hidePopover();
  box.showPopover();
  box.textContent = text;
  timer = setTimeout(() => box.hidePopover(), 5200);
}

export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast("The browser does not allow the page to copy. Select the text and copy it yourself.");
  }
}

/** List items of fixes, with commands to copy. */
export function fixItems(fixes) {
  return (fixes ?? []).map((fix) => {
    const item = make("li", "", fix.title);
    for (const command of fix.commands) {
      const button = make("button", "", "Copy");
      button.onclick = () => copy(command, "Command");
      item.append(make("code", "", null, make("span", "", command), button));
    }
    return item;
  });
}

/** Offers a file for download. */
export function save(blob, name) {
  const link = make("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Sizes a canvas to the screen's pixels; returns its context in CSS pixels, with its size. */
export function sharp(canvas) {
  const ratio = window.devicePixelRatio || 1;
  const { width, height } = canvas.getBoundingClientRect();
  const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const context = canvas.getContext("2d");
  context.setTransform(w / Math.max(1, width), 0, 0, h / Math.max(1, height), 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** A colour of the style sheet in the current scheme. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const pad = (number) => String(number).padStart(2, "0");

/** The local time, for file names. */
export function moment(date = new Date()) {
  return `${date.getFullYear()}${pad(date.getMonth() + 1)}${pad(date.getDate())}-${pad(date.getHours())}${pad(date.getMinutes())}${pad(date.getSeconds())}`;
}
