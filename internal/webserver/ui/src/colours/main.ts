/**
 * Syntax colours. They are a script of their own, most of what the page has: the review asks for it when its first
 * rows are on the screen, so that nobody waits for grammars to be read.
 */
import hljs from "highlight.js/lib/core";
import { languageOf } from "./languages";

globalThis.considerColours = {
  languageOf,
  highlight: (text, language) => hljs.highlight(text, { language, ignoreIllegals: true }),
};
