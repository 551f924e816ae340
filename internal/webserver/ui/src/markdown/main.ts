/**
 * The library that reads Markdown. It is a separate script, a third of the size of the review: the review loads it when
 * its first rows are on the screen. Pages that show mainly Markdown bundle it.
 */
import MarkdownIt from "markdown-it";

globalThis.considerMarkdown = MarkdownIt;
