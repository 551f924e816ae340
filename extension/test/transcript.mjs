// Acts as an agent: appends to a transcript as Claude Code does, one line for each block of a message.
import fs from "node:fs";
import path from "node:path";

/** The name of the folder for a project: each UTF-16 code unit that is not a letter or digit becomes a dash. */
const folderOf = (root) => root.replace(/[^a-zA-Z0-9]/g, "-");

export class Agent {
  constructor(home, root, session = "00000000-0000-4000-8000-000000000001") {
    this.root = fs.realpathSync(root);
    this.session = session;
    this.folder = path.join(home, "projects", folderOf(this.root));
    this.file = path.join(this.folder, `${session}.jsonl`);
    this.last = null;
    this.n = 0;
  }

  hear(text) {
    this.record({ type: "user", message: { role: "user", content: text } });
  }

  /** Thinks, says something, and uses a tool: only the message may be shown. */
  say(text) {
    const id = `msg_${this.session.slice(-4)}_${++this.n}`;
    const block = (i, content) =>
      this.record({
        type: "assistant",
        apiBlockIndex: i,
        message: { id, type: "message", role: "assistant", model: "model-x", content: [content] },
      });
    block(0, { type: "thinking", thinking: "SECRET thoughts", signature: "x" });
    block(1, { type: "text", text });
    block(2, { type: "tool_use", id: `tool_${this.n}`, name: "Read", input: { file_path: "SECRET" } });
    this.record({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: `tool_${this.n}`, content: "SECRET" }] },
    });
  }

  record(fields) {
    fs.mkdirSync(this.folder, { recursive: true });
    const uuid = `00000000-0000-4000-9000-${String(this.n).padStart(6, "0")}${String(Math.floor(Math.random() * 1e6)).padStart(6, "0")}`;
    const line = {
      parentUuid: this.last,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: new Date().toISOString(),
      cwd: this.root,
      sessionId: this.session,
      version: "2.1.329",
    };
    fs.appendFileSync(this.file, JSON.stringify(line) + "\n");
    this.last = uuid;
  }
}

/** Text that a page must not run, fetch or obey. Each would set window.pwned or cause a request. */
export const hostile = [
  "# Hostile",
  "<script>window.pwned = 1</script>",
  '<img src="http://203.0.113.1/pixel.png" onerror="window.pwned = 2">',
  "![remote](http://203.0.113.1/remote.png)",
  '<svg onload="window.pwned = 3"><style>body { display: none }</style></svg>',
  "[click](javascript:window.pwned=4) and [again](data:text/html,<script>window.pwned=5</script>)",
  '<iframe src="http://203.0.113.1/frame"></iframe><form action="http://203.0.113.1/"><input autofocus onfocus="window.pwned = 6"></form>',
  '<a href="x" onclick="window.pwned = 7" style="position:fixed;inset:0">all over</a>',
  "```html\n<script>window.pwned = 8</script>\n```",
  "The end of it.",
].join("\n\n");

/** Text in which a place is hard to find. */
export const tricky = [
  "# A & B",
  "| a | b |\n|---|---|\n| x < y | `p` |",
  "1. one\n   two\n\n   apart\n2. **bold** _it_ ~~gone~~",
  "> quote &amp; more\n> line",
  "```\ncode <b>\n\n  deep\n```",
  "- [x] task",
  "end 🌱 of it",
].join("\n\n");
