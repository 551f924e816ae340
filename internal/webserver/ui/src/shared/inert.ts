/**
 * A tree that can neither run nor fetch anything: the form that Markdown is turned into. Pure except for `nodesOf`,
 * which makes elements of it by hand. There is no HTML in between, so no text is ever read as elements.
 */
import { h } from "./dom";

/** The possible elements. An `img` has no address: the page gives it the bytes from the store. */
export type Tag =
  | ("a" | "blockquote" | "br" | "code" | "del" | "em" | "hr" | "img" | "input")
  | ("li" | "ol" | "p" | "pre" | "strong" | "table" | "tbody" | "td" | "th" | "thead" | "tr" | "ul")
  | `h${1 | 2 | 3 | 4 | 5 | 6}`;

/** A class only names the language of code. */
export interface Attributes {
  href?: string;
  title?: string;
  class?: `language-${string}`;
  start?: string;
  align?: string;
  checked?: string;
  "data-image"?: string;
  alt?: string;
}

/** A text, or an element with its content. */
export type Inert = string | { readonly tag: Tag; readonly attrs: Attributes; readonly parts: Inert[] };

/**
 * The tree as elements of the page. Links open in a new tab without a referrer; checkboxes are disabled; code and tables,
 * which may be wider than their room, can get the focus, so that keys scroll them.
 */
export function nodesOf(parts: readonly Inert[]): Node[] {
  return parts.map((part) => {
    if (typeof part === "string") return document.createTextNode(part);
    const { tag, attrs } = part;
    const link = tag === "a" && { target: "_blank", rel: "noopener noreferrer nofollow" };
    const done = "checked" in attrs ? "done" : "to do";
    const box = tag === "input" && { type: "checkbox", disabled: true, "aria-label": done };
    const wide = (tag === "pre" || tag === "table") && { tabindex: 0 };
    return h(tag, { ...attrs, ...link, ...box, ...wide }, ...nodesOf(part.parts));
  });
}

/** The text content of the tree, as for an element. */
export function textOf(parts: readonly Inert[]): string {
  return parts.map((part) => (typeof part === "string" ? part : textOf(part.parts))).join("");
}
