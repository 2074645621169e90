// One person: a column with channels as tabs, where there is room the direct messages beside them, and an input line.

import { Composer } from "/composer.js";
import { avatar, el, nameOf } from "/dom.js";
import { Link } from "/link.js";
import { openModal } from "/modal.js";
import { Pane } from "/pane.js";
import { remember } from "/store.js";
import { TEXTS } from "/texts.js";

const KIND = { channel: "#", thread: "🧵", dm: "✉" };
const RANK = { channel: 0, dm: 1, thread: 2 };
const SPLIT_WIDTH = 980;

export class Column {
  // `house` is the page: it knows the other columns and can add, close and show them
  constructor(number, house) {
    this.number = number;
    this.house = house;
    this.you = { id: "0", locale: navigator.language.startsWith("de") ? "de" : "en-US", username: "" };
    this.people = [];
    this.roles = [];
    this.bot = { id: "0", username: "Bot", bot: true };
    this.channels = new Map();
    this.panes = new Map();
    this.unread = new Map();
    this.commands = {};
    this.split = false;
    this.active = sessionStorage.getItem(`active${number}`);
    this.main = null;
    this.link = new Link(number, { take: (event) => this.take(event), lost: () => this.disconnected(), reason: () => this.t.lost });
    this.composer = new Composer(this);
    this.title = el("div", { class: "person" });
    const toggle = (onclick) => el("button", { class: "toggle", type: "button", onclick });
    this.dms = toggle(() => this.wish({ do: "dms", closed: !this.you.dms_closed }));
    this.language = toggle(() => this.wish({ do: "locale", locale: this.you.locale === "de" ? "en-US" : "de" }));
    this.theme = toggle(switchTheme);
    this.add = toggle(() => house.add(this));
    this.shut = toggle(() => house.leave(this));
    this.theme.classList.add("of-page");
    this.add.classList.add("of-page", "add");
    this.shut.classList.add("shut");
    this.tabs = el("nav", { class: "tabs", role: "tablist" });
    this.lost = el("div", { class: "lost", role: "alert", hidden: true });
    this.callout = el("div", { class: "callout", role: "status", hidden: true });
    this.stage = el("div", { class: "stage" });
    const header = el("header", {}, this.title, this.add, this.dms, this.language, this.theme, this.shut);
    this.node = el("section", { class: "column" }, header, this.tabs, this.lost, this.callout, this.stage, this.composer.node);
    this.switch = el("button", { class: "seat", type: "button", onclick: () => house.show(number) });
    this.observer = new ResizeObserver(() => this.arrange());
    this.observer.observe(this.node);
    this.link.connect();
  }

  get t() { return TEXTS[this.you.locale] ?? TEXTS.de; }
  get locale() { return this.you.locale; }
  get alone() { return this.house.columns.length < 2; }
  get seen() { return document.visibilityState === "visible" && this.node.offsetParent !== null; }
  get count() { return [...this.unread.values()].reduce((sum, count) => sum + count, 0); }

  close() {
    this.link.close();
    this.observer.disconnect();
    this.node.remove();
    this.switch.remove();
  }

  disconnected() {
    this.lost.textContent = this.t.lost;
    this.lost.hidden = false;
    this.house.retry(this);
  }

  wish(wish) { this.link.ask(wish).catch((fault) => this.say(fault.message)); }

  say(text) { this.composer.note.textContent = text; }

  // what the server says

  take(event) {
    switch (event.event) {
      case "snapshot": return this.takeAll(event);
      case "created": case "updated": return this.takeMessage(event.message, event.event === "created");
      case "deleted": return this.removeMessage(event.channel, event.id);
      case "channel": return this.takeChannel(event.channel);
      case "channel_gone": return this.removeChannel(event.id);
      case "unread": this.unread.set(event.channel, event.count); return this.glance();
      case "commands": return this.takeCommands(event.commands);
      case "you": return this.takeYou(event.you);
      case "modal": return openModal(this, event);
    }
  }

