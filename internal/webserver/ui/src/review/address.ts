/**
 * The address of what the reviewer looks at, behind the # of the page: a file, a line or a thread, how it is shown, and
 * what is compared. It can be copied, and the browser's back and forward buttons go through the visited places.
 */
import { copyText } from "../shared/dom";
import { toast } from "./say";
import { queryOf } from "./scopes";
import { state, type Address } from "./state";

/** The parts of an address. One with another form is ignored. */
const forms = {
  file: /^/,
  thread: /^\w+$/,
  line: /^[1-9]\d{0,8}$/,
  side: /^old$/,
  view: /^(unified|split)$/,
  scope: /^/,
};

/** Undefined when the hash is not one of our addresses. */
function parse(hash: string): Address | undefined {
  const q = new URLSearchParams(hash.replace(/^#/, ""));
  const address: Record<string, string | number> = {};
  for (const [name, form] of Object.entries(forms)) {
    const value = q.get(name);
    if (value !== null && form.test(value)) address[name] = name === "line" ? Number(value) : value;
  }
  return q.has("file") || q.has("thread") || q.has("scope") ? address : undefined;
}

function format({ file, line, side, thread, view, scope }: Address): string {
  const parts = Object.entries({ file, line, side: side === "old" && side, thread, view, scope });
  const text = (value: string | number) => encodeURIComponent(value).replace(/%2F/g, "/");
  return `#${parts.flatMap(([name, value]) => (value ? `${name}=${text(value)}` : [])).join("&")}`;
}

/** With what this page compares; nothing for what the server was started for. */
function inScope(to: Address | undefined): Address {
  const scope = queryOf(state.rounds).slice(1);
  return scope === "" ? { ...to } : { ...to, scope };
}

/** The address of a place in the shown comparison. */
export const addressOf = (place: Address): string => format(inScope(place));

export class Addresses {
  private here: Address | undefined;

  constructor(private readonly go: (to: Address) => Promise<void>) {}

  /** Follows the address that the page was opened with, and later the back and forward buttons. */
  start(reloaded: boolean): boolean {
    window.addEventListener("popstate", (e) => this.back(e.state as { top?: number } | null));
    const asked = parse(location.hash);
    this.here = asked;
    if (!asked || reloaded || (asked.file === undefined && asked.thread === undefined)) return false;
    if (asked.view !== undefined && asked.view !== state.prefs.view) state.setPref("view", asked.view);
    delete asked.scope; // the first request had it
    void this.go(inScope(asked));
    return true;
  }

  private back(kept: { top?: number } | null): void {
    const to = parse(location.hash);
    if (!to && location.hash !== "") return; // a link in the page
    this.here = to;
    void this.go(to ?? {}).then(() => {
      if (!to) window.scrollTo({ top: kept?.top ?? 0, behavior: "instant" });
    });
  }

  /** Notes a visited place, so that the back button returns from it. */
  went(place: Address): void {
    const to = inScope(place);
    if (JSON.stringify(to) === JSON.stringify(this.here)) return;
    try {
      if (!this.here) history.replaceState({ top: window.scrollY }, "");
      history.pushState(null, "", format(to));
    } catch {
      // Browsers refuse hundreds of steps within seconds; the place is shown anyway.
    }
    this.here = to;
  }

  /** A link to a place, by default the last visited one. */
  link(to = this.here): string {
    const whole = { ...inScope(to), view: state.prefs.view };
    return `${location.origin}/review${format(whole)}`;
  }

  async copy(to?: Address): Promise<void> {
    const done = await copyText(this.link(to));
    toast(done ? "Link copied. It works in this browser while the review is running." : "Could not copy the link.");
  }
}
