import "../../src/markdown/main";
import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksOf } from "../../src/shared/blocks";
import type { Inert } from "../../src/shared/inert";
import { markdownOf } from "../../src/shared/markdown";
import { hostile as fromAgents } from "../../../../../extension/test/transcript.mjs";
import { evil, hostile } from "../markdown.mjs";

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&#34;");

/** The tree as HTML, for the tests to read. No page does this. */
function html(parts: readonly Inert[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return escape(part);
      const attrs = Object.entries(part.attrs).map(([name, value]) => ` ${name}="${escape(String(value))}"`);
      const open = `<${part.tag}${attrs.join("")}>`;
      return ["br", "hr", "img", "input"].includes(part.tag) ? open : `${open}${html(part.parts)}</${part.tag}>`;
    })
    .join("");
}

const blob = "0f".repeat(20);

const reads: Record<string, [string, string]> = {
  paragraph: ["a *b* `c`", "<p>a <em>b</em> <code>c</code></p>\n"],
  "line break": ["a\nb  \nc\\\nd", "<p>a<br>\nb<br>\nc<br>\nd</p>\n"],
  "code with a name": ["```go x\na < b\n```", '<pre><code class="language-go">a &lt; b\n</code></pre>\n'],
  "code without": ["```\nx\n```\n\n    y", "<pre><code>x\n</code></pre>\n<pre><code>y\n</code></pre>\n"],
  struck: ["~~a~~ **b**", "<p><del>a</del> <strong>b</strong></p>\n"],
  "heading has no id": ["# top", "<h1>top</h1>\n"],
  link: ['[a](https://b.example/?x=1&y=2 "t")', '<p><a href="https://b.example/?x=1&amp;y=2" title="t">a</a></p>\n'],
  "bare link": [
    "see https://b.example/c%20d.",
    '<p>see <a href="https://b.example/c%20d">https://b.example/c%20d</a>.</p>\n',
  ],
  "bare link without a scheme": [
    "see www.b.example, a.md",
    '<p>see <a href="http://www.b.example/">www.b.example</a>, a.md</p>\n',
  ],
  "bare address of mail": [
    "a@b.example <c@d.example>",
    '<p><a href="mailto:a@b.example">a@b.example</a> <a href="mailto:c@d.example">c@d.example</a></p>\n',
  ],
  "image is a link": [
    "![a](https://b.example/p.png) ![](https://c.example/)",
    '<p><a href="https://b.example/p.png">a</a> <a href="https://c.example/">https://c.example/</a></p>\n',
  ],
  "image in a link": [
    "[![a](https://b.example/p.png)](https://c.example)",
    '<p><a href="https://c.example/">a</a></p>\n',
  ],
  "a link in a link or in an image": [
    "[a <https://b.example>](https://c.example) ![d [e](https://f.example)](https://g.example)",
    '<p><a href="https://c.example/">a https://b.example</a> <a href="https://g.example/">d e</a></p>\n',
  ],
  "kept image": [`![a *b*](consider:${blob})`, `<p><img data-image="${blob}" alt="a b"></p>\n`],
  "kept in a link": [
    `[![a](consider:${blob})](https://c.example)`,
    `<p><a href="https://c.example/"><img data-image="${blob}" alt="a"></a></p>\n`,
  ],
  "not kept": ["![a](consider:xyz)", "<p>a</p>\n"],
  "no link": ["[a](b.md) [c](javascript:d) [e](//f) <xy:z>", "<p>a c e xy:z</p>\n"],
  "HTML is text": ["a <b>*c*</b>", "<p>a &lt;b><em>c</em>&lt;/b></p>\n"],
  "a block of HTML is text": ["<div>\n*a*\n</div>", "<pre>&lt;div>\n*a*\n&lt;/div></pre>\n"],
  list: ["- a\n  - b\n- c", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>\n"],
  "list with room": [
    "3) a\n\n   b\n4) c",
    '<ol start="3">\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ol>\n',
  ],
  tasks: [
    "- [x] a\n- [ ] b\n- [c] d",
    '<ul>\n<li><input checked=""> a</li>\n<li><input> b</li>\n<li>[c] d</li>\n</ul>\n',
  ],
  table: [
    "| a |\n|:-:|\n| b |",
    '<table>\n<thead>\n<tr>\n<th align="center">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td align="center">b</td>\n</tr>\n</tbody>\n</table>\n',
  ],
  "characters by name": ["&amp;&#x1F331; \\*", "<p>&amp;🌱 *</p>\n"],
  nothing: ["", ""],
};

for (const [name, [source, want]] of Object.entries(reads))
  test(`Markdown reads as on GitHub: ${name}`, () => assert.equal(html(markdownOf(source)), want));

const cut: Record<string, [string, [number, number, string][]]> = {
  paragraphs: [
    "a\nb\n\n\nc\n",
    [
      [1, 2, "<p>a<br>\nb</p>\n"],
      [5, 5, "<p>c</p>\n"],
    ],
  ],
  "heading below a text": [
    "# A #\ntext\n---\nmore",
    [
      [1, 1, "<h1>A</h1>\n"],
      [2, 3, "<h2>text</h2>\n"],
      [4, 4, "<p>more</p>\n"],
    ],
  ],
  "items of a list, with what is in them": [
    "- a\n  - b\n\n  c\n- d\n",
    [
      [1, 4, "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n</li>\n</ul>\n"],
      [5, 5, "<ul>\n<li>\n<p>d</p>\n</li>\n</ul>\n"],
    ],
  ],
  "numbers go on": [
    "3. a\n4. b\n",
    [
      [1, 1, '<ol start="3">\n<li>a</li>\n</ol>\n'],
      [2, 2, '<ol start="4">\n<li>b</li>\n</ol>\n'],
    ],
  ],
  "a fence and its marks": [
    "x\n\n```go\n\nf()\n```\n\ny",
    [
      [1, 1, "<p>x</p>\n"],
      [3, 6, '<pre><code class="language-go">\nf()\n</code></pre>\n'],
      [8, 8, "<p>y</p>\n"],
    ],
  ],
  "a fence with nothing in it": [
    "```\n```\nx\n",
    [
      [1, 2, "<pre><code></code></pre>\n"],
      [3, 3, "<p>x</p>\n"],
    ],
  ],
  "a quotation": [
    "> a\n> b\nc\n\nd",
    [
      [1, 3, "<blockquote>\n<p>a<br>\nb<br>\nc</p>\n</blockquote>\n"],
      [5, 5, "<p>d</p>\n"],
    ],
  ],
  "the address of a link is seen": [
    "[a][b]\n\n[b]: https://b.example\n[c]: d\n",
    [
      [1, 1, '<p><a href="https://b.example/">a</a></p>\n'],
      [3, 4, "<pre>[b]: https://b.example\n[c]: d</pre>\n"],
    ],
  ],
  "an address before its text": [
    "[b]: https://b.example\n[a][b]\n",
    [
      [1, 1, "<pre>[b]: https://b.example</pre>\n"],
      [2, 2, '<p><a href="https://b.example/">a</a></p>\n'],
    ],
  ],
  "a comment is seen": [
    "<!-- a\n\nb -->\nc\n\nd",
    [
      [1, 3, "<pre>&lt;!-- a\n\nb -->\n</pre>\n"],
      [4, 4, "<p>c</p>\n"],
      [6, 6, "<p>d</p>\n"],
    ],
  ],
  "properties of the file": [
    "---\ntitle: <a>\n---\n\n# A\n",
    [
      [1, 3, "<pre>---\ntitle: &lt;a>\n---\n</pre>\n"],
      [5, 5, "<h1>A</h1>\n"],
    ],
  ],
  "carriage returns": [
    "a\r\n\r\nb\rc\r\n",
    [
      [1, 1, "<p>a</p>\n"],
      [3, 3, "<p>b c</p>\n"],
    ],
  ],
  "a rule is no fence": [
    "a\n\n---\nb\n",
    [
      [1, 1, "<p>a</p>\n"],
      [3, 3, "<hr>\n"],
      [4, 4, "<p>b</p>\n"],
    ],
  ],
  "blank lines first": ["\n\n  a\n", [[3, 3, "<p>a</p>\n"]]],
  nothing: ["\n\n", []],
};

for (const [name, [source, want]] of Object.entries(cut))
  test(`blocks know their lines: ${name}`, () =>
    assert.deepEqual(
      (blocksOf(source) ?? []).map((b) => [b.start, b.end, html(b.parts)]),
      want,
    ));

/** Everything that could act in a page. */
function faults(parts: readonly Inert[], inLink = false, depth = 0): string[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const out = depth > 100 ? ["too deep"] : [];
    if (
      !/^(a|blockquote|br|code|del|em|h[1-6]|hr|img|input|li|ol|p|pre|strong|table|tbody|td|th|thead|tr|ul)$/.test(
        part.tag,
      )
    )
      out.push(part.tag);
    if (part.tag === "a" && inLink) out.push("a link in a link");
    for (const [name, value] of Object.entries(part.attrs)) {
      const fine =
        (part.tag === "a" &&
          ((name === "href" && /^(?:https?:\/\/[^/]|mailto:.)/.test(String(value))) || name === "title")) ||
        (part.tag === "code" && name === "class" && /^language-[\w+#.-]+$/.test(String(value))) ||
        (part.tag === "img" && (name === "alt" || (name === "data-image" && /^[0-9a-f]{40}$/.test(String(value))))) ||
        (part.tag === "ol" && name === "start" && /^\d+$/.test(String(value))) ||
        (/^t[dh]$/.test(part.tag) && name === "align" && /^(?:left|center|right)$/.test(String(value))) ||
        (part.tag === "input" && name === "checked" && value === "");
      if (!fine) out.push(`${part.tag} has ${name}=${String(value)}`);
    }
    return [...out, ...faults(part.parts, inLink || part.tag === "a", depth + 1)];
  });
}

const sources = [
  ...hostile,
  ...evil,
  ...fromAgents.split("\n\n"),
  "[x](java\tscript:alert(1))",
  "[x](java&#9;script:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](%6aavascript:alert(1))",
  "[x](\u0001javascript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](view-source:javascript:alert(1))",
  "[x](https:javascript:alert(1))",
  "[x](https:///) [x](http:\\\\evil.example) [x](file:///etc/passwd) [x](blob:https://a.example/b) [x](ftp://a.example)",
  "[x](mailto:) [x](MAILTO:a@b.example?subject=%0d%0aBcc:c@d.example)",
  '<https://a.example/"onclick=alert(1)>',
  "https://a.example/<script>alert(1)</script>",
  "[a](https://b.example)[![c](https://d.example)](https://e.example) [x [y](https://a.example) z](https://b.example)",
  '| a |\n|:-:|\n| <td style="x"> |',
  "1e9. a\n999999999. b\n-1. c",
  "\0<script>\ud800</script>",
  `![" onerror="alert(1)](consider:${blob})`,
  `![<script>](consider:${blob} "t\\" onload=\\"alert(1)")`,
  `![x](consider:${blob}"onload=alert(1)) [x](consider:${blob})`,
  "```__proto__\nx\n```\n\n```constructor\ny\n```",
  "[__proto__]\n\n[__proto__]: javascript:alert(1)",
  "*".repeat(4000) + "a" + "*".repeat(4000),
  "[".repeat(500) + "a" + "](https://b.example)".repeat(500),
  "- a\n\n      code\n- b\n1. c\n2) d\n",
  "a\n===\n\n[x]: y\n[z]: w\n",
  "> - a\n> b\n\n\tcode\n",
  "---\na\n---\n---\n",
  "---\n---",
  "| a |\n|-|\n> b",
  "-\n\n  a\n-\n",
  "[a]: b\nc\n---",
  "```\n\n\n",
  "\v\n\fa\n\u00a0\n\u2028",
  "* a\n  * b\n    1. c\n\n\n* d",
  "- [a]: b\n\n  [c]: d\n-\n  ```\n  x",
  "> [a]: b\n\n[c]: d\n    e\n",
];

function holds(source: string): void {
  assert.deepEqual(faults(markdownOf(source)), [], source);
  const blocks = blocksOf(source);
  if (!blocks) return;
  const lines = source.replaceAll("\r\n", "\n").split("\n");
  const seen = lines.map(() => 0);
  let last = 0;
  for (const { start, end, parts } of blocks) {
    assert.deepEqual(faults(parts), [], source);
    assert.ok(start > last && end >= start && end <= lines.length, `${source}: lines ${start}-${end} after ${last}`);
    last = end;
    for (let n = start; n <= end; n++) seen[n - 1] = (seen[n - 1] ?? 0) + 1;
  }
  lines.forEach((line, i) => {
    if (line.trim() !== "") assert.equal(seen[i], 1, `${JSON.stringify(source)}: line ${i + 1}`);
  });
}

test("hostile Markdown is inert, and none of its lines hides", () => {
  for (const source of sources) holds(source);
});

test("pieces of hostile Markdown in any order are inert, and none of their lines hides", () => {
  const pieces = sources.flatMap((s) => s.slice(0, 200).split(/(?<=[\s[\](){}<>`*_|])/));
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  for (let round = 0; round < 4000; round++) {
    let source = "";
    for (let i = random(14); i >= 0; i--)
      source += `${pieces[random(pieces.length)] ?? ""}${["", "", " ", "\n", "\n\n", "\n  "][random(6)] ?? ""}`;
    holds(source);
  }
});

test("a text that would take too long is shown as it is", () => {
  for (const source of ["> ".repeat(20 << 10), "*a_ \n".repeat(8 << 10), "a\n\n".repeat(100 << 10)]) {
    assert.equal(html(markdownOf(source)), `<pre>${escape(source)}</pre>\n`);
    assert.equal(blocksOf(source), undefined);
  }
  assert.match(html(markdownOf("a\n\n".repeat(10 << 10))), /^<p>a<\/p>/);
});

test("many blocks take no longer than their text", () => {
  for (const line of ["1. a\n\n", "[a]: b\n\n", "---\n\n", "```\n```\n\n"]) {
    const began = performance.now();
    const blocks = blocksOf(`x\n\n${line.repeat((250 << 10) / line.length)}`);
    assert.ok((blocks?.length ?? 0) > 20_000 && performance.now() - began < 10_000, line);
  }
});
