/**
 * The library that reads Markdown. It is a script of its own, a third of what the review would be: the review asks for it
 * when its first rows are on the screen. The pages that are all Markdown have it in their own scripts.
 */
import MarkdownIt from "markdown-it";

globalThis.considerMarkdown = MarkdownIt;
