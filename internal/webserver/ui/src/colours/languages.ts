/** The languages that are coloured, by file name or their own name. */
import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scss from "highlight.js/lib/languages/scss";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

const known: [string, Parameters<typeof hljs.registerLanguage>[1], string][] = [
  ["bash", bash, "sh shell bash zsh fish ksh env bashrc zshrc profile"],
  ["c", c, "c h"],
  ["cpp", cpp, "cc cpp cxx hh hpp hxx ino"],
  ["csharp", csharp, "cs"],
  ["css", css, "css"],
  ["dart", dart, "dart"],
  ["dockerfile", dockerfile, "dockerfile containerfile"],
  ["go", go, "go"],
  ["graphql", graphql, "graphql gql"],
  ["ini", ini, "ini toml cfg conf properties editorconfig gitconfig"],
  ["java", java, "java"],
  ["javascript", javascript, "js jsx mjs cjs"],
  ["json", json, "json jsonc json5 webmanifest"],
  ["kotlin", kotlin, "kt kts"],
  ["lua", lua, "lua"],
  ["makefile", makefile, "makefile mk mak"],
  ["markdown", markdown, "md markdown mdx"],
  ["php", php, "php"],
  ["protobuf", protobuf, "proto"],
  ["python", python, "py pyi pyw"],
  ["ruby", ruby, "rb rake gemspec gemfile rakefile"],
  ["rust", rust, "rs"],
  ["scss", scss, "scss sass less"],
  ["sql", sql, "sql"],
  ["swift", swift, "swift"],
  ["typescript", typescript, "ts tsx mts cts"],
  ["xml", xml, "xml html htm xhtml svg vue svelte plist xsd"],
  ["yaml", yaml, "yml yaml"],
];

const byEnding = new Map<string, string>();
for (const [name, , endings] of known) for (const e of [name, ...endings.split(" ")]) byEnding.set(e, name);

export function languageOf(path: string): string | undefined {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  const language = byEnding.get(name.split(".").at(-1) ?? "") ?? byEnding.get(name);
  if (language !== undefined && !hljs.getLanguage(language)) {
    // Some grammars contain others.
    if (language === "markdown" || language === "php") languageOf("a.xml");
    if (language === "xml") for (const other of ["a.js", "a.css"]) languageOf(other);
    const grammar = known.find(([n]) => n === language)?.[1];
    if (grammar) hljs.registerLanguage(language, grammar);
  }
  return language;
}
