/**
 * Turns places in a message, such as `src/a.go:20`, into links. No editor objects here, so that unit tests can load
 * this.
 */

/** A path below the root, with a line and perhaps a last line. Paths with ".." and absolute paths do not match. */
const place = /(?<![\w./\\:@-])((?:[\w.-]+\/)*[\w-][\w.-]*\.\w+):(\d{1,7})(?:-(\d{1,7}))?(?![\w:/-])/g;

const most = 50; // links in one text, because each is looked up on the disk

/** A link to a file of the project, with or without a line. */
const relative = /^\[([^\]\n]*)\]\((?:\.\/)?((?:[\w.-]+\/)*[\w.-]+)(?:#L(\d{1,7}))?\)$/;

/**
 * The same Markdown with links to the places that it names. address returns the link for a path and perhaps a line, or
 * undefined when the file does not exist. Code blocks and links to other targets stay as they are.
 */
export function linked(
  markdown: string,
  address: (path: string, line: number | undefined) => string | undefined,
): string {
  let made = 0;
  const link = (words: string, path: string, line: string | undefined): string | undefined => {
    if (made >= most || path.split("/").includes("..")) return undefined;
    const to = address(path, line === undefined ? undefined : Number(line));
    if (to === undefined) return undefined;
    made++;
    return `[${words}](${to})`;
  };
  return apart(markdown)
    .map(({ text, kind }) => {
      if (kind === "words")
        return text.replace(place, (all: string, path: string, line: string) => link(all, path, line) ?? all);
      if (kind === "kept") {
        const [, words, path, line] = relative.exec(text) ?? [];
        return path === undefined ? text : (link(words ?? "", path, line) ?? text);
      }
      const found = [...text.slice(1, -1).matchAll(place)];
      const [only] = found;
      if (found.length !== 1 || only?.[0] !== text.slice(1, -1)) return text;
      return link(text, only[1] ?? "", only[2]) ?? text;
    })
    .join("");
}

/** A part of a Markdown text. */
interface Part {
  text: string;
  /** Words, inline code, or what must not be changed. */
  kind: "words" | "code" | "kept";
}

/**
 * Code blocks, inline code, links and addresses. The text in brackets has a maximum length: otherwise a message of
 * brackets alone would take quadratic time, and stop all extensions for seconds.
 */
const untouched =
  /^(```|~~~)[\s\S]*?(?:^\1.*$|(?![\s\S]))|`[^`\n]+`|!?\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)|<[^<>\n]+>|\bhttps?:\/\/\S+/gm;

/** Splits Markdown into words, code, and what must not be changed. */
export function apart(markdown: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const m of markdown.matchAll(untouched)) {
    parts.push({ text: markdown.slice(at, m.index), kind: "words" });
    const isCode = m[0].startsWith("`") && !m[0].startsWith("``");
    parts.push({ text: m[0], kind: isCode ? "code" : "kept" });
    at = m.index + m[0].length;
  }
  return [...parts, { text: markdown.slice(at), kind: "words" }];
}