  takeAll(event) {
    this.lost.hidden = true;
    Object.assign(this, { people: event.people, bot: event.bot, commands: event.commands, roles: event.roles });
    this.channels = new Map(event.channels.map((channel) => [channel.id, channel]));
    this.unread = new Map(Object.entries(event.unread));
    this.takeYou(event.you);
    for (const id of [...this.panes.keys()]) if (!this.channels.has(id)) this.dropPane(id);
    for (const channel of event.channels) this.pane(channel.id).takeAll(event.messages[channel.id], event.more.includes(channel.id));
    this.open(this.channels.has(this.active) ? this.active : this.home());
  }

  takeYou(you) {
    const translated = you.locale !== this.you.locale;
    this.you = you;
    this.relabel(translated);
  }

  // everything that depends on the language or on how many columns there are
  relabel(translated = false) {
    const { t, you } = this;
    this.node.lang = you.locale.slice(0, 2);
    this.node.setAttribute("aria-label", nameOf(you));
    this.title.replaceChildren(avatar(you), el("h2", {}, nameOf(you)), ...(this.alone && you.username ? [el("small", { class: "faint long" }, t.you)] : []));
    const label = (node, text, about) => {
      node.textContent = text;
      node.title = about;
      node.setAttribute("aria-label", about);
    };
    label(this.dms, you.dms_closed ? t.dmsOff : t.dmsOn, you.dms_closed ? t.closed : t.open);
    this.dms.classList.toggle("off", Boolean(you.dms_closed));
    label(this.language, you.locale === "de" ? t.german : t.english, t.language);
    label(this.theme, "◐", t.theme);
    label(this.add, "+", t.add);
    if (this.alone) this.add.append(el("span", { class: "long" }, ` ${t.person}`));
    label(this.shut, "✕", `${nameOf(you)}: ${t.shut}`);
    this.shut.hidden = this.alone;
    this.add.hidden = this.house.columns.length >= this.house.people;
    this.composer.relabel();
    for (const pane of this.panes.values()) pane.relabel(translated);
    this.drawTabs();
  }

  takeCommands(commands) {
    this.commands = commands;
    this.composer.refresh();
    for (const pane of this.panes.values()) pane.relabel(true);
  }

  takeMessage(message, created) {
    const pane = this.pane(message.channel_id);
    if (created) pane.take(message);
    else pane.views.get(message.id)?.update(message);
    this.drawTabs();
  }

  removeMessage(channel, id) {
    const pane = this.panes.get(channel);
    if (!pane) return;
    pane.remove(id);
    pane.arrange();
    this.drawTabs();
  }

  takeChannel(channel) {
    this.channels.set(channel.id, channel);
    this.pane(channel.id);
    this.drawTabs();
  }

  removeChannel(id) {
    this.channels.delete(id);
    this.unread.delete(id);
    this.dropPane(id);
    if (this.active === id || this.main === id) this.open(this.home());
    this.drawTabs();
  }

  home() { return [...this.channels.values()].find((channel) => channel.kind === "channel").id; }

  // tabs and panes

