// The input line: plain messages, and slash commands with a list to choose from and a form for their options.

import { el } from "/dom.js";
import { OptionForm } from "/form.js";
import { localName } from "/options.js";
import { Suggest } from "/suggest.js";

const FIRST_COMMAND = "table open";

export class Composer {
  constructor(column) {
    this.column = column;
    this.form = null;
    this.suggest = new Suggest(`suggest${column.number}`);
    this.input = el("input", { class: "line", type: "text", autocomplete: "off", spellcheck: "false", maxlength: "4000" });
    this.button = el("button", { class: "send", type: "submit" }, "➤");
    this.note = el("div", { class: "note", role: "status" });
    this.place = el("div", { class: "place" });
    this.node = el("form", { class: "composer", novalidate: true }, this.suggest.list, this.note, this.place, this.input, this.button);
    this.suggest.serve(this.input, () => this.offer());
    this.input.addEventListener("input", () => { this.note.textContent = ""; this.offer(); });
    this.input.addEventListener("keydown", (press) => {
      if (press.key !== "Tab" || press.shiftKey || this.suggest.at < 0) return;
      press.preventDefault();
      this.suggest.items[this.suggest.at].take();
    });
    this.node.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
  }

  relabel() {
    const { t } = this.column;
    const where = this.column.split ? ` (${this.column.tabName(this.column.active)})` : "";
    this.input.placeholder = `${t.placeholder}${where}`;
    this.input.setAttribute("aria-label", this.input.placeholder);
    this.button.title = t.send;
    this.button.setAttribute("aria-label", t.send);
  }

  type(text) {
    this.leave();
    this.input.value = text;
    this.input.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.offer();
  }

  // which commands there are here, each as { path, shown, names, options, description }
  commands(place = this.column.active === this.column.you.dm ? "dm" : "guild") {
    const { column } = this;
    const roots = column.commands[place] ?? [];
    const found = [];
    const walk = (thing, path, shown, names) => {
      const own = localName(thing, column);
      const here = [[...path, thing.name], [...shown, own], [...names, [thing.name, own]]];
      const inner = (thing.options ?? []).filter((option) => option.type <= 2);
      if (inner.length) inner.forEach((child) => walk(child, ...here));
      else found.push({ path: here[0].join(" "), shown: here[1].join(" "), names: here[2], options: thing.options ?? [], description: localName(thing, column, "description") });
    };
    roots.forEach((root) => walk(root, [], [], []));
    return found;
  }

  // the newcomer's command, as soon as the bot has named it
  firstCommand() { return this.commands("guild").find((command) => command.path === FIRST_COMMAND); }

  // the command a text begins with, in either language, and what comes after it
  parse(text) {
    const words = text.slice(1).split(" ");
    for (const command of this.commands().sort((a, b) => b.names.length - a.names.length)) {
      const size = command.names.length;
      if (words.length >= size && command.names.every((names, at) => names.includes(words[at]))) {
        return { command, rest: words.slice(size).join(" ").trim(), begun: words.length > size };
      }
    }
    return null;
  }

  // what can come next may have changed while somebody is typing
  refresh() {
    if (document.activeElement === this.input) this.offer();
  }

  offer() {
    const text = this.input.value;
    if (!text.startsWith("/")) return this.suggest.hide();
    const parsed = this.parse(text);
    if (parsed?.begun) {
      if (parsed.command.options.length) return this.fill(parsed.command, parsed.rest);
      return this.suggest.show([], -1, `/${parsed.command.shown} – ${parsed.command.description}`);
    }
    const typed = text.slice(1).toLowerCase();
    const begins = (name) => name.startsWith(typed);
    const fitting = this.commands().filter((command) => begins(command.path) || begins(command.shown) || (typed && command.names.flat().some(begins)));
    this.suggest.show(fitting.map((command) => ({ head: `/${command.shown}`, tail: command.description, take: () => this.take(command) })), 0);
  }

  take(command) {
    if (command.options.length) this.fill(command);
    else this.type(`/${command.shown} `);
  }

  // show the form of a command; what has been typed behind its name goes into the first field
  fill(command, typed = "") {
    const form = new OptionForm(this.column, command, this.suggest, () => this.leave(true));
    this.suggest.hide();
    this.note.textContent = "";
    this.input.value = "";
    this.show(form);
    const line = typed ? form.first ?? form.fields[0].control : form.first;
    if (typed && line.tagName === "INPUT") line.value = typed;
    (line ?? this.button).focus();
  }

  // a form in the place of the input line
  show(form) {
    this.form = form;
    this.input.hidden = true;
    this.place.replaceChildren(form.node);
    this.node.classList.add("filling");
  }

  // back to the input line
  leave(focus = false) {
    this.suggest.hide();
    this.form = null;
    this.input.hidden = false;
    this.place.replaceChildren();
    this.node.classList.remove("filling");
    if (focus) this.input.focus();
  }

  async submit() {
    const { form, column } = this;
    const text = this.input.value.trim();
    this.suggest.hide();
    if (form) return this.submitForm(form);
    if (!text) return;
    const parsed = text.startsWith("/") && this.parse(text);
    if (parsed && parsed.command.options.some((option) => option.required)) return this.fill(parsed.command, parsed.rest);
    this.input.value = "";
    if (parsed && !parsed.rest) return this.run(parsed.command, {}, column.active, () => { this.input.value ||= text; });
    this.note.textContent = "";
    try {
      // what begins like a command but is none is refused by the server, which also knows what was meant
      await column.link.ask({ do: "say", channel: column.active, content: text });
    } catch (fault) {
      this.note.textContent = fault.message;
      this.input.value ||= text;
    }
  }

  async submitForm(form) {
    const missing = form.missing();
    if (missing.length) {
      this.note.textContent = `${this.column.t.missing} ${missing.map((field) => field.name).join(", ")}`;
      missing[0].control.focus();
      return;
    }
    // on a phone the focus would bring up a keyboard that nobody needs now
    this.leave(matchMedia("(pointer: fine)").matches);
    await this.run(form.command, form.values(), form.channel, () => {
      if (!this.form && !this.input.value) this.show(form);
    });
  }

  // run a command; `restore` puts back what was filled in when the server would not take it
  async run(command, options, channel, restore) {
    this.note.textContent = "";
    try {
      const outcome = await this.column.link.interact({ do: "command", channel, name: command.path, options });
      if (outcome.state === "failed") this.note.textContent = this.column.t.noAnswer;
    } catch (fault) {
      this.note.textContent = fault.message;
      restore?.();
    }
  }
}
