// The input line: plain messages, and slash commands with a list of what can come next.

import { el } from "/markdown.js";
import { nameOf } from "/message.js";

const INTEGER = 4, BOOLEAN = 5, NUMBER = 10, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9;

export class Composer {
  constructor(column) {
    this.column = column;
    this.items = [];
    this.at = -1;
    this.asked = 0;
    this.choices = null;
    this.picked = new Map();
    const list = `suggest${column.number}`;
    this.list = el("div", { class: "suggest", role: "listbox", id: list, hidden: true });
    this.input = el("input", { class: "line", type: "text", autocomplete: "off", spellcheck: "false", maxlength: "4000", role: "combobox", "aria-controls": list, "aria-expanded": "false", "aria-autocomplete": "list" });
    this.button = el("button", { class: "send", type: "submit" }, "➤");
    this.note = el("div", { class: "note", role: "status" });
    this.form = el("form", { class: "composer" }, this.list, this.note, this.input, this.button);
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.input.addEventListener("input", () => { this.note.textContent = ""; this.suggest(); });
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("focus", () => this.suggest());
    this.input.addEventListener("blur", () => setTimeout(() => { if (!this.form.contains(document.activeElement)) this.show([]); }, 150));
  }

  relabel() {
    const { t } = this.column;
    this.input.placeholder = t.placeholder;
    this.input.setAttribute("aria-label", t.placeholder);
    this.button.title = t.send;
    this.button.setAttribute("aria-label", t.send);
  }

  type(text) {
    this.input.value = text;
    this.input.focus();
    this.input.setSelectionRange(text.length, text.length);
    this.suggest();
  }

  // which commands there are here, each as { path, shown, words, options, description }
  commands() {
    const { column } = this;
    const roots = column.commands[column.channels.get(column.active)?.kind === "dm" ? "dm" : "guild"] ?? [];
    const found = [];
    const walk = (thing, path, shown, names) => {
      const own = this.local(thing);
      const here = [[...path, thing.name], [...shown, own], [...names, [thing.name, own]]];
      const inner = (thing.options ?? []).filter((option) => option.type <= 2);
      if (inner.length) inner.forEach((child) => walk(child, ...here));
      else found.push({ path: here[0].join(" "), shown: here[1].join(" "), names: here[2], options: thing.options ?? [], description: this.local(thing, "description") });
    };
    roots.forEach((root) => walk(root, [], [], []));
    return found;
  }

  local(thing, key = "name") {
    return thing[`${key}_localizations`]?.[this.column.you.locale] ?? thing[key];
  }

  // the command a text begins with, in either language, and what comes after it
  parse(text) {
    const words = text.slice(1).split(" ");
    for (const command of this.commands().sort((a, b) => b.names.length - a.names.length)) {
      const size = command.names.length;
      if (words.length >= size && command.names.every((names, at) => names.includes(words[at]))) {
        return { command, rest: words.slice(size).join(" "), begun: words.length > size };
      }
    }
    return null;
  }

