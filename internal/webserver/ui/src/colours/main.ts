/**
 * Syntax colours. They are a separate script because they are large: the review loads it when its first rows are on the
 * screen, so that the reviewer does not wait for grammars.
 */
import hljs from "highlight.js/lib/core";
import { languageOf } from "./languages";

globalThis.considerColours = {
  languageOf,
  highlight: (text, language) => hljs.highlight(text, { language, ignoreIllegals: true }),
};
