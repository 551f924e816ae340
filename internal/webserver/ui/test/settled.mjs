// When a page is at rest: nothing that it waits for is on its way, and its layout does not change any more.
import { patience } from "./lib.mjs";

/**
 * Runs in each page before its own scripts, and counts what is on its way: requests, answers that are being read, frames,
 * idle callbacks and timers. The stream of news counts until it is open, and what other tabs send does not.
 */
export function countWork() {
  const longest = 1000; // ms: what waits longer draws nothing that a flow waits for
  const message = 10_000; // ms after which the page takes its messages away
  const { setTimeout: after, requestAnimationFrame: frame, fetch: ask, performance } = window;
  const counted = (start, stop, counts = () => true, mend = (rest) => rest) => {
    const [begin, end] = [window[start], window[stop]];
    const waiting = new Set();
    window[start] = (run, ...rest) => {
      const id = begin.call(
        window,
        (...args) => {
          waiting.delete(id);
          run(...args);
        },
        ...mend(rest),
      );
      if (counts(...rest)) waiting.add(id);
      return id;
    };
    window[stop] = (id) => {
      waiting.delete(id);
      end.call(window, id);
    };
    return waiting;
  };
  const timers = counted(
    "setTimeout",
    "clearTimeout",
    (ms = 0) => ms <= longest,
    // On a busy machine, a flow may come to a message later than a person does.
    ([ms = 0, ...rest]) => [ms < message ? ms : 60 * ms, ...rest],
  );
  const frames = counted("requestAnimationFrame", "cancelAnimationFrame");
  const idle = counted("requestIdleCallback", "cancelIdleCallback");

  const requests = new Map(); // by a key of their own
  const whole = async (what, promise) => {
    const key = Symbol(what);
    requests.set(key, what);
    try {
      return await promise;
    } finally {
      after(() => requests.delete(key)); // the page has used the answer by then
    }
  };
  let streams = 0;
  window.fetch = (...args) => {
    const url = String(args[0]?.url ?? args[0]);
    const answer = whole(url, ask(...args));
    if (url.includes("/api/events")) void answer.then(() => streams++).catch(() => undefined);
    return answer;
  };
  for (const how of ["json", "text", "blob", "arrayBuffer"]) {
    const read = Response.prototype[how];
    Response.prototype[how] = function () {
      return whole(`the answer of ${this.url}`, read.call(this));
    };
  }
  const loaded = new WeakSet();
  for (const end of ["load", "error"]) document.addEventListener(end, (e) => loaded.add(e.target), { capture: true });

  const coming = () => [
    ...[...document.scripts].filter((s) => s.src && !loaded.has(s)).map((s) => s.src),
    ...[...document.images].filter((i) => i.src && !i.complete).map((i) => i.src.slice(0, 80)),
  ];
  const others = () => [
    ...coming(),
    ...[...timers].map(() => "a timer"),
    ...[...frames].map(() => "a frame"),
    ...[...idle].map(() => "an idle callback"),
  ];
  /** What intersection observers were told after the last frame is done before this resolves. */
  const observed = () =>
    new Promise((go) => {
      const probe = new IntersectionObserver(() => {
        probe.disconnect();
        go();
      });
      probe.observe(document.documentElement);
    });

  /** Resolves with "", or after so many ms with what the page still waits for. */
  window.settled = async (held, patience) => {
    const end = performance.now() + patience;
    let changed = true;
    const watch = new MutationObserver(() => (changed = true));
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const { documentElement: root } = document;
    for (let calm = 0, last = ""; calm < 2;) {
      const drawn = new Promise((go) => frame(go)).then(observed);
      await Promise.race([drawn, new Promise((go) => after(go, longest))]); // a page that draws nothing ends too
      const layout = [window.scrollX, window.scrollY, root.scrollWidth, root.scrollHeight].join();
      const rest = others();
      const still = !changed && layout === last && rest.length === 0 && requests.size <= held;
      calm = still ? calm + 1 : 0;
      changed = false;
      last = layout;
      if (performance.now() > end) return [...requests.values(), ...rest, `layout ${layout}`].join(", ");
    }
    watch.disconnect();
    return "";
  };

  /** Whether news reach the page of the review: by its own stream, or by the tab that has one. */
  window.hears = async () => {
    const name = `consider-live-${sessionStorage.getItem("consider.token")?.slice(0, 8)}`;
    const probe = `probe-${Math.random()}`;
    const { held, pending } = await navigator.locks.request(probe, () => navigator.locks.query());
    const me = held.find((lock) => lock.name === probe).clientId;
    const mine = (lock) => lock.name === name && lock.clientId === me;
    return pending.some(mine) || (held.some(mine) && streams > 0);
  };
}

/**
 * Waits until the page is at rest. News that the server has not sent yet, and what another tab will send, it cannot know of:
 * first wait for something that they bring. `held` requests may be on their way, which a flow holds back.
 */
export async function settled(page, { held = 0 } = {}) {
  await page.bringToFront(); // behind another tab it has one frame a second
  const waits = await page.evaluate(([held, patience]) => window.settled(held, patience), [held, patience]);
  if (waits) throw new Error(`the page never settled: ${waits}`);
}
