/**
 * Images in comments: those in the store are shown, from a file that the back end wrote. All others stay links, because
 * the server of an image learns of each fetch. No editor objects here, so that unit tests can load this.
 */
import { apart } from "./links";
import { harmless } from "./shown";

/** An image of the store, by the id of its bytes. */
const kept = /^!\[([^\]\n]*)\]\(consider:([0-9a-f]{40})\)$/;

/** The file of an image in the back end's cache, of a type that can only be drawn. */
const file = /^(?:.*[/\\])?image-[0-9a-f]{40}\.(?:png|jpe?g|gif|webp)$/;

/** Whether a path from the back end is that of an image. */
export const isImageFile = (path: string): boolean => file.test(path);

/**
 * The same Markdown in which the only images are those of the store. address returns the link to one of them, or
 * undefined when it has no file. Code blocks stay as they are.
 */
export function withImages(markdown: string, address: (id: string) => string | undefined): string {
  let out = "";
  let words = "";
  for (const { text } of apart(markdown)) {
    const [, name, id] = kept.exec(text) ?? [];
    const to = id === undefined ? undefined : address(id);
    if (to === undefined) {
      words += text;
      continue;
    }
    // A bracket in the name could turn the text around this image into another image.
    out += `${harmless(words)}![${(name ?? "").replaceAll(/[^\p{L}\p{N} .,-]/gu, " ")}](${to})`;
    words = "";
  }
  return out + harmless(words);
}
