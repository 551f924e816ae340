/** Scripts that a page loads when its first rows are on the screen, so that the reviewer does not wait for them. */

const asked = new Map<string, Promise<void>>();

/** Loads a script once. A failure is not an error: the globals that the script would have set are then missing. */
export function loadLater(name: "colours" | "markdown"): Promise<void> {
  let loaded = asked.get(name);
  if (!loaded) {
    loaded = new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = document.querySelector<HTMLMetaElement>(`meta[name="consider-${name}"]`)?.content ?? "";
      script.onload = script.onerror = () => resolve();
      document.head.append(script);
    });
    asked.set(name, loaded);
  }
  return loaded;
}
