// The try-out page: one column a person, each with its own connection to the server.

import { Composer } from "/composer.js";
import { el, relative } from "/markdown.js";
import { MessageView, avatar, isEphemeral, nameOf, selectOptions, snowflakeTime } from "/message.js";
import { TEXTS } from "/texts.js";

const PEOPLE = Number(document.body.dataset.people);
const FIRST_COMMAND = "table open";
const GROUPED_MS = 7 * 60 * 1000;
const KIND = { channel: "#", thread: "🧵", dm: "✉" };

class Column {
  constructor(number) {
    this.number = number;
    this.you = { id: "0", locale: "de", username: "" };
    this.people = [];
    this.roles = [];
    this.bot = { id: "0", username: "Bot", bot: true };
    this.channels = new Map();
    this.panes = new Map();
    this.unread = new Map();
    this.commands = {};
    this.waiting = new Map();
    this.outcomes = new Map();
    this.refs = 0;
    // other pages of the same person hear of our actions too: the prefix keeps their answers apart from ours
    this.prefix = Math.random().toString(36).slice(2);
    this.active = sessionStorage.getItem(`active${number}`);
    this.composer = new Composer(this);
    this.title = el("div", { class: "person" });
    this.dms = el("button", { class: "toggle", type: "button", onclick: () => this.ask({ do: "dms", closed: !this.you.dms_closed }) });
    this.language = el("button", { class: "toggle", type: "button", onclick: () => this.ask({ do: "locale", locale: this.you.locale === "de" ? "en-US" : "de" }) });
    this.tabs = el("nav", { class: "tabs", role: "tablist" });
    this.lost = el("div", { class: "lost", role: "alert", hidden: true });
    this.stage = el("div", { class: "stage" });
    this.node = el("section", { class: "column" }, el("header", {}, this.title, this.dms, this.language), this.tabs, this.lost, this.stage, this.composer.form);
    this.switch = el("button", { class: "seat", type: "button", onclick: () => show(this.number) });
    this.connect();
  }

  get t() { return TEXTS[this.you.locale] ?? TEXTS.de; }
  get locale() { return this.you.locale; }
  get visible() { return document.visibilityState === "visible" && this.node.offsetParent !== null; }

  // the connection

