import { loadLater } from "./later";

/** What the script of colours offers to the page that loads it. */
export interface Colours {
  /** The language of a file, by its name; undefined when it is not coloured. */
  languageOf(path: string): string | undefined;
  /** The highlighter's result, whose tree of tokens is used. It throws on a grammar that fails. */
  highlight(text: string, language: string): object;
}

declare global {
  var considerColours: Colours | undefined;
}

/** Loads the script once; undefined when it cannot be had, and the text stays plain. */
export async function loadColours(): Promise<Colours | undefined> {
  await loadLater("colours");
  return globalThis.considerColours;
}
