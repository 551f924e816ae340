// Carries MCP over HTTP to a consider mcp on standard input and output, one for each session. It is for test
// suites that speak HTTP only, and nothing else: it listens on the loopback and asks for no secret.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import http from "node:http";
import readline from "node:readline";

export function bridge(command, args, options) {
  const sessions = new Map();

  function open() {
    const child = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
    const session = { child, waiting: new Map() };
    readline.createInterface({ input: child.stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      // What is no answer goes to whoever waits: HTTP has no other way to a client that does not listen.
      const to = message.method ? [...session.waiting.values()].at(-1) : session.waiting.get(message.id);
      to?.write(`event: message\ndata: ${line}\n\n`);
      if (!message.method && to) {
        session.waiting.delete(message.id);
        to.end();
      }
    });
    return session;
  }

  function take(message, req, res) {
    let id = req.headers["mcp-session-id"];
    if (message.method === "initialize") {
      id = randomUUID();
      sessions.set(id, open());
    }
    const session = sessions.get(id);
    if (!session) return res.writeHead(404).end();
    if (message.method && message.id !== undefined) {
      res.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": id });
      session.waiting.set(message.id, res);
    } else {
      res.writeHead(202, { "mcp-session-id": id }).end();
    }
    session.child.stdin.write(JSON.stringify(message) + "\n");
  }

  const server = http.createServer((req, res) => {
    const own = new Set([`127.0.0.1:${server.address().port}`, `localhost:${server.address().port}`]);
    if (!own.has(req.headers.host) || (req.headers.origin && !own.has(new URL(req.headers.origin).host)))
      return res.writeHead(403).end();
    if (req.method === "DELETE") {
      sessions.get(req.headers["mcp-session-id"])?.child.stdin.end();
      return res.writeHead(200).end();
    }
    if (req.method !== "POST") return res.writeHead(405).end();
    let text = "";
    req.on("data", (part) => (text += part));
    req.on("end", () => {
      try {
        take(JSON.parse(text), req, res);
      } catch (e) {
        res.writeHead(400).end(String(e));
      }
    });
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${server.address().port}/mcp`,
        close() {
          for (const s of sessions.values()) s.child.stdin.end();
          server.closeAllConnections();
          server.close();
        },
      }),
    );
  });
}
