// One message as DOM: its head, text, embeds, pictures and components. Only parts that changed are drawn anew.

import { el, emojiNode, inline, local, markdown, withSuits } from "/markdown.js";

const STYLE = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const USER_SELECT = 5, ROLE_SELECT = 6, MENTIONABLE_SELECT = 7, CHANNEL_SELECT = 8;
const EPHEMERAL = 64, LOADING = 128;

export const snowflakeTime = (id) => Number(BigInt(id) >> 22n) + 1420070400000;
export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);
export const nameOf = (user) => user.global_name || user.username;

export function avatar(user) {
  return el("span", { class: `avatar tint${Number(BigInt(user.id) % 6n)}${user.bot ? " bot" : ""}`, "aria-hidden": "true" }, user.bot ? "♣" : nameOf(user)[0]);
}

// Fill `parent` from [json, make] pairs, keeping the children whose json is unchanged; the focus stays where it was.
function fill(parent, parts) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const old = [...parent.children];
  parts.forEach(([json, make], at) => {
    const present = old[at];
    if (present && present.json === json) return;
    const made = make();
    made.json = json;
    if (present) present.replaceWith(made);
    else parent.append(made);
  });
  old.slice(parts.length).forEach((child) => child.remove());
  if (focused && !focused.isConnected) {
    const next = [...parent.querySelectorAll("[data-key]:not(:disabled)")];
    (next.find((node) => node.dataset.key === key) ?? next[0])?.focus({ preventScroll: true });
  }
}

export class MessageView {
  constructor(column, message) {
    this.column = column;
    this.head = el("div", { class: "head" });
    this.body = el("div", { class: "body" });
    this.notice = el("div", { class: "notice", role: "status" });
    this.foot = el("div", { class: "foot" });
    this.node = el("li", { class: "message", id: `m${column.number}-${message.id}` }, this.head, this.body, this.notice, this.foot);
    this.node.view = this;
    this.update(message);
  }

  update(message) {
    this.message = message;
    const { column } = this;
    this.node.classList.toggle("ephemeral", isEphemeral(message));
    this.node.classList.toggle("mentioned", message.mentions.some((user) => user.id === column.you.id));
    const locale = column.you.locale;
    fill(this.head, [[JSON.stringify([message.author, message.interaction?.id, message.referenced_message?.content, locale]), () => this.drawHead()]]);
    fill(this.body, this.parts(locale));
    fill(this.foot, isEphemeral(message) ? [[locale, () => this.drawEphemeral()]] : []);
  }

  parts(locale) {
    const { message, column } = this;
    const parts = [];
    const add = (value, make) => parts.push([JSON.stringify([value, locale]), make]);
    if (message.type === 18) add(message.thread, () => this.drawStarted());
    else if (message.flags & LOADING) add("loading", () => el("p", { class: "thinking" }, `${nameOf(message.author)} ${column.t.thinking}`));
    else if (message.content) add(["content", message.content, Boolean(message.edited_timestamp)], () => this.drawContent());
    for (const embed of message.embeds) add(embed, () => this.drawEmbed(embed));
    for (const file of message.attachments) add(file, () => this.drawFile(file));
    for (const component of message.components) add(component, () => this.drawComponent(component));
    if (message.thread && message.type !== 18) add([message.thread.id, message.thread.name], () => this.threadChip(message.thread));
    return parts;
  }

  drawHead() {
    const { message, column } = this;
    const time = new Date(snowflakeTime(message.id));
    const head = el("div");
    if (message.interaction) {
      head.append(el("div", { class: "context" }, avatar(message.interaction.user), el("b", {}, nameOf(message.interaction.user)), ` ${column.t.used} `, el("span", { class: "mention" }, "/" + message.interaction.name)));
    } else if (message.referenced_message) {
      const answered = message.referenced_message;
      head.append(el("button", { class: "context", type: "button", onclick: () => column.jump(answered.channel_id, answered.id) }, "↪ ", el("b", {}, nameOf(answered.author)), " ", answered.content.slice(0, 80)));
    }
    head.append(el("div", { class: "who" }, avatar(message.author), el("b", {}, nameOf(message.author)), message.author.bot && el("span", { class: "tag" }, column.t.app), el("time", { datetime: time.toISOString() }, time.toLocaleTimeString(column.you.locale, { hour: "2-digit", minute: "2-digit", hour12: false }))));
    return head;
  }

  drawContent() {
    const node = markdown(this.message.content, this.column);
    if (this.message.edited_timestamp) {
      const last = node.lastElementChild?.tagName === "P" ? node.lastElementChild : node;
      last.append(" ", el("span", { class: "edited" }, this.column.t.edited));
    }
    return node;
  }

