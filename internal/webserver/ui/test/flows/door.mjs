// Who is let in: the browser that has an address from the terminal, once, and the tabs of that browser after it.
import assert from "node:assert/strict";
import http from "node:http";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const allow = [/403/, /ERR_CONNECTION_REFUSED/]; // the server is another one on the way
  const printed = () => server.text.match(/http:\/\/\S+/g);
  const one = await t.open(server, { allow });
  await ui.ready(one);
  assert.equal(one.url(), `${server.origin}/review`, "no secret stays in the address");
  await ui.until("the next address is printed", () => printed().length === 2);
  await t.shot(one, "first");

  // Any server of the machine gets the browser's cookies. There is none, and nothing else of ours either.
  const asked = [];
  const other = http.createServer((request, response) => {
    asked.push(request.headers);
    response.end("<!doctype html><p>Another server of this machine</p>");
  });
  await new Promise((go) => other.listen(0, "127.0.0.1", go));
  const token = await one.evaluate(() => sessionStorage.getItem("consider.token"));
  const elsewhere = await one.context().newPage();
  await elsewhere.goto(`http://127.0.0.1:${other.address().port}/`);
  assert.deepEqual(await one.context().cookies(), []);
  assert.ok(asked.length > 0 && !JSON.stringify(asked).includes(token) && asked.every((h) => !h.cookie));
  // Its page cannot ask either, though it is of the same site.
  const foreign = await elsewhere.evaluate(async (origin) => {
    const ask = (path, init) =>
      fetch(origin + path, init)
        .then((r) => r.text())
        .catch(() => "");
    const seen = [
      await ask("/api/boot"),
      await ask("/api/enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }),
    ];
    const channel = new BroadcastChannel("consider-door");
    channel.postMessage({});
    const told = await Promise.race([
      new Promise((go) => channel.addEventListener("message", (e) => go(JSON.stringify(e.data)))),
      new Promise((go) => setTimeout(() => go(""), 300)),
    ]);
    return [...seen, told, sessionStorage.getItem("consider.token") ?? ""];
  }, server.origin);
  assert.deepEqual(foreign, ["", "", "", ""]);
  other.close();

  // A reload, a link in a new tab, an address typed without a ticket, another page of ours: nothing new is used up.
  await one.reload();
  await ui.ready(one);
  await t.shot(one, "reload");
  const two = await t.open(server, { sharing: one, path: "/review", allow });
  await ui.ready(two);
  await t.shot(two, "second-tab");
  await two.getByRole("button", { name: "View", exact: true }).click();
  const [answers] = await Promise.all([
    two.context().waitForEvent("page"),
    two.getByText("Agents' answers").click({ modifiers: ["Control"] }),
  ]);
  await answers.locator(".status", { hasText: "connected" }).or(answers.locator(".status")).first().waitFor();
  await answers.getByRole("link", { name: "Review" }).waitFor();
  assert.equal(printed().length, 2);
  // The tab that was first goes; the others still hand on.
  await one.close();
  const three = await t.open(server, { sharing: two, path: "/", allow });
  await ui.ready(three);
  assert.equal(three.url(), `${server.origin}/review`);

  // Another browser: the address that was used lets nobody in, and says so.
  const late = await t.open({ ...server, address: () => printed()[0] }, { allow });
  await late.locator(".closed", { hasText: "used before" }).waitFor();
  assert.equal(new URL(late.url()).hash, "");
  await t.shot(late, "used-up");
  await ui.accessible(late, "closed");
  const bare = await t.open(server, { sharing: late, path: "/responses", allow });
  await bare.locator(".closed").waitFor();
  await t.shot(bare, "closed-responses");
  // With the newest one a tab of it is in, and those that wait follow.
  const next = await t.open(server, { sharing: late, allow });
  await ui.ready(next);
  await ui.ready(late);
  await bare.getByRole("link", { name: "Review" }).waitFor();
  await ui.until("one more is printed", () => printed().length === 3);

  // The same by the other name of this machine, which is another origin: tabs of the first do not hand on to it.
  const address = new URL(await server.address());
  address.hostname = "localhost";
  const named = await late.context().newPage();
  await named.goto(`${address.origin}/review`);
  await named.locator(".closed").waitFor();
  await named.goto("about:blank");
  await named.goto(address.href);
  await ui.ready(named);

  // Another run at the same port: the token of the first is worth nothing there.
  const port = address.port;
  await server.stop();
  const again = await p.review("--port", port);
  try {
    await late.reload();
    await late.locator(".closed").waitFor();
    await t.shot(late, "another-run");
    await late.goto("about:blank");
    await late.goto(await again.address());
    await ui.ready(late);
  } finally {
    await again.stop();
  }
}
