/** Scripts that a page loads when its first rows are on the screen, so that the reviewer does not wait for them. */
import { once } from "./once";

const asked = new Map<string, Promise<void>>();

/** Loads a script once. A failure is not an error: the globals that the script would have set are then missing. */
export function loadLater(name: "colours" | "markdown"): Promise<void> {
  const load = (): Promise<void> =>
    new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = document.querySelector<HTMLMetaElement>(`meta[name="consider-${name}"]`)?.content ?? "";
      script.onload = script.onerror = () => resolve();
      document.head.append(script);
    });
  return once(asked, name, load);
}
