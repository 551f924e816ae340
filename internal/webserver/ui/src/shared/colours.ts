import { loadLater } from "./later";

/** The functions that the script of colours offers to the page. */
export interface Colours {
  /** The language of a file, by its name; undefined when it is not coloured. */
  languageOf(path: string): string | undefined;
  /** The highlighter's result, whose tree of tokens is used. It throws when a grammar fails. */
  highlight(text: string, language: string): object;
}

declare global {
  var considerColours: Colours | undefined;
}

/** Loads the script once; undefined when that fails, and the text stays plain. */
export async function loadColours(): Promise<Colours | undefined> {
  await loadLater("colours");
  return globalThis.considerColours;
}
