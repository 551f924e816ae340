/** The library that reads Markdown, as a module of its own so that it runs when it is first asked for. */
export { default as MarkdownIt } from "markdown-it";
