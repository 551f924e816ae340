/**
 * Images in the words of a comment: those that the store keeps are shown, from a file that the back end wrote; all others
 * stay links, as the server of an image learns of each fetch. No editor objects here: the unit tests read this.
 */
import { apart } from "./links";
import { harmless } from "./shown";

/** An image of the store, by the id of its bytes. */
const kept = /^!\[([^\]\n]*)\]\(consider:([0-9a-f]{40})\)$/;

/** The file of an image in the back end's cache, of a kind that draws and does nothing else. */
const file = /^(?:.*[/\\])?image-[0-9a-f]{40}\.(?:png|jpe?g|gif|webp)$/;

/** Whether a path that the back end names is that of an image. */
export const isImageFile = (path: string): boolean => file.test(path);

/**
 * The same Markdown in which the only images are those that the store keeps; address gives the link to one of them, or
 * nothing where it has no such file. Blocks of code stay as they are.
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
    // A bracket in the name could make an image of what stands around this one.
    out += `${harmless(words)}![${(name ?? "").replaceAll(/[^\p{L}\p{N} .,-]/gu, " ")}](${to})`;
    words = "";
  }
  return out + harmless(words);
}
