/**
 * A rendered Markdown file: the whole new side, and before each changed place the old blocks that lost a line there.
 * Pure.
 */
import { blocksOf, type Block } from "../shared/blocks";
import type { RenderedFile, Side, SourceLine } from "./types";

/** A block of one side, with its source. */
export interface RenderedBlock extends Block {
  side: Side;
  /** The block was added, removed or changed. */
  changed: boolean;
  lines: SourceLine[];
}

/** The blocks of both sides; undefined for a file that is too long to be rendered. */
export function merged(file: RenderedFile): RenderedBlock[] | undefined {
  const [older, newer] = [sideOf(file.old, "old"), sideOf(file.new, "new")];
  if (file.long || !older || !newer) return undefined;
  const place = placesOf(file);
  const gone = older.filter((b) => b.changed).map((block) => ({ block, at: place[block.start] ?? Infinity }));
  const touched = new Set<number>(); // lines of the new side that come from blocks which lost a line
  for (const { block } of gone)
    block.lines.forEach((line, i) => {
      if (!line.changed) touched.add(place[block.start + i] ?? 0);
    });
  const out: RenderedBlock[] = [];
  for (const block of newer) {
    while (gone[0] && gone[0].at <= block.end) out.push(...gone.splice(0, 1).map((g) => g.block));
    const changed = block.changed || block.lines.some((_, i) => touched.has(block.start + i));
    out.push({ ...block, changed });
  }
  return [...out, ...gone.map((g) => g.block)];
}

function sideOf(lines: SourceLine[], side: Side): RenderedBlock[] | undefined {
  return blocksOf(lines.map((l) => l.text).join("\n"))?.map((block) => {
    const own = lines.slice(block.start - 1, block.end);
    return { ...block, side, lines: own, changed: own.some((l) => l.changed) };
  });
}

/** For each line of the old side, the line of the new side where it is, or was. */
function placesOf({ old, new: now }: RenderedFile): number[] {
  const places = [0];
  let at = 0;
  for (const line of old) {
    if (!line.changed) while (now[at]?.changed) at++;
    places.push(at + 1);
    if (!line.changed) at++;
  }
  return places;
}
