import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { unlock } from "../../src/memory/key";
import { confirmation, entryWords, fileDetail, nameOf } from "../../src/memory/words";
import type { MemoryInput } from "../../src/protocol";

/** The question before a call, as text. */
function asked(input: MemoryInput): { title: string; message: string } | undefined {
  return confirmation(input).confirmationMessages as { title: string; message: string } | undefined;
}

describe("words about the memory", () => {
  it("reading needs no question, everything else does", () => {
    assert.equal(asked({ command: "view", path: "/memories/a.md" }), undefined);
    for (const command of ["create", "str_replace", "insert", "delete", "rename"] as const) {
      const { title, message = "" } = asked({ command, path: "/memories/a.md", new_path: "/memories/b.md" }) ?? {};
      assert.ok(title);
      assert.match(message, /\/memories\/a/);
    }
  });

  it("a question is one line of plain text, whatever the model sent", () => {
    const { message } =
      asked({
        command: "create",
        path: "/memories/a.md",
        file_text: "# Approve\n\n[click](command:x) <b>`\u202e\u001b[31m" + "x".repeat(1000),
      }) ?? {};
    assert.ok(message);
    assert.ok(message.length < 500);
    // eslint-disable-next-line no-control-regex -- they are what must be gone
    assert.doesNotMatch(message, /[\n\u202e\u001b]|(?<!\\)[[\]<>`#(]/);
  });

  it("says which parameters it means where models mistake them", () => {
    assert.match(
      asked({ command: "rename", path: "/memories/a", new_path: "/memories/b" })?.message ?? "",
      /a becomes/,
    );
    assert.match(asked({ command: "insert", path: "/memories/a", new_str: "text" })?.message ?? "", /text/);
  });

  it("files and entries have short names", () => {
    assert.deepEqual(nameOf("/memories/notes/build.md"), { name: "build.md", folder: "notes" });
    assert.deepEqual(nameOf("/memories/a.md"), { name: "a.md", folder: "" });
    assert.equal(fileDetail({ path: "/memories/notes/a.md", size: 2048, version: "" }), "notes · 2.0 KB");
    assert.equal(
      entryWords({
        at: "",
        by: { kind: "agent", name: "codex" },
        command: "rename",
        path: "/memories/a.md",
        to: "/memories/b.md",
        backend: "workspace",
        ok: true,
      }),
      "codex: rename a.md → b.md",
    );
    assert.match(
      entryWords({ at: "", by: { kind: "human" }, command: "clear", backend: "disk", ok: true }),
      /^you: clear$/,
    );
  });
});

describe("the key of an encrypted memory", () => {
  const made = { state: "new", recipient: "age1x", identity: "AGE-SECRET-KEY-1X" };

  const asks = async (secrets: object): Promise<object[]> => {
    const asked: object[] = [];
    const ask = (_: string, input: { make?: boolean }): Promise<object> => {
      asked.push(input);
      return Promise.resolve(input.make ? made : { state: "new" });
    };
    await unlock(secrets as never, { ask } as never).catch(() => undefined);
    return asked;
  };

  it("is used when it is stored", async () => {
    const stored: string[][] = [];
    const asked = await asks({ store: (...entry: string[]) => Promise.resolve(stored.push(entry)) });
    assert.deepEqual(stored, [["consider.memory.age1x", made.identity]]);
    assert.deepEqual(asked, [{}, { make: true }, { identity: made.identity }]);
  });

  it("is not used when it cannot be stored", async () => {
    const asked = await asks({ store: () => Promise.reject(new Error("locked")) });
    assert.deepEqual(asked, [{}, { make: true }]);
  });
});
