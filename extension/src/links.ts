/** Places in the words of an answer, as `src/a.go:20`, become links. No editor objects here: the unit tests read this. */

/** A path below the root, with a line and perhaps a last line. What goes up or begins at the top of the disk is none. */
const place = /(?<![\w./\\:@-])((?:[\w.-]+\/)*[\w-][\w.-]*\.\w+):(\d{1,7})(?:-(\d{1,7}))?(?![\w:/-])/g;

const most = 50; // links in one text: each is looked up on the disk

/** A link to a file of the project, with a line or without. */
const relative = /^\[([^\]\n]*)\]\((?:\.\/)?((?:[\w.-]+\/)*[\w.-]+)(?:#L(\d{1,7}))?\)$/;

/**
 * The same Markdown with links to the places that it names. address gives the link for a path and perhaps a line, or
 * nothing where there is no such file. Blocks of code, and links to elsewhere, stay as they are.
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

/** A stretch of Markdown. */
interface Part {
  text: string;
  /** Words, a stretch of code within them, or what is not to be touched. */
  kind: "words" | "code" | "kept";
}

/**
 * Blocks of code, code in a line, links and addresses. What is between brackets has an end: without one, a message of
 * brackets alone would be read once for each of them, and stop all extensions for seconds.
 */
const untouched =
  /^(```|~~~)[\s\S]*?(?:^\1.*$|(?![\s\S]))|`[^`\n]+`|!?\[[^\]\n]{0,500}\]\([^)\n]{0,2000}\)|<[^<>\n]+>|\bhttps?:\/\/\S+/gm;

/** Markdown in stretches: words, code, and what is not to be touched. */
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
