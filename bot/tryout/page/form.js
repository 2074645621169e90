// The options of one command as a form: a labelled field for each. It stands where else the input line is.

import { Choice } from "/choice.js";
import { el } from "/dom.js";
import { localName, optionChoices } from "/options.js";

const INTEGER = 4, NUMBER = 10;
const TYPING_MS = 200;

export class OptionForm {
  // `suggest` is the list to use for what is being completed, `leave` is called to go back to the input line
  constructor(column, command, suggest, leave) {
    Object.assign(this, { column, command, suggest, leave });
    this.channel = column.active;
    this.asked = 0;
    this.fields = command.options.map((option) => this.field(option));
    this.node = el("div", { class: "options", role: "group", "aria-label": `/${command.shown}` },
      el("div", { class: "options-head" }, el("span", {}, el("b", { class: "mention" }, `/${command.shown}`), " ", command.description),
        el("button", { class: "plain", type: "button", "aria-label": column.t.close, onclick: leave }, "✕")),
      ...this.fields.map((field) => field.row));
    this.node.addEventListener("keydown", (press) => {
      if (press.key === "Escape" && !press.defaultPrevented) leave();
    });
  }

  field(option) {
    const { column } = this;
    const { t } = column;
    const name = localName(option, column);
    const about = [name, localName(option, column, "description")].join(": ");
    const field = { option, name, value: () => "" };
    const choices = option.autocomplete ? null : optionChoices(option, column);
    if (choices) {
      const choice = new Choice({ options: choices, least: option.required ? 1 : 0, hint: t.choose, label: about, t, keep: true });
      field.value = () => choice.values[0] ?? "";
      field.control = choice.node;
    } else {
      const numeric = option.type === INTEGER ? "numeric" : option.type === NUMBER ? "decimal" : null;
      const input = el("input", { class: "field-line", type: "text", autocomplete: "off", spellcheck: "false", inputmode: numeric, maxlength: option.max_length ?? 4000, "aria-label": about, "aria-required": String(Boolean(option.required)) });
      field.value = () => (field.picked?.label === input.value.trim() ? String(field.picked.value) : input.value.trim());
      field.control = input;
      if (option.autocomplete) this.completes(field, input);
      input.addEventListener("keydown", (press) => {
        if (press.key === "Backspace" && !input.value && field === this.fields[0]) { press.preventDefault(); this.leave(); }
      });
    }
    field.row = el("div", { class: "option" }, el("div", { class: "option-name" }, el("b", {}, name), option.required ? el("span", { class: "must", title: t.required }, "*") : el("small", {}, t.optional)),
      field.control, option.description !== "…" && el("small", { class: "option-about" }, localName(option, column, "description")));
    return field;
  }

  completes(field, input) {
    const ask = (delay) => {
      clearTimeout(this.timer);
      this.asked += 1;
      if (field.picked?.label === input.value.trim()) return this.suggest.hide();
      this.tell(field, this.column.t.loading);
      this.timer = setTimeout(() => this.complete(field, input, this.asked), delay);
    };
    this.suggest.serve(input, () => ask(0));
    input.addEventListener("input", () => ask(TYPING_MS));
    input.addEventListener("blur", () => { clearTimeout(this.timer); this.asked += 1; });
  }

  async complete(field, input, asked) {
    const { column } = this;
    const options = { ...this.values(), [field.option.name]: input.value.trim() };
    let answer;
    try {
      answer = await column.link.interact({ do: "autocomplete", channel: this.channel, name: this.command.path, options, focused: field.option.name });
    } catch {
      answer = { choices: [], failed: true };
    }
    // an answer to what is no longer being asked is dropped
    if (asked !== this.asked || document.activeElement !== input) return;
    if (answer.failed) return this.tell(field, column.t.noChoices);
    if (!answer.choices.length) return this.tell(field, column.t.none);
    const items = answer.choices.map((choice) => {
      const label = localName(choice, column);
      return { head: label, take: () => {
        input.value = label;
        field.picked = { label: label.trim(), value: choice.value };
        this.suggest.hide();
      } };
    });
    // an option that may be left out is not filled in by an Enter that was meant to send
    this.suggest.show(items, field.option.required || input.value ? 0 : -1, field.name);
  }

  tell(field, text) { this.suggest.show([{ head: text, take: null }], -1, field.name); }

  // what is filled in, by the options' own names
  values() {
    return Object.fromEntries(this.fields.map((field) => [field.option.name, field.value()]).filter(([, value]) => value !== ""));
  }

  missing() { return this.fields.filter((field) => field.option.required && field.value() === ""); }

  // the first field that must be filled in; null when there is none
  get first() { return this.fields.find((field) => field.option.required)?.control ?? null; }
}
