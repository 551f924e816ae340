// A person beside an agent's session, on each surface: the terminal (p.add), the page of the browser by its requests, and VS
// Code's back end by its messages.
import { spawn } from "node:child_process";

// entered is a page that was let in with its address; its requests are the person's.
export async function entered(address) {
  const at = new URL(address);
  let token = "";
  const ask = async (method, name, body) => {
    const answer = await fetch(at.origin + name, { method, headers: { "content-type": "application/json", "x-consider-token": token }, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) });
    const said = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new Error(`${method} ${name}: ${answer.status} ${JSON.stringify(said)}`);
    return said;
  };
  token = (await ask("POST", "/api/enter", { ticket: at.hash.replace("#ticket-", "") })).token;
  return { origin: at.origin, post: (name, body) => ask("POST", name, body), put: (name, body) => ask("PUT", name, body) };
}

// served is the review's page, from a terminal: elsewhere nobody is taken for a person. Its address lets one in.
export async function served(p) {
  const child = spawn("script", ["-qfc", `exec '${p.consider}' review --no-open --port 0`, "/dev/null"], { cwd: p.dir, env: p.env, stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`no address of a page: ${said}`)), 20_000);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        said += part;
        const found = /http:\/\/127\.0\.0\.1:\d+\/[\w/]*#ticket-[\w-]+/.exec(said);
        if (found) {
          clearTimeout(late);
          resolve(found[0]);
        }
      });
  });
  return { address, end: () => child.kill() };
}

// page is the page as its requests.
export async function page(p) {
  const { address, end } = await served(p);
  return { ...(await entered(address)), end };
}

// editor is VS Code's back end.
export async function editor(p) {
  const child = spawn(p.consider, ["serve"], { cwd: p.dir, env: p.env, stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let unread = Buffer.alloc(0);
  child.stdout.on("data", (part) => {
    unread = Buffer.concat([unread, part]);
    for (;;) {
      const head = unread.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(unread.subarray(0, Math.max(head, 0)))?.[1]);
      if (head < 0 || unread.length < head + 4 + length) return;
      const message = JSON.parse(unread.subarray(head + 4, head + 4 + length));
      unread = unread.subarray(head + 4 + length);
      waiting.get(message.id)?.(message);
    }
  });
  let last = 0;
  const call = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      const late = setTimeout(() => reject(new Error(`${method}: no answer`)), 20_000);
      waiting.set(id, (answer) => {
        clearTimeout(late);
        if (answer.error) reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
        else resolve(answer.result);
      });
      const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
      child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  await call("initialize", { client: "agents", editor: true });
  return { call, end: () => child.stdin.end() };
}