  drawEphemeral() {
    const { column } = this;
    return el("span", {}, "👁 ", column.t.onlyYou, " · ", el("button", { class: "plain", type: "button", onclick: () => column.ask({ do: "dismiss", ...this.where() }) }, column.t.dismiss));
  }

  drawStarted() {
    const { message, column } = this;
    return el("div", { class: "started" }, `${nameOf(message.author)} ${column.t.threadBy} `, message.thread ? this.threadChip(message.thread) : message.content);
  }

  threadChip(thread) {
    return el("button", { class: "chip", type: "button", onclick: () => this.column.jump(thread.id) }, "🧵 ", thread.name, " ›");
  }

  drawEmbed(embed) {
    const { column } = this;
    const node = el("article", { class: "embed" });
    if (embed.color !== undefined && embed.color !== null) node.style.borderLeftColor = "#" + embed.color.toString(16).padStart(6, "0");
    if (embed.thumbnail) node.append(el("img", { class: "thumbnail", src: local(embed.thumbnail.url), alt: "" }));
    if (embed.author) node.append(el("div", { class: "author" }, embed.author.name));
    if (embed.title) node.append(el("div", { class: "title" }, embed.url ? el("a", { href: embed.url, target: "_blank", rel: "noopener noreferrer" }, ...inline(embed.title, column)) : el("span", {}, ...inline(embed.title, column))));
    if (embed.description) node.append(markdown(embed.description, column));
    if (embed.fields?.length) {
      node.append(el("div", { class: "fields" }, ...embed.fields.map((field) => el("div", { class: field.inline ? "field inline" : "field" }, el("div", { class: "name" }, ...inline(field.name, column)), markdown(field.value, column)))));
    }
    if (embed.image) node.append(this.picture(embed.image.url, ""));
    if (embed.footer || embed.timestamp) {
      const when = embed.timestamp && new Date(embed.timestamp).toLocaleString(column.you.locale, { dateStyle: "short", timeStyle: "short" });
      node.append(el("div", { class: "footer" }, [embed.footer?.text, when].filter(Boolean).join(" · ")));
    }
    return node;
  }

  drawFile(file) {
    if (file.content_type?.startsWith("image/")) return this.picture(file.url, file.description ?? file.filename, file.width, file.height);
    return el("a", { class: "file", href: local(file.url), download: file.filename }, `📄 ${file.filename} (${Math.ceil(file.size / 1024)} KB)`);
  }

  picture(url, alt, width, height) {
    return el("a", { class: "picture", href: local(url), target: "_blank", rel: "noopener" }, el("img", { src: local(url), alt, width, height }));
  }

  drawComponent(component) {
    const { column } = this;
    switch (component.type) {
      case 1:
        return el("div", { class: "row" }, ...component.components.map((child) => this.drawControl(child)));
      case 9:
        return el("div", { class: "section" }, el("div", {}, ...component.components.map((child) => this.drawComponent(child))), component.accessory && this.drawControl(component.accessory));
      case 10:
        return markdown(component.content, column);
      case 12:
        return el("div", { class: "gallery" }, ...component.items.map((item) => this.picture(item.media.url, item.description ?? "")));
      case 13:
        return el("a", { class: "file", href: local(component.file.url), download: true }, "📄 " + decodeURIComponent(component.file.url.split("/").pop()));
      case 14:
        return el("hr", { class: component.divider === false ? "blank" : null });
      case 17: {
        const box = el("div", { class: "container" }, ...component.components.map((child) => this.drawComponent(child)));
        if (component.accent_color !== undefined && component.accent_color !== null) box.style.borderLeftColor = "#" + component.accent_color.toString(16).padStart(6, "0");
        return box;
      }
      default:
        return el("div", { class: "row" }, this.drawControl(component));
    }
  }

  drawControl(component) {
    if (component.type === 2) return this.drawButton(component);
    if (component.type === 11) return el("img", { class: "thumbnail", src: local(component.media.url), alt: component.description ?? "" });
    return this.drawSelect(component);
  }