  pane(id) {
    if (!this.panes.has(id)) {
      const pane = new Pane(this, id);
      pane.node.classList.toggle("private", id === this.you.dm);
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
    this.aim(id);
    this.arrange();
    this.tabs.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // what the input line writes to
  aim(id) {
    if (this.active === id && this.main) return;
    this.active = id;
    if (id !== this.you.dm) this.main = id;
    this.main ??= this.home();
    sessionStorage.setItem(`active${this.number}`, id);
    this.composer.relabel();
    this.composer.refresh();
    this.drawTabs();
  }

  // show the open tab, or a channel and the direct messages side by side where both have room
  arrange() {
    if (!this.main) return;
    this.split = this.node.offsetWidth >= SPLIT_WIDTH;
    this.node.classList.toggle("split", this.split);
    const shown = this.split ? [this.main, this.you.dm] : [this.active];
    for (const [id, pane] of this.panes) {
      if (!shown.includes(id)) pane.leave();
      else if (pane.node.hidden) pane.enter();
    }
    this.composer.relabel();
    this.glance();
  }

  // what stands before somebody's eyes counts as read
  glance() {
    for (const [id, pane] of this.panes) {
      if (pane.node.hidden || !this.seen || !this.unread.get(id)) continue;
      this.unread.set(id, 0);
      this.link.ask({ do: "read", channel: id }).catch(() => {});
    }
    this.drawTabs();
  }

  tabName(id) {
    const channel = this.channels.get(id);
    return channel?.kind === "dm" ? this.t.dm : `${KIND[channel?.kind] ?? ""} ${channel?.name ?? ""}`;
  }

  drawTabs() {
    const { t } = this;
    const shown = [...this.channels.values()].filter((channel) => !channel.archived || channel.id === this.active || this.unread.get(channel.id));
    shown.sort((a, b) => RANK[a.kind] - RANK[b.kind]);
    const news = this.news();
    const state = JSON.stringify([shown, shown.map((channel) => this.unread.get(channel.id)), this.active, this.you, this.split, news]);
    if (state === this.tabState) return;
    this.tabState = state;
    const focus = this.tabs.contains(document.activeElement) && document.activeElement.dataset.id;
    this.tabs.replaceChildren(...shown.map((channel) => {
      const count = this.unread.get(channel.id) ?? 0;
      const name = channel.kind === "dm" ? t.dm : channel.name;
      return el("button", {
        class: `tab ${channel.kind}`, type: "button", role: "tab", "data-id": channel.id, "aria-selected": String(channel.id === this.active),
        title: channel.kind === "dm" ? `${t.dmWith} ${nameOf(this.bot)}` : channel.name, onclick: () => this.open(channel.id),
      }, el("span", { class: "sign", "aria-hidden": "true" }, KIND[channel.kind]), el("span", { class: "name" }, name), count > 0 && el("span", { class: "badge", "aria-label": `${count} ${t.unread}` }, String(count)));
    }));
    if (focus) this.tabs.querySelector(`[data-id="${focus}"]`)?.focus();
    this.switch.replaceChildren(avatar(this.you), el("span", {}, nameOf(this.you)), ...(this.count ? [el("span", { class: "badge" }, String(this.count))] : []));
    this.callout.hidden = news === null;
    this.callout.replaceChildren(...(news === null ? [] : [el("button", { type: "button", onclick: () => this.open(this.you.dm) }, el("span", { "aria-hidden": "true" }, "✉"), el("span", { class: "words" }, el("b", { class: "long" }, `${nameOf(this.bot)}: `), news), el("span", { class: "go" }, `${t.look} ›`))]));
    this.house.recount();
  }

  // what the bot has written privately that this person has not looked at: the first line of the newest
  news() {
    const { dm } = this.you;
    if (this.split || this.active === dm || !this.unread.get(dm)) return null;
    const newest = this.panes.get(dm)?.list.lastElementChild?.view.message;
    const first = (newest?.content || newest?.embeds[0]?.title || "").split("\n")[0].replace(/[*_~`]/g, "").replace(/^[#>-]+\s/, "");
    return first || this.t.wrote;
  }

  // what messages need to know

  userName(id) { return [...this.people, this.bot].filter((user) => user.id === id).map(nameOf)[0] ?? "?"; }
  roleName(id) { return "@" + (this.roles.find((role) => role.id === id)?.name.replace(/^@/, "") ?? "?"); }
  channelName(id) { return this.channels.get(id)?.name ?? "?"; }
  commandName(path) { return ["guild", "dm"].flatMap((place) => this.composer.commands(place)).find((command) => command.path === path)?.shown ?? path; }
  type(text) { this.composer.type(text); }

  async jump(channel, id) {
    if (!this.channels.has(channel)) return;
    this.open(channel);
    if (id && !(await this.panes.get(channel).find(id))) this.say(this.t.gone);
  }
}

// to the other of light and dark; what the system wants need not be kept
function switchTheme() {
  const other = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  remember("theme", other === system ? null : other);
  dispatchEvent(new Event("theme"));
}
