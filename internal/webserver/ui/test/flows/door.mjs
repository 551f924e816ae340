// Who is admitted: the browser with an address from the terminal, once, and later tabs of that browser.
import assert from "node:assert/strict";
import http from "node:http";
import { someChanges } from "../lib.mjs";

export default async function (t, ui) {
  const p = someChanges();
  const server = await t.serve(p);
  const allow = [/403/, /ERR_CONNECTION_(REFUSED|RESET)/]; // the flow replaces the server
  const printed = () => server.text.match(/http:\/\/\S+/g);
  const one = await t.open(server, { allow });
  await ui.ready(one);
  assert.equal(one.url(), `${server.origin}/review`, "no secret stays in the address");
  await ui.until("the next address is printed", () => printed().length === 2);
  await t.shot(one, "first");

  // The browser sends its cookies to every server on this machine. We set no cookie, and no other state either.
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
  // A page of the other server cannot call the API, although it belongs to the same site.
  const foreign = await elsewhere.evaluate(async (origin) => {
    const ask = (path, init) =>
      fetch(origin + path, init)
        .then((r) => r.text())
        .catch(() => "");
    const seen = [
      await ask("/api/boot"),
      await ask("/api/enter", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }),
    ];
    // A tab of ours would answer this.
    const channel = new BroadcastChannel("consider-door");
    window.told = [];
    channel.addEventListener("message", (e) => window.told.push(e.data));
    channel.postMessage({});
    return [...seen, sessionStorage.getItem("consider.token") ?? ""];
  }, server.origin);
  assert.deepEqual(foreign, ["", "", ""]);
  // Our tab has answered a later question, asked in its own origin, and a later message has come to the other page.
  const answered = await one.evaluate(() => {
    const channel = new BroadcastChannel("consider-door");
    channel.postMessage({});
    return new Promise((go) => channel.addEventListener("message", (e) => go(e.data.token)));
  });
  assert.equal(answered, token);
  const told = await elsewhere.evaluate(async () => {
    new BroadcastChannel("consider-door").postMessage("the last one");
    while (!window.told.includes("the last one")) await new Promise((go) => setTimeout(go, 10));
    return window.told;
  });
  assert.deepEqual(told, ["the last one"]);
  other.close();

  // A reload, a link in a new tab, an address typed without a ticket and another page of ours use up no new ticket.
  await one.reload();
  await ui.ready(one);
  await t.shot(one, "reload");
  const two = await t.open(server, { sharing: one, path: "/review", allow });
  await ui.ready(two);
  await t.shot(two, "second-tab");
  await two.getByRole("button", { name: "View", exact: true }).click();
  const [answers] = await Promise.all([
    two.context().waitForEvent("page"),
    two.getByText("Agent responses").click({ modifiers: ["Control"] }),
  ]);
  await answers.locator(".status", { hasText: "connected" }).or(answers.locator(".status")).first().waitFor();
  await answers.getByRole("link", { name: "Review" }).waitFor();
  assert.equal(printed().length, 2);
  // The first tab closes; the other tabs still admit new ones.
  await one.close();
  const three = await t.open(server, { sharing: two, path: "/", allow });
  await ui.ready(three);
  assert.equal(three.url(), `${server.origin}/review`);

  // Another browser: an address that was used before admits no one, and the page says so.
  const late = await t.open({ ...server, address: () => printed()[0] }, { allow });
  await late.locator(".closed", { hasText: "already used" }).waitFor();
  assert.equal(new URL(late.url()).hash, "");
  await t.shot(late, "used-up");
  await ui.accessible(late, "closed");
  const bare = await t.open(server, { sharing: late, path: "/responses", allow });
  await bare.locator(".closed").waitFor();
  await t.shot(bare, "closed-responses");
  // With the newest address, one of its tabs is admitted, and its waiting tabs follow.
  const next = await t.open(server, { sharing: late, allow });
  await ui.ready(next);
  await ui.ready(late);
  await bare.getByRole("link", { name: "Review" }).waitFor();
  await ui.until("one more is printed", () => printed().length === 3);

  // The other name of this machine is another origin: tabs of the first origin do not admit tabs of this one.
  const address = new URL(await server.address());
  address.hostname = "localhost";
  const named = await late.context().newPage();
  await named.goto(`${address.origin}/review`);
  await named.locator(".closed").waitFor();
  await named.goto("about:blank");
  await named.goto(address.href);
  await ui.ready(named);

  // Another run on the same port does not accept the token of the first.
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