  connect(delay = 500) {
    const wish = navigator.language.startsWith("de") ? "de" : "en-US";
    this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws?person=${this.number}&locale=${wish}`);
    this.socket.addEventListener("message", (frame) => { delay = 500; this.take(JSON.parse(frame.data)); });
    this.socket.addEventListener("close", () => {
      this.lost.textContent = this.t.lost;
      this.lost.hidden = false;
      for (const { reject } of [...this.waiting.values(), ...this.outcomes.values()]) reject(new Error(this.t.lost));
      this.waiting.clear();
      this.outcomes.clear();
      setTimeout(() => this.connect(Math.min(delay * 2, 8000)), delay);
    });
  }

  // Ask the server for something; the promise fails with the reason if it is refused.
  ask(wish, ref = `${this.prefix}${++this.refs}`) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) return reject(new Error(this.t.lost));
      this.waiting.set(ref, { resolve, reject });
      this.socket.send(JSON.stringify({ ...wish, ref }));
    });
  }

  // Start an interaction; the promise gives how the bot answered it.
  interact(wish) {
    const ref = `${this.prefix}${++this.refs}`;
    const outcome = new Promise((resolve, reject) => this.outcomes.set(ref, { resolve, reject }));
    outcome.catch(() => {});
    return this.ask(wish, ref).then(() => outcome, (fault) => { this.outcomes.delete(ref); throw fault; });
  }

  settle(waiting, event, worked) {
    const found = waiting.get(event.ref);
    waiting.delete(event.ref);
    if (!found) return;
    if (worked) found.resolve(event);
    else found.reject(new Error(event.reason));
  }

  take(event) {
    switch (event.event) {
      case "snapshot": return this.takeAll(event);
      case "created": case "updated": return this.takeMessage(event.message, event.event === "created");
      case "deleted": return this.removeMessage(event.channel, event.id);
      case "channel": return this.takeChannel(event.channel);
      case "channel_gone": return this.removeChannel(event.id);
      case "unread": this.unread.set(event.channel, event.count); return this.glance(event.channel);
      case "commands": return this.takeCommands(event.commands);
      case "you": return this.takeYou(event.you);
      case "modal": return this.openModal(event);
      case "interaction": case "choices": return this.settle(this.outcomes, event, true);
      case "done": return this.settle(this.waiting, event, true);
      case "refused": return this.settle(this.waiting, event, false);
    }
  }

  takeAll(event) {
    this.lost.hidden = true;
    Object.assign(this, { people: event.people, bot: event.bot, commands: event.commands, roles: event.roles, guild: event.guild });
    this.you = event.you;
    this.channels = new Map(event.channels.map((channel) => [channel.id, channel]));
    this.unread = new Map(Object.entries(event.unread));
    for (const id of [...this.panes.keys()]) if (!this.channels.has(id)) this.dropPane(id);
    for (const channel of event.channels) {
      const pane = this.pane(channel.id);
      const present = new Set(event.messages[channel.id].map((message) => message.id));
      for (const id of [...pane.views.keys()]) if (!present.has(id)) pane.remove(id);
      for (const message of event.messages[channel.id]) pane.put(message);
      pane.arrange();
    }
    this.takeYou(event.you);
    this.open(this.channels.has(this.active) ? this.active : event.channels.find((channel) => channel.kind === "channel").id);
  }

  takeYou(you) {
    const translated = you.locale !== this.you.locale;
    this.you = you;
    const { t } = this;
    this.node.lang = you.locale.slice(0, 2);
    this.node.setAttribute("aria-label", nameOf(you));
    this.title.replaceChildren(avatar(you), el("h2", {}, nameOf(you)));

    this.dms.textContent = you.dms_closed ? t.dmsOff : t.dmsOn;
    this.dms.classList.toggle("off", you.dms_closed);
    this.dms.setAttribute("aria-pressed", String(you.dms_closed));
    this.dms.title = you.dms_closed ? t.closed : t.open;
    this.dms.setAttribute("aria-label", t.closed);
    this.language.textContent = you.locale === "de" ? "DE" : "EN";
    this.language.title = t.language;
    this.language.setAttribute("aria-label", t.language);
    this.composer.relabel();
    for (const pane of this.panes.values()) {
      if (translated) for (const view of pane.views.values()) view.update(view.message);
      pane.relabel();
    }
    this.drawTabs();
  }

  takeCommands(commands) {
    this.commands = commands;
    this.composer.refresh();
    for (const pane of this.panes.values()) pane.relabel();
  }

  takeMessage(message, created) {
    const pane = this.pane(message.channel_id);
    if (created) pane.put(message);
    else if (pane.views.has(message.id)) pane.views.get(message.id).update(message);
    if (message.thread) this.drawTabs();
    pane.arrange();
  }

  removeMessage(channel, id) {
    const pane = this.panes.get(channel);
    if (!pane) return;
    pane.remove(id);
    pane.arrange();
  }

  takeChannel(channel) {
    this.channels.set(channel.id, channel);
    this.pane(channel.id);
    this.drawTabs();
  }

  removeChannel(id) {
    this.channels.delete(id);
    this.dropPane(id);
    if (this.active === id) this.open([...this.channels.values()].find((channel) => channel.kind === "channel").id);
    this.drawTabs();
  }

  // tabs and panes

  pane(id) {
    if (!this.panes.has(id)) {
      const pane = new Pane(this, id);
      this.panes.set(id, pane);
      this.stage.append(pane.node);
    }
    return this.panes.get(id);
  }

  dropPane(id) {
    this.panes.get(id)?.node.remove();
    this.panes.delete(id);
  }

  open(id) {
    if (!this.channels.has(id)) return;
    if (this.active !== id) this.panes.get(this.active)?.leave();
    this.active = id;
    sessionStorage.setItem(`active${this.number}`, id);
    for (const [key, pane] of this.panes) pane.node.hidden = key !== id;
    this.panes.get(id).enter();
    this.glance(id);
    this.tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.composer.refresh();
  }

  // what is open before somebody's eyes counts as read
  glance(id) {
    if (id === this.active && this.visible && this.unread.get(id)) {
      this.unread.set(id, 0);
      this.ask({ do: "read", channel: id }).catch(() => {});
    }
    this.drawTabs();
  }

  drawTabs() {
    const { t } = this;
    const shown = [...this.channels.values()].filter((channel) => !channel.archived || channel.id === this.active || this.unread.get(channel.id));
    const rank = { channel: 0, dm: 1, thread: 2 };
    shown.sort((a, b) => rank[a.kind] - rank[b.kind]);
    const state = JSON.stringify([shown, shown.map((channel) => this.unread.get(channel.id)), this.active, this.you]);
    if (state === this.tabState) return;
    this.tabState = state;
    const focus = this.tabs.contains(document.activeElement) && document.activeElement.dataset.id;
    this.tabs.replaceChildren(...shown.map((channel) => {
      const count = this.unread.get(channel.id) ?? 0;
      const name = channel.kind === "dm" ? t.dm : channel.name;
      return el("button", {
        class: `tab ${channel.kind}`, type: "button", role: "tab", "data-id": channel.id, "aria-selected": String(channel.id === this.active),
        title: channel.kind === "dm" ? `${t.dmWith} ${nameOf(this.bot)}` : channel.name, onclick: () => this.open(channel.id),
      }, el("span", { class: "sign", "aria-hidden": "true" }, KIND[channel.kind]), el("span", { class: "name" }, name), count > 0 && el("span", { class: "badge" }, String(count)));
    }));
    if (focus) this.tabs.querySelector(`[data-id="${focus}"]`)?.focus();
    const all = shown.reduce((sum, channel) => sum + (this.unread.get(channel.id) ?? 0), 0);
    this.switch.replaceChildren(avatar(this.you), el("span", {}, nameOf(this.you)), ...(all > 0 ? [el("span", { class: "badge" }, String(all))] : []));
  }

  // what markdown needs to know

  userName(id) { return [...this.people, this.bot].filter((user) => user.id === id).map(nameOf)[0] ?? "?"; }
  roleName(id) { return "@" + (this.roles.find((role) => role.id === id)?.name.replace(/^@/, "") ?? "?"); }
  channelName(id) { return this.channels.get(id)?.name ?? "?"; }
  type(text) { this.composer.type(text); }

  jump(channel, id) {
    if (!this.channels.has(channel)) return;
    this.open(channel);
    if (!id) return;
    const node = this.panes.get(channel).views.get(id)?.node;
    if (!node) { this.composer.note.textContent = this.t.gone; return; }
    node.scrollIntoView({ block: "center" });
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
  }

  // forms

  openModal(event) {
    const { modal } = event;
    const fields = [];
    const one = (component, label, description) => {
      const required = component.required !== false;
      let field;
      if (component.type === 4) {
        field = el(component.style === 2 ? "textarea" : "input", { rows: component.style === 2 ? 4 : null, required, minlength: component.min_length, maxlength: component.max_length ?? 4000, placeholder: component.placeholder });
        field.value = component.value ?? "";
      } else {
        field = el("select", { required, multiple: (component.max_values ?? 1) > 1 }, ...(required && (component.max_values ?? 1) === 1 ? [el("option", { value: "" }, component.placeholder || this.t.choose)] : []),
          ...selectOptions(component, this).map((option) => el("option", { value: option.value, selected: option.default }, option.label)));
      }
      fields.push([component, field]);
      return el("label", {}, el("b", {}, label ?? "", required ? el("span", { class: "must" }, " *") : ""), description && el("small", {}, description), field);
    };
    const parts = modal.components.flatMap((component) => {
      if (component.type === 10) return [el("p", {}, component.content)];
      if (component.type === 18) return [one(component.component, component.label, component.description)];
      return component.components.map((child) => one(child, child.label));
    });
    const before = document.activeElement;
    const note = el("div", { class: "note", role: "alert" });
    const close = () => { cover.remove(); before?.focus?.(); };
    const form = el("form", { class: "modal", role: "dialog", "aria-modal": "true", "aria-label": modal.title },
      el("div", { class: "modal-head" }, el("h3", {}, modal.title), el("button", { class: "plain", type: "button", "aria-label": this.t.close, onclick: close }, "✕")),
      ...parts, note, el("div", { class: "modal-foot" }, el("button", { class: "button secondary", type: "button", onclick: close }, this.t.cancel), el("button", { class: "button primary", type: "submit" }, this.t.submit)));
    const cover = el("div", { class: "cover" }, form);
    cover.addEventListener("keydown", (press) => {
      if (press.key === "Escape") close();
      if (press.key !== "Tab") return;
      const stops = [...form.querySelectorAll("button, input, textarea, select")];
      const edge = press.shiftKey ? stops[0] : stops[stops.length - 1];
      if (document.activeElement === edge) {
        press.preventDefault();
        (press.shiftKey ? stops[stops.length - 1] : stops[0]).focus();
      }
    });
    form.addEventListener("submit", async (press) => {
      press.preventDefault();
      const values = Object.fromEntries(fields.map(([component, field]) => [component.custom_id, component.type === 4 ? field.value : [...field.selectedOptions].map((option) => option.value).filter(Boolean)]));
      try {
        const outcome = await this.interact({ do: "submit", modal: event.id, values });
        if (outcome.state === "failed") note.textContent = this.t.failed;
        else close();
      } catch (fault) {
        note.textContent = fault.message;
      }
    });
    this.node.append(cover);
    (fields[0]?.[1] ?? form.querySelector("button")).focus();
  }
}

// The messages of one channel in one column.
class Pane {
  constructor(column, id) {
    this.column = column;
    this.id = id;
    this.views = new Map();
    this.stick = true;
    this.scroll = 0;
    this.list = el("ol", { class: "messages", role: "log" });
    this.empty = el("div", { class: "empty" });
    this.below = el("button", { class: "below", type: "button", hidden: true, onclick: () => this.toEnd() });
    this.scroller = el("div", { class: "scroller", tabindex: "-1" }, this.empty, this.list);
    this.node = el("div", { class: "pane", hidden: true }, this.scroller, this.below);
    this.scroller.addEventListener("scroll", () => {
      if (this.node.hidden) return;
      const end = this.scroller.scrollHeight - this.scroller.clientHeight - this.scroller.scrollTop < 40;
      // only a scroll upwards lets go of the end: a picture that loads late also leaves us above it
      if (end) this.stick = true;
      else if (this.scroller.scrollTop < this.scroll) this.stick = false;
      this.scroll = this.scroller.scrollTop;
      if (this.stick) this.below.hidden = true;
    });
    const follow = new ResizeObserver(() => { if (this.stick && !this.node.hidden) this.scroller.scrollTop = this.scroller.scrollHeight; });
    follow.observe(this.list);
    follow.observe(this.scroller);
  }

  put(message) {
    const known = this.views.get(message.id);
    if (known) {
      if (JSON.stringify(known.message) !== JSON.stringify(message)) known.update(message);
      return;
    }
    const view = new MessageView(this.column, message);
    this.views.set(message.id, view);
    const later = [...this.list.children].reverse().find((node) => BigInt(node.view.message.id) < BigInt(message.id));
    if (later) later.after(view.node);
    else this.list.prepend(view.node);
    if (message.author.id === this.column.you.id) this.toEnd();
    else if (!this.stick) this.below.hidden = false;
  }

  remove(id) {
    this.views.get(id)?.node.remove();
    this.views.delete(id);
  }

  // messages of one author shortly after another stand under one head
  arrange() {
    let before = null;
    for (const node of this.list.children) {
      const { message } = node.view;
      const close = before && before.author.id === message.author.id && isEphemeral(before) === isEphemeral(message) && snowflakeTime(message.id) - snowflakeTime(before.id) < GROUPED_MS;
      node.classList.toggle("grouped", Boolean(close && !message.interaction && !message.referenced_message && message.type !== 18));
      before = message;
    }
    this.relabel();
  }

  relabel() {
    const { column } = this;
    const { t } = column;
    this.below.textContent = t.newBelow;
    this.empty.hidden = this.views.size > 0;
    if (this.empty.hidden) return;
    if (column.channels.get(this.id)?.kind !== "channel") {
      this.empty.replaceChildren(el("p", {}, t.empty));
      return;
    }
    const known = column.composer.commands().find((command) => command.path === FIRST_COMMAND);
    const shown = "/" + (known?.shown ?? FIRST_COMMAND);
    this.empty.replaceChildren(el("div", { class: "hand", "aria-hidden": "true" }, "♣ ♠ ♥ ♦"), el("h3", {}, t.hint), el("p", {}, column.people.length > 1 ? t.hintText : t.hintOne),
      el("button", { class: "button primary", type: "button", onclick: () => column.composer.type(shown + " ") }, shown), el("p", { class: "faint" }, t.hintAfter));
  }

  leave() { this.node.hidden = true; }

  enter() {
    this.scroller.scrollTop = this.stick ? this.scroller.scrollHeight : this.scroll;
  }

  toEnd() {
    this.stick = true;
    this.below.hidden = true;
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }
}

const columns = [];

// at phone width one column at a time
function show(number) {
  sessionStorage.setItem("column", number);
  for (const column of columns) {
    column.node.classList.toggle("chosen", column.number === number);
    column.switch.setAttribute("aria-pressed", String(column.number === number));
  }
  columns.forEach((column) => { column.glance(column.active); column.panes.get(column.active)?.enter(); });
}

const only = new URLSearchParams(location.search).get("person");
const numbers = [...Array(PEOPLE).keys()].filter((number) => only === null || String(number) === only);
for (const number of numbers) {
  const column = new Column(number);
  columns.push(column);
  document.querySelector(".columns").append(column.node);
  document.querySelector(".switcher").append(column.switch);
}
document.querySelector(".switcher").hidden = numbers.length < 2;
show(numbers.includes(Number(sessionStorage.getItem("column"))) ? Number(sessionStorage.getItem("column")) : numbers[0]);
document.addEventListener("visibilitychange", () => columns.forEach((column) => column.glance(column.active)));
addEventListener("resize", () => columns.forEach((column) => column.glance(column.active)));

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative), node.closest("[lang]")?.lang ?? "de");
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