  drawButton(component) {
    const { column } = this;
    const inside = [component.emoji && emojiNode(component.emoji), component.label && el("span", {}, ...withSuits(component.label))];
    if (component.style === 5) {
      const jump = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(component.url);
      const outside = !jump && el("span", { "aria-hidden": "true" }, "↗");
      if (!jump && !component.disabled) return el("a", { class: "button link", href: component.url, target: "_blank", rel: "noopener noreferrer", "data-key": component.url }, ...inside, outside);
      return el("button", { class: "button link", type: "button", disabled: component.disabled, "data-key": component.url, onclick: () => column.jump(jump[1], jump[2]) }, ...inside, outside);
    }
    const button = el("button", { class: `button ${STYLE[component.style]}`, type: "button", disabled: component.disabled, "data-key": component.custom_id, "aria-label": this.label(component) }, ...inside);
    button.addEventListener("click", () => {
      if (!button.classList.contains("waiting")) this.press({ do: "click", custom_id: component.custom_id }, button);
    });
    return button;
  }

  label(component) {
    return component.label ? null : component.emoji?.name?.replaceAll("_", " ");
  }

  drawSelect(component) {
    const options = this.options(component);
    const most = component.max_values ?? 1;
    const hint = component.placeholder || this.column.t.choose;
    if (most > 1 || (component.min_values ?? 1) === 0) return this.drawMany(component, options, hint);
    const select = el("select", { class: "select", disabled: component.disabled, "data-key": component.custom_id, "aria-label": hint });
    const chosen = options.some((option) => option.default);
    if (!chosen) select.append(el("option", { value: "", disabled: true, selected: true, hidden: true }, hint));
    for (const option of options) {
      const words = [option.emoji && !option.emoji.id ? option.emoji.name : "", option.label, option.description ? `– ${option.description}` : ""];
      select.append(el("option", { value: option.value, selected: option.default }, words.filter(Boolean).join(" ")));
    }
    const before = select.value;
    select.addEventListener("change", () => {
      const value = select.value;
      this.press({ do: "select", custom_id: component.custom_id, values: [value] }, select);
      // the bot decides what is chosen now: unless it draws the menu anew, it shows again what it showed
      select.value = before;
      if (!chosen) select.selectedIndex = 0;
    });
    return select;
  }

  drawMany(component, options, hint) {
    const boxes = options.map((option) => el("input", { type: "checkbox", value: option.value, checked: option.default }));
    const done = el("button", { class: "button primary", type: "button" }, this.column.t.ok);
    const least = component.min_values ?? 1, most = component.max_values ?? 1;
    const check = () => {
      const count = boxes.filter((box) => box.checked).length;
      done.disabled = count < least || count > most;
      boxes.forEach((box) => { box.disabled = !box.checked && count >= most; });
    };
    const menu = el("details", { class: "many" }, el("summary", { class: "select", "data-key": component.custom_id }, hint),
      el("div", { class: "choices" }, ...options.map((option, at) => el("label", {}, boxes[at], option.emoji && emojiNode(option.emoji), el("span", {}, option.label, option.description && el("small", {}, option.description)))), done));
    if (component.disabled) {
      menu.classList.add("disabled");
      menu.firstChild.addEventListener("click", (event) => event.preventDefault());
    }
    menu.addEventListener("change", check);
    check();
    done.addEventListener("click", () => {
      menu.open = false;
      this.press({ do: "select", custom_id: component.custom_id, values: boxes.filter((box) => box.checked).map((box) => box.value) }, menu.firstChild);
    });
    return menu;
  }

  options(component) {
    return selectOptions(component, this.column);
  }

  where() {
    return { channel: this.message.channel_id, message: this.message.id };
  }

  async press(wish, control) {
    this.say("");
    control.classList.add("waiting");
    try {
      const outcome = await this.column.interact({ ...wish, ...this.where() });
      if (outcome.state === "failed") this.say(this.column.t.failed);
    } catch (fault) {
      this.say(fault.message);
    } finally {
      control.classList.remove("waiting");
    }
  }

  say(text) {
    this.notice.textContent = text;
    if (text) this.node.scrollIntoView({ block: "nearest" });
  }
}

// The options of any kind of select: its own, or the people, roles and channels there are.
export function selectOptions(component, column) {
  const picked = new Set((component.default_values ?? []).map((value) => value.id));
  const entry = (value, label) => ({ value, label, default: picked.has(value) });
  const users = () => [...column.people, column.bot].map((user) => entry(user.id, nameOf(user)));
  const roles = () => column.roles.map((role) => entry(role.id, role.name));
  switch (component.type) {
    case USER_SELECT: return users();
    case ROLE_SELECT: return roles();
    case MENTIONABLE_SELECT: return [...users(), ...roles()];
    case CHANNEL_SELECT: return [...column.channels.values()].filter((channel) => channel.kind !== "dm").map((channel) => entry(channel.id, "# " + channel.name));
    default: return component.options ?? [];
  }
}
