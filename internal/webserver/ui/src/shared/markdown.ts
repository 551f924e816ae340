/**
 * Markdown as an inert tree. The source counts as hostile: HTML in it is shown as text. Only addresses of the web and
 * mail addresses become links. An image becomes a link to itself, because fetching a picture reveals to a stranger that
 * it is read; an image of the store (consider:<id>) has no address. Pure.
 */
import type Library from "markdown-it";
import type { MarkdownIt as Parser, Token } from "markdown-it";
import { textOf, type Attributes, type Inert, type Tag } from "./inert";

// Some steps cost the square of a block's length. Longer text is not prose, and is shown as it is.
const maxSource = 256 << 10; // characters of a text
const maxBlock = 32 << 10; // between two empty lines
const maxLine = 16 << 10;

const deepest = 80; // nested elements; thousands would overflow the browser's stack

/** The source as a tree. It never fails: a source that would take too long becomes one text. */
export function markdownOf(source: string): Inert[] {
  const text = clean(source);
  if (!isPayable(text)) return [preformatted(text), "\n"];
  return treeOf(parse(text));
}

/** Removes what cannot be in a page. The number of lines stays the same. */
export function clean(source: string): string {
  return source.replace(/\r\n/g, "\n").replace(/\r/g, " ").replace(/\0/g, "\ufffd");
}

export function preformatted(text: string): Inert {
  return node("pre", {}, text);
}

export function isPayable(text: string): boolean {
  if (text.length > maxSource) return false;
  let block = 0;
  for (const line of text.split("\n")) {
    block = line.trim() === "" ? 0 : block + line.length + 1;
    if (line.length > maxLine || block > maxBlock) return false;
  }
  return true;
}

declare global {
  /** The library, once its script (src/markdown) has run. */
  var considerMarkdown: typeof Library | undefined;
}

let parser: Parser | undefined;

/** The tokens of a text in GitHub's dialect. It throws before the library is loaded. */
export function parse(text: string): Token[] {
  parser ??= made();
  return parser.parse(text, {});
}

