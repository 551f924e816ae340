// The documents as a site of plain files: it needs no server, all links are relative, and the search has its own index.
import fs from "node:fs";
import path from "node:path";
import anchor from "markdown-it-anchor";
import markdownIt from "markdown-it";

const at = (name) => path.join(import.meta.dirname, name);

/** The name that GitHub gives a heading, because the documents link to it. */
const slugify = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** The menu of each page: the index of the documents, a group for each heading. */
function contents(index) {
  return index.split(/\n## /).slice(1).map((group) => ({
    title: group.split("\n")[0],
    links: [...group.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, text, file]) => ({ text, url: path.posix.join("docs", `${file}.html`.replace(/\bREADME\.html$/, "index.html")) })),
  }));
}

/** Turns links between documents into links between pages. The check keeps links to other files as text. */
function pages(md) {
  const plain = md.renderer.rules.link_open ?? ((tokens, i, options, env, self) => self.renderToken(tokens, i, options));
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    const href = tokens[i].attrGet("href");
    if (!/^[a-z]+:/.test(href)) {
      tokens[i].attrSet("href", href.replace(/(^|\/)README\.md(?=#|$)/, "$1index.html").replace(/\.md(?=#|$)/, ".html"));
    }
    return plain(tokens, i, options, env, self);
  };
}

export default function (eleventy) {
  const md = markdownIt({ html: true }).use(anchor, { slugify }).use(pages);
  eleventy.setLibrary("md", md);
  eleventy.setUseGitIgnore(false);
  eleventy.addGlobalData("layout", "page.njk");
  eleventy.addGlobalData("contents", contents(fs.readFileSync(at("docs/README.md"), "utf8")));
  eleventy.addGlobalData("permalink", () => ({ page }) => {
    if (page.inputPath.endsWith(".njk")) return false;
    return page.filePathStem.replace(/\/README$/, "/index") + ".html";
  });
  eleventy.addFilter("up", (url) => "../".repeat(url.split("/").length - 2));
  eleventy.addFilter("title", (html) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1].replace(/<[^>]*>/g, "") ?? "Consider");
  eleventy.on("eleventy.after", ({ directories, results }) => {
    const words = (html) => html.replace(/<[^>]*>/g, " ").replace(/&\w+;/g, " ").replace(/\s+/g, " ");
    const found = results
      .filter((r) => r.outputPath.endsWith(".html"))
      .map((r, id) => {
        const main = /<main>(.*)<\/main>/s.exec(r.content)[1];
        return { id, url: path.relative(directories.output, r.outputPath).replaceAll("\\", "/"), title: /<title>(.*?)<\/title>/s.exec(r.content)[1], text: words(main) };
      });
    fs.writeFileSync(path.join(directories.output, "index.js"), `window.pages = ${JSON.stringify(found).replaceAll("<", "\\u003c")};\n`);
    fs.copyFileSync(at("node_modules/minisearch/dist/umd/index.js"), path.join(directories.output, "minisearch.js"));
    for (const name of ["site.css", "site.js"]) fs.copyFileSync(at(name), path.join(directories.output, name));
  });
  return { markdownTemplateEngine: false, dir: { includes: "_layouts" } };
}
