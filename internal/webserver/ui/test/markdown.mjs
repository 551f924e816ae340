/**
 * Markdown that tries to run, to fetch, to post or to mislead, for tests of the pages and for the unit tests of the
 * Markdown reader.
 */
export const hostile = [
  "<script>window.pwned=1</script>",
  "a <img src=x onerror=window.pwned=2> b",
  "[x](javascript:window.pwned=3)",
  "[x](JaVaScRiPt:window.pwned=4)",
  "[x](java\tscript:window.pwned=5)",
  "[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cucHduZWQ9Njwvc2NyaXB0Pg==)",
  "[x](vbscript:x)",
  "[x](//example.invalid)",
  "[x](/api/delete)",
  "<javascript:window.pwned=7>",
  '![x](http://example.invalid/pixel.png "t\\" onload=\\"window.pwned=8")',
  "![x](data:image/svg+xml;base64,AAAA)",
  '```" onclick="window.pwned=9\nx\n```',
  '```go"><script>window.pwned=10</script>\nx\n```',
  '[x](https://a.example "\\"><script>window.pwned=11</script>")',
  "<!-- --><script>window.pwned=12</script>",
  "<details open ontoggle=window.pwned=13>\n\nx\n\n</details>",
  "<svg/onload=window.pwned=14>",
  "| a |\n|---|\n| <iframe src=http://example.invalid> |",
  "- [x] <form action=http://example.invalid><input name=a>",
  "[a]: javascript:window.pwned=15\n\n[a]",
  "<style>*{display:none}</style>",
  "<link rel=stylesheet href=http://example.invalid/a.css>",
  "<base href=http://example.invalid/>",
  "<meta http-equiv=refresh content=0;url=http://example.invalid>",
  "call \u202egpj.exe\u202c **now \u2066\u2069** `x\u200by`",
  "&lt;script&gt;window.pwned=16&lt;/script&gt; &#x3c;img src=x onerror=window.pwned=17&#x3e;",
  '<a id="main" name="body">x</a> <div class="top">y</div>',
  "<math><mtext><table><mglyph><style><img src=x onerror=window.pwned=18>",
];

/** Words that try to be elements, in any place. */
export const evil = [
  "<img src=x onerror=window.pwned=1>",
  "<script>window.pwned=2</script>",
  '"><svg onload=window.pwned=3>',
  "</script><script>window.pwned=4</script>",
  "<!--<script>",
  "{{constructor.constructor('window.pwned=5')()}}",
];