function made(): Parser {
  if (!globalThis.considerMarkdown) throw new Error("the Markdown library is not loaded yet");
  // HTML is recognized so that it can be shown as written; nothing here outputs any.
  const it = new globalThis.considerMarkdown({ html: true, linkify: true, breaks: true });
  it.validateLink = () => true; // `leads` alone decides where a link may lead
  it.normalizeLinkText = (address) => address; // an address is shown as it is
  it.linkify.set({ fuzzyLink: false }); // "readme.md" is a file
  it.linkify.add("www.", {
    validate: (text: string, at: number) =>
      /^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?:\/[^\s<>"]*[^\s<>"'.,:;!?)\]])?/i.exec(text.slice(at))?.[0].length ?? 0,
    normalize: (found) => {
      found.url = `http://${found.url}`;
    },
  });
  return it;
}

/** The tree of tokens: of a whole text, or of some of its blocks. */
export function treeOf(tokens: readonly Token[]): Inert[] {
  const builder = new Builder();
  tokens.forEach((token, i) => builder.take(token, tokens, i));
  return builder.out;
}

/** Elements by the kind of their token, without its suffix. Other kinds become text. */
const elements: Record<string, Tag> = {
  paragraph: "p",
  bullet_list: "ul",
  ordered_list: "ol",
  list_item: "li",
  blockquote: "blockquote",
  table: "table",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  strong: "strong",
  em: "em",
  s: "del",
};
const holders = new Set<Tag>(["ul", "ol", "blockquote", "table", "thead", "tbody", "tr"]);

class Builder {
  readonly out: Inert[] = [];
  private readonly stack: Inert[][] = [this.out];
  private links = 0; // how many are open, those that lead nowhere included

  /** Adds a token of a list, with another text than its own if one is given. */
  take(token: Token, all: readonly Token[], i: number, content = token.content): void {
    const kind = token.type.replace(/_(?:open|close)$/, "");
    const next = all[i + 1];
    switch (kind) {
      case "inline":
        this.inline(token.children ?? [], isTask(all, i));
        return;
      case "fence":
      case "code_block":
        this.put(node("pre", {}, node("code", languageOf(token.info), content)), "\n");
        return;
      case "html_block":
        this.put(preformatted(content), "\n");
        return;
      case "hr":
        this.put(node("hr"), "\n");
        return;
      case "softbreak":
      case "hardbreak":
        this.put(node("br"), "\n");
        return;
      case "code_inline":
        this.put(node("code", {}, content));
        return;
      case "link":
        if (token.nesting > 0) this.link(token, "href");
        else this.unlink();
        return;
      case "image":
        this.image(token);
        return;
    }
    const tag = kind === "heading" && /^h[1-6]$/.test(token.tag) ? (token.tag as Tag) : elements[kind];
    if (!tag || token.nesting === 0) this.put(content);
    else if (token.hidden) {
      // A paragraph in a list item without blank lines: only its text.
      if (token.nesting < 0 && next?.type !== "list_item_close") this.put("\n");
    } else if (token.nesting > 0) {
      this.open(tag, attributesOf(tag, token));
      if (holders.has(tag) || (tag === "li" && next?.type !== "list_item_close" && !next?.hidden)) this.put("\n");
    } else {
      this.close();
      if (token.block) this.put("\n");
    }
  }

  inline(tokens: readonly Token[], task: boolean): void {
    const [first] = tokens;
    const box = task && first?.type === "text" ? /^\[([ xX])\](?=\s|$)/.exec(first.content) : undefined;
    if (box) this.put(node("input", box[1] === " " ? {} : { checked: "" }));
    tokens.forEach((token, i) => this.take(token, tokens, i, i === 0 && box ? token.content.slice(3) : token.content));
  }

  /** Begins a link. Returns its address; "" if it leads nowhere, or is in a link. */
  private link(token: Token, name: "href" | "src"): string {
    const href = this.links++ > 0 ? undefined : leads(given(token, name));
    const title = given(token, "title");
    if (href === undefined) this.stack.push(this.top);
    else this.open("a", { href, ...(title ? { title } : {}) });
    return href ?? "";
  }

  private unlink(): void {
    this.links--;
    this.close();
  }

  private image(token: Token): void {
    const words = token.children ?? [];
    const kept = /^consider:([0-9a-f]{40})$/.exec(given(token, "src"))?.[1];
    if (kept) {
      this.put(node("img", { "data-image": kept, alt: spoken(words) }));
      return;
    }
    const href = this.link(token, "src");
    this.inline(words, false);
    if (words.length === 0) this.put(href);
    this.unlink();
  }

  private get top(): Inert[] {
    return this.stack.at(-1) ?? this.out;
  }

  private put(...parts: Inert[]): void {
    this.top.push(...parts.filter((p) => p !== ""));
  }

  private open(tag: Tag, attrs: Attributes): void {
    const element = { tag, attrs, parts: [] };
    if (this.stack.length > deepest) {
      this.stack.push(this.top);
      return;
    }
    this.put(element);
    this.stack.push(element.parts);
  }

  private close(): void {
    if (this.stack.length > 1) this.stack.pop();
  }
}

function node(tag: Tag, attrs: Attributes = {}, ...parts: Inert[]): Inert {
  return { tag, attrs, parts };
}

/** Whether a token is the first text of a list item, which may begin with a checkbox. */
function isTask(all: readonly Token[], i: number): boolean {
  return all[i - 1]?.type === "paragraph_open" && all[i - 2]?.type === "list_item_open";
}

function attributesOf(tag: Tag, token: Token): Attributes {
  if (tag === "ol") return { start: String(Number(token.attrGet("start") ?? 1)) };
  const align = tag === "th" || tag === "td" ? /^text-align:(left|center|right)$/.exec(given(token, "style")) : null;
  return align?.[1] ? { align: align[1] } : {};
}

/** A language that can be in a class: the text behind a fence may be anything. */
function languageOf(info: string): Attributes {
  const word = /^\s*([A-Za-z0-9][A-Za-z0-9_+#.-]{0,31})(?:\s|$)/.exec(info)?.[1];
  return word ? { class: `language-${word}` } : {};
}

/** The words of an image, without markup. */
function spoken(tokens: readonly Token[]): string {
  const builder = new Builder();
  builder.inline(tokens, false);
  return textOf(builder.out);
}

/** An attribute as a text. */
function given(token: Token, name: string): string {
  return String(token.attrGet(name) ?? "");
}

/** The target of a link: a complete web or mail address. A relative one would lead into the page's own server. */
function leads(address: string): string | undefined {
  if (!URL.canParse(address.trim())) return undefined;
  const url = new URL(address.trim());
  if ((url.protocol === "http:" || url.protocol === "https:") && url.hostname !== "") return url.href;
  return url.protocol === "mailto:" && url.pathname !== "" ? url.href : undefined;
}
