// A form that the bot opens over one person's column.

import { Choice } from "/choice.js";
import { el } from "/dom.js";
import { markdown } from "/markdown.js";
import { menuOptions } from "/options.js";

const TEXT = 4, WORDS = 10, LABEL = 18, PARAGRAPH = 2;
let count = 0;

// One component that can be filled in, with its label; `value` gives what the server wants to have.
function field(component, label, description, column) {
  const required = component.required !== false;
  const id = `field${++count}`;
  const made = { id: component.custom_id };
  if (component.type === TEXT) {
    const long = component.style === PARAGRAPH;
    made.control = el(long ? "textarea" : "input", { id, rows: long ? 4 : null, type: long ? null : "text", required, minlength: component.min_length, maxlength: component.max_length ?? 4000, placeholder: component.placeholder });
    made.control.value = component.value ?? "";
    made.value = () => made.control.value;
    made.complete = () => !required || made.control.value !== "";
  } else {
    const choice = new Choice({ options: menuOptions(component, column), least: required ? component.min_values ?? 1 : 0, most: component.max_values ?? 1, hint: component.placeholder || column.t.choose, label, t: column.t, keep: true });
    made.control = choice.node;
    made.control.id = id;
    made.value = () => choice.values;
    made.complete = () => choice.values.length >= choice.least;
  }
  const notes = description && el("small", {}, description);
  made.row = el("div", { class: "field-row" }, el("label", { for: id }, el("b", {}, label ?? ""), required && el("span", { class: "must" }, " *")), notes, made.control);
  return made;
}

export function openModal(column, event) {
  const { modal } = event;
  const { t } = column;
  const fields = [];
  const one = (component, label, description) => {
    fields.push(field(component, label, description, column));
    return fields[fields.length - 1].row;
  };
  const parts = modal.components.flatMap((component) => {
    if (component.type === WORDS) return [markdown(component.content, column)];
    if (component.type === LABEL) return [one(component.component, component.label, component.description)];
    return component.components.map((child) => one(child, child.label));
  });
  const before = document.activeElement;
  const note = el("div", { class: "note", role: "alert" });
  const send = el("button", { class: "button primary", type: "submit" }, t.submit);
  const form = el("form", { class: "modal", role: "dialog", "aria-modal": "true", "aria-label": modal.title, novalidate: true },
    el("div", { class: "modal-head" }, el("h3", {}, modal.title), el("button", { class: "plain", type: "button", "aria-label": t.close, onclick: () => close() }, "✕")),
    ...parts, note, el("div", { class: "modal-foot" }, el("button", { class: "button secondary", type: "button", onclick: () => close() }, t.cancel), send));
  const cover = el("div", { class: "cover" }, form);
  const close = () => { cover.remove(); before?.focus?.({ preventScroll: true }); };
  cover.addEventListener("keydown", (press) => {
    if (press.key === "Escape") close();
    if (press.key !== "Tab") return;
    const stops = [...form.querySelectorAll("button, input, textarea, a")].filter((node) => !node.disabled);
    const edge = press.shiftKey ? stops[0] : stops[stops.length - 1];
    if (document.activeElement !== edge) return;
    press.preventDefault();
    (press.shiftKey ? stops[stops.length - 1] : stops[0]).focus();
  });
  form.addEventListener("submit", async (press) => {
    press.preventDefault();
    if (send.disabled) return;
    const missing = fields.find((one) => !one.complete());
    if (missing) {
      note.textContent = `${t.missing} ${missing.row.querySelector("b").textContent}`;
      return missing.control.focus();
    }
    send.disabled = true;
    note.textContent = "";
    try {
      const outcome = await column.link.interact({ do: "submit", modal: event.id, values: Object.fromEntries(fields.map((one) => [one.id, one.value()])) });
      if (outcome.state === "failed") note.textContent = t.failed;
      else close();
    } catch (fault) {
      note.textContent = fault.message;
    }
    send.disabled = false;
  });
  column.node.append(cover);
  (fields[0]?.control ?? send).focus();
}
