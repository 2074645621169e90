// One message as DOM: its head, text, embeds, pictures and components. Only parts that changed are drawn anew.

import { button, menu } from "/controls.js";
import { avatar, el, local, nameOf, picture, snowflakeTime, veiled } from "/dom.js";
import { inline, markdown } from "/markdown.js";

const EPHEMERAL = 64, LOADING = 128;

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

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
    fill(this.head, [[JSON.stringify([message.author, message.interaction && column.commandName(message.interaction.name), message.referenced_message?.content, locale]), () => this.drawHead()]]);
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
      head.append(el("div", { class: "context" }, avatar(message.interaction.user), el("b", {}, nameOf(message.interaction.user)), ` ${column.t.used} `, el("span", { class: "mention" }, `/${column.commandName(message.interaction.name)}`)));
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
    return el("span", {}, "👁 ", column.t.onlyYou, " · ", el("button", { class: "plain", type: "button", onclick: () => column.link.ask({ do: "dismiss", ...this.where() }).catch((fault) => this.say(fault.message)) }, column.t.dismiss));
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
    const covered = file.filename.startsWith("SPOILER_");
    if (file.content_type?.startsWith("image/")) return this.veil(covered, this.picture(file.url, file.description ?? file.filename, file.width, file.height));
    return el("a", { class: "file", href: local(file.url), download: file.filename }, `📄 ${file.filename} (${Math.ceil(file.size / 1024)} KB)`);
  }

  picture(url, alt, width, height) {
    return picture(url, alt, this.column.t.close, width, height);
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
        return el("div", { class: "gallery" }, ...component.items.map((item) => this.veil(item.spoiler, this.picture(item.media.url, item.description ?? ""))));
      case 13:
        return this.veil(component.spoiler, el("a", { class: "file", href: local(component.file.url), download: true }, "📄 " + decodeURIComponent(component.file.url.split("/").pop())));
      case 14:
        return el("hr", { class: `${component.divider === false ? "blank " : ""}${component.spacing === 2 ? "wide" : ""}` });
      case 17: {
        const box = el("div", { class: "container" }, ...component.components.map((child) => this.drawComponent(child)));
        if (component.accent_color !== undefined && component.accent_color !== null) box.style.borderLeftColor = "#" + component.accent_color.toString(16).padStart(6, "0");
        return this.veil(component.spoiler, box);
      }
      default:
        return el("div", { class: "row" }, this.drawControl(component));
    }
  }

  drawControl(component) {
    if (component.type === 2) return button(component, this);
    if (component.type === 11) return this.veil(component.spoiler, el("img", { class: "thumbnail", src: local(component.media.url), alt: component.description ?? "" }));
    return menu(component, this);
  }

  veil(covered, node) {
    return covered ? veiled(node, this.column.t.spoiler) : node;
  }

  where() {
    return { channel: this.message.channel_id, message: this.message.id };
  }

  async press(wish, control) {
    this.say("");
    control.classList.add("waiting");
    try {
      const outcome = await this.column.link.interact({ ...wish, ...this.where() });
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
