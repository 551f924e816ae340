import { loadLater } from "./later";

/** The functions that the script of colours offers to the page. */
interface Colours {
  /** A language by its name, or that of a file by the file's name; undefined when it is not coloured. */
  languageOf(path: string): string | undefined;
  /** The highlighter's result, whose tree of tokens is used. Where a grammar fails, the tree ends. */
  highlight(text: string, language: string): object;
}

declare global {
  var considerColours: Colours | undefined;
}

/** Loads the script once, unless the page contains it. When that fails, the text stays plain. */
export async function loadColours(): Promise<void> {
  if (!globalThis.considerColours) await loadLater("colours");
}
