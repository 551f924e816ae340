/** The content of the state file; see docs/internals/format.md. Independent of VS Code and the disk. */
import { BEAT, MAX_TEXT, VERSION, type Mode, type Open, type State } from "./format";

/** How much agents may see, by the setting `editorContext`. */
export function modeOf(value: unknown): Mode {
  return value === "path" || value === "selection" ? value : "off";
}

/** The data that does not change while the window is open. */
export interface Window {
  window: string;
  pid: number;
  namespace?: string;
  root?: string;
}

/** The beginning of a text that fits into so many bytes of UTF-8, without half a character at its end. */
export function cut(text: string, bytes = MAX_TEXT): { text: string; truncated: boolean } {
  const all = Buffer.from(text.slice(0, bytes + 1), "utf8");
  if (text.length <= bytes && all.length <= bytes) return { text: all.toString("utf8"), truncated: false };
  let end = Math.min(bytes, all.length);
  while (end > 0 && ((all[end] ?? 0) & 0xc0) === 0x80) end--;
  return { text: all.subarray(0, end).toString("utf8"), truncated: true };
}

/** The states of one window for one project, in their order. */
export class History {
  private said = "";
  private place = "";
  private changedAt = 0;
  private writtenAt = -Infinity;

  constructor(private readonly window: Window) {}

  /** The next state as JSON; undefined when nothing has changed. */
  next(
    now: number,
    focusedAt: number,
    folders: string[],
    open: Omit<Open, "changedAt"> | undefined,
  ): string | undefined {
    const place = JSON.stringify(open ?? null);
    const said = JSON.stringify([focusedAt, folders, place]);
    if (said === this.said && now - this.writtenAt < BEAT * 0.9) return undefined;
    if (place !== this.place) this.changedAt = now;
    this.place = place;
    this.said = said;
    this.writtenAt = now;
    const state: State = { version: VERSION, ...this.window, heartbeatAt: now, focusedAt, folders };
    if (open) state.editor = { changedAt: this.changedAt, ...open };
    return JSON.stringify(state);
  }

  /** Forgets the last state, because its file is gone. */
  forget(): void {
    this.said = "";
    this.writtenAt = -Infinity;
  }
}
