/** The symbols of a file around the cursor. Positions are the editor's, 0-based; the result is 1-based. */
import { MAX_DEPTH, MAX_NAME, type Found } from "./format";

export interface Place {
  line: number;
  character: number;
}

interface Area {
  start: Place;
  end: Place;
}

/** A symbol as VS Code gives it: in a tree, or in the older flat form. Symbols of a tree have a location too. */
export type Given =
  | { name: string; kind: number; range: Area; children: readonly Given[] }
  | { name: string; kind: number; location: { range: Area } };

/**
 * The scopes around a place, outermost first, and the number of symbols. kindOf names a kind. A line that makes the
 * whole file a variable counts as code of the file, not as a scope.
 */
export function scopesAt(symbols: readonly Given[], at: Place, kindOf: (kind: number) => string): Found {
  const all = symbols.some((s) => !("children" in s)) ? flatAround(symbols, at) : treeAround(symbols, at);
  const around = all.length === 1 && all.every((s) => isOneLiner(s, kindOf)) ? [] : all;
  return {
    total: count(symbols),
    scopes: around.slice(0, MAX_DEPTH).map((s) => ({
      name: clip(s.name),
      kind: kindOf(s.kind),
      start: areaOf(s).start.line + 1,
      end: lastLine(areaOf(s)) + 1,
    })),
  };
}

function isOneLiner(s: Given, kindOf: (kind: number) => string): boolean {
  const { start, end } = areaOf(s);
  return (
    ["Variable", "Constant"].includes(kindOf(s.kind)) &&
    start.line === end.line &&
    !("children" in s && s.children.length)
  );
}

function count(symbols: readonly Given[]): number {
  let total = 0;
  const open = [...symbols];
  for (let s = open.pop(); s; s = open.pop()) {
    total++;
    if ("children" in s) open.push(...s.children);
  }
  return total;
}

function treeAround(symbols: readonly Given[], at: Place): Given[] {
  const around: Given[] = [];
  for (let level = symbols; ;) {
    const next = innermost(level.filter((s) => contains(areaOf(s), at)));
    if (!next) return around;
    around.push(next);
    level = "children" in next ? next.children : [];
  }
}

/** In the flat form, each symbol that contains the place is a scope, the larger one first. */
function flatAround(symbols: readonly Given[], at: Place): Given[] {
  return symbols.filter((s) => contains(areaOf(s), at)).sort((a, b) => compare(areaOf(a), areaOf(b)));
}

/** A symbol may begin where another one ends: the cursor is then in the later one. */
function innermost(symbols: readonly Given[]): Given | undefined {
  return symbols.reduce<Given | undefined>((a, b) => (a && compare(areaOf(a), areaOf(b)) > 0 ? a : b), undefined);
}

/** Negative when a begins before b, or at the same place and ends later. */
function compare(a: Area, b: Area): number {
  return order(a.start, b.start) || order(b.end, a.end);
}

function contains(area: Area, at: Place): boolean {
  return order(area.start, at) <= 0 && order(at, area.end) <= 0;
}

function order(a: Place, b: Place): number {
  return a.line - b.line || a.character - b.character;
}

function areaOf(s: Given): Area {
  return "children" in s ? s.range : s.location.range;
}

/** An area that ends before the first character of a line does not include that line. */
function lastLine(area: Area): number {
  return area.end.character === 0 && area.end.line > area.start.line ? area.end.line - 1 : area.end.line;
}

/** A name cut to the maximum length, without half a character at its end. */
function clip(name: string): string {
  return name.length <= MAX_NAME ? name : name.slice(0, MAX_NAME - 1).replace(/[\uD800-\uDBFF]$/, "") + "…";
}