  // option:value pairs; a value goes on until the next known option
  given(command, rest) {
    const names = command.options.flatMap((option) => [option.name, this.local(option)]);
    if (!names.length) return [];
    const safe = names.map((name) => name.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|");
    const marks = [...rest.matchAll(new RegExp(`(^|\\s)(${safe}):`, "gu"))];
    return marks.map((mark, at) => {
      const option = command.options.find((one) => one.name === mark[2] || this.local(one) === mark[2]);
      const from = mark.index + mark[0].length;
      return { option, from, ...this.split(option, rest.slice(from, marks[at + 1]?.index).replace(/^\s/, "")) };
    });
  }

  // a value that is known to be finished, and the beginning of the next option's name behind it
  split(option, text) {
    const known = [this.picked.get(option.name)?.label, ...(option.choices ?? []).flatMap((choice) => [this.local(choice), choice.name, String(choice.value)])];
    if (option.type === USER) known.push(...[...this.column.people, this.column.bot].map(nameOf));
    if (option.type === INTEGER || option.type === NUMBER || option.type === BOOLEAN) known.push(text.split(" ")[0]);
    const whole = known.find((label) => label && text.startsWith(`${label} `));
    return whole ? { value: `${whole} `, tail: text.slice(whole.length + 1) } : { value: text, tail: "" };
  }

  values(given) {
    return Object.fromEntries(given.map(({ option, value, tail }) => {
      const text = (value + tail).trim();
      const chosen = this.picked.get(option.name);
      return [option.name, chosen && chosen.label === text ? chosen.value : text];
    }));
  }

  // what can come next may have changed while somebody is typing
  refresh() {
    if (document.activeElement === this.input) this.suggest();
  }

  suggest() {
    const text = this.input.value;
    if (!text.startsWith("/")) return this.show([]);
    const parsed = this.parse(text);
    if (!parsed || !parsed.begun) {
      const typed = text.slice(1).toLowerCase();
      const fitting = this.commands().filter((command) => command.path.startsWith(typed) || command.shown.startsWith(typed) || command.names.some((names) => typed && !typed.includes(" ") && names.some((name) => name.startsWith(typed))));
      return this.show(fitting.slice(0, 30).map((command) => ({
        head: "/" + command.shown, tail: command.description,
        take: () => this.type(`/${command.shown} ` + this.firstOption(command)),
      })), 0);
    }
    const { command, rest } = parsed;
    const given = this.given(command, rest);
    const last = given[given.length - 1];
    if (last && !this.settled(last)) {
      const items = (this.candidates(command, given, last) ?? []).slice(0, 25).map((item) => ({
        ...item, head: item.label, tail: "", take: () => this.put(last, item),
      }));
      const title = this.titled(command, last.option);
      if (!items.length) return this.show(this.whyNone(command, last), -1, title);
      const same = items.length === 1 && items[0].label === last.value.trim();
      return this.show(items, same ? -1 : 0, title);
    }
    return this.offerOptions(command, given, rest);
  }

  offerOptions(command, given, rest) {
    const names = given.map((entry) => entry.option.name);
    const behind = given.length ? given[given.length - 1].tail : rest;
    const typed = behind.trim().toLowerCase();
    const open = command.options.filter((option) => !names.includes(option.name) && (this.local(option).startsWith(typed) || option.name.startsWith(typed)));
    const needed = open.some((option) => option.required);
    this.show(open.map((option) => ({
      head: `${this.local(option)}:`, tail: `${this.local(option, "description")} (${option.required ? this.column.t.required : this.column.t.optional})`,
      take: () => {
        const text = this.input.value;
        const kept = typed ? text.slice(0, text.length - behind.length) : text.replace(/\s*$/, " ");
        this.type(`${kept}${this.local(option)}:`);
      },
    })), needed || typed ? 0 : -1, `/${command.shown} – ${command.description}`);
  }

  // whether the value of an option is finished, so that the next option may be offered
  settled({ option, value, tail }) {
    const text = value.trim();
    if (tail || (text && this.picked.get(option.name)?.label === text)) return true;
    return Boolean(text) && /\s$/.test(value) && !option.autocomplete && !option.choices?.length && ![USER, MENTIONABLE].includes(option.type);
  }

  whyNone(command, entry) {
    const { t } = this.column;
    if (!entry.option.autocomplete && this.candidates(command, [], entry) === null) return [];
    const pending = entry.option.autocomplete && this.choices?.key !== this.key4(command, entry);
    return [{ head: pending ? t.loading : this.choices?.failed ? t.noChoices : t.none, take: null }];
  }

  firstOption(command) {
    const first = command.options.find((option) => option.required);
    return first ? `${this.local(first)}:` : "";
  }

  titled(command, option) {
    return `${this.local(option)}: ${this.local(option, "description")}`;
  }

  key4(command, entry) {
    return JSON.stringify([command.path, entry.option.name, entry.value]);
  }

  // what the value of an option may be: a list, or null when anything goes
  candidates(command, given, entry) {
    const { column } = this;
    const { option } = entry;
    const typed = entry.value.trim().toLowerCase();
    const like = (items) => items.filter((item) => item.label.toLowerCase().includes(typed) || String(item.value).toLowerCase().startsWith(typed));
    if (option.choices?.length) return like(option.choices.map((choice) => ({ label: this.local(choice), value: choice.value })));
    if (option.autocomplete) {
      const key = this.key4(command, entry);
      if (this.choices?.key !== key && this.picked.get(option.name)?.label !== entry.value.trim()) this.complete(command, given, entry, key);
      return this.choices?.key.startsWith(JSON.stringify([command.path, option.name]).slice(0, -1)) ? this.choices.items : [];
    }
    switch (option.type) {
      case BOOLEAN: return like([{ label: column.t.yes, value: "true" }, { label: column.t.no, value: "false" }]);
      case USER: return like([...column.people, column.bot].map((user) => ({ label: nameOf(user), value: user.id })));
      case ROLE: return like(column.roles.map((role) => ({ label: role.name, value: role.id })));
      case MENTIONABLE: return like([...column.people, ...column.roles].map((one) => ({ label: one.username ? nameOf(one) : one.name, value: one.id })));
      case CHANNEL: return like([...column.channels.values()].filter((one) => one.kind !== "dm").map((one) => ({ label: one.name, value: one.id })));
      default: return null;
    }
  }

  async complete(command, given, entry, key) {
    const asked = ++this.asked;
    const options = this.values(given);
    options[entry.option.name] = entry.value.trim();
    let answer;
    try {
      answer = await this.column.interact({ do: "autocomplete", channel: this.column.active, name: command.path, options, focused: entry.option.name });
    } catch {
      answer = { choices: [], failed: true };
    }
    if (asked !== this.asked) return;
    this.choices = { key, failed: answer.failed, items: answer.choices.map((choice) => ({ label: this.local(choice), value: choice.value })) };
    this.suggest();
  }

  put(entry, item) {
    const text = this.input.value;
    const start = text.length - this.parse(text).rest.length + entry.from;
    this.picked.set(entry.option.name, item);
    this.asked += 1;
    this.type(`${text.slice(0, start)}${item.label} `);
  }

  show(items, at = -1, title = "") {
    this.items = items;
    this.at = items[at]?.take ? at : -1;
    this.list.hidden = !items.length && !title;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    this.list.replaceChildren(...(title ? [el("div", { class: "suggest-title" }, title)] : []), ...items.map((item, place) => el("div", {
      class: item.take ? "item" : "item dull", role: "option", id: `${this.list.id}-${place}`,
      onmousedown: (event) => { event.preventDefault(); item.take?.(); },
    }, el("b", {}, item.head), item.tail && el("span", {}, item.tail))));
    this.mark();
  }

  mark() {
    const options = [...this.list.querySelectorAll(".item")];
    options.forEach((node, place) => {
      node.setAttribute("aria-selected", String(place === this.at));
      if (place === this.at) node.scrollIntoView({ block: "nearest" });
    });
    if (this.at >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  key(event) {
    const usable = this.items.filter((item) => item.take).length;
    if (usable && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.at = event.key === "ArrowDown" ? (this.at + 1) % usable : (this.at <= 0 ? usable : this.at) - 1;
      this.mark();
    } else if (event.key === "Tab" && !event.shiftKey && usable) {
      event.preventDefault();
      this.items[Math.max(this.at, 0)].take();
    } else if (event.key === "Enter" && this.at >= 0 && !event.isComposing) {
      event.preventDefault();
      this.items[this.at].take();
    } else if (event.key === "Escape") {
      this.show([]);
    }
  }

  async submit() {
    const { column } = this;
    const text = this.input.value.trim();
    if (!text) return;
    const parsed = text.startsWith("/") && this.parse(text);
    try {
      if (!parsed) {
        this.clear();
        await column.ask({ do: "say", channel: column.active, content: text });
        return;
      }
      const given = this.given(parsed.command, parsed.rest);
      const missing = parsed.command.options.filter((option) => option.required && !given.some((entry) => entry.option === option && entry.value.trim()));
      if (missing.length) {
        this.note.textContent = `${column.t.missing} ${missing.map((option) => this.local(option)).join(", ")}`;
        return;
      }
      const wish = { do: "command", channel: column.active, name: parsed.command.path, options: this.values(given.filter((entry) => entry.value.trim())) };
      this.clear();
      const outcome = await column.interact(wish);
      if (outcome.state === "failed") this.note.textContent = column.t.noAnswer;
    } catch (fault) {
      this.note.textContent = fault.message;
      if (!this.input.value) this.input.value = text;
    }
  }

  clear() {
    this.input.value = "";
    this.note.textContent = "";
    this.picked.clear();
    this.choices = null;
    this.show([]);
  }
}
