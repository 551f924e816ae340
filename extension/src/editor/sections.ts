/**
 * Sections of Markdown. VS Code knows the headings, but its sections end before their trailing blank lines, and its
 * names drop the formatting of headings. Here a section goes from its heading to the next one of its rank or higher.
 */
import type { Given } from "./scopes";

interface Heading {
  line: number;
  rank: number;
  name: string;
  kind: number;
}

/** The symbols of a Markdown document as whole sections; unchanged when they are not headings. */
export function sections(
  symbols: readonly Given[],
  lineCount: number,
  lineAt: (line: number) => string,
): readonly Given[] {
  const headings = flat(symbols).flatMap((s): Heading[] => {
    const marks = /^#{1,6}(?=\s|$)/.exec(s.name)?.[0];
    const line = ("children" in s ? s.range : s.location.range).start.line;
    if (!marks || line >= lineCount) return [];
    const text = lineAt(line).trim();
    return [{ line, rank: marks.length, name: text.startsWith(marks) ? text : `${marks} ${text}`, kind: s.kind }];
  });
  if (headings.length === 0 || headings.length !== flat(symbols).length) return symbols;
  headings.sort((a, b) => a.line - b.line);
  return nested(headings, lineCount);
}

function flat(symbols: readonly Given[]): Given[] {
  return symbols.flatMap((s) => [
    "children" in s ? { ...s, children: [] } : s,
    ...("children" in s ? flat(s.children) : []),
  ]);
}

function nested(headings: readonly Heading[], lineCount: number): Given[] {
  const out: Given[] = [];
  const open: { rank: number; children: Given[] }[] = [];
  headings.forEach(({ line, rank, name, kind }, i) => {
    const next = headings.slice(i + 1).find((h) => h.rank <= rank);
    const range = {
      start: { line, character: 0 },
      end: { line: (next?.line ?? lineCount) - 1, character: Number.MAX_SAFE_INTEGER },
    };
    const children: Given[] = [];
    while ((open.at(-1)?.rank ?? 0) >= rank) open.pop();
    (open.at(-1)?.children ?? out).push({ name, kind, range, children });
    open.push({ rank, children });
  });
  return out;
}
