/** The HTML of a page in VS Code: only its own script runs in it. */

export interface Sources {
  title: string;
  /** The id of the plan that it shows. */
  plan?: string;
  script: string;
  style: string;
  /** Where a view may load styles. */
  from: string;
  nonce: string;
}

export function page({ title, plan, script, style, from, nonce }: Sources): string {
  const policy = [
    "default-src 'none'",
    `style-src ${from}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const on = plan !== undefined && /^p_[0-9a-f]+$/.test(plan) ? ` data-plan="${plan}"` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${style}">
<script nonce="${nonce}" src="${script}" defer></script>
</head>
<body class="in-vscode"${on}></body>
</html>`;
}

/** The verbs that the page may call. It renders text of agents, so it may call no others. */
export const allowed: ReadonlySet<string> = new Set([
  "responses list",
  "responses mark",
  "responses unmark",
  "responses feedback",
  "edit",
]);

export type FromPage =
  | { type: "ready" }
  | { type: "call"; id: number; verb: string; input: object }
  | { type: "copy"; id: number; text: string }
  | { type: "settings"; settings: { autoCopy: boolean } };

/** A message of the page in its type; undefined for anything else. */
export function understood(message: unknown): FromPage | undefined {
  if (typeof message !== "object" || message === null) return undefined;
  const m = message as Record<string, unknown>;
  const id = typeof m["id"] === "number" ? m["id"] : undefined;
  switch (m["type"]) {
    case "ready":
      return { type: "ready" };
    case "call":
      if (id === undefined || typeof m["verb"] !== "string" || typeof m["input"] !== "object" || !m["input"]) break;
      return { type: "call", id, verb: m["verb"], input: m["input"] };
    case "copy":
      if (id === undefined || typeof m["text"] !== "string") break;
      return { type: "copy", id, text: m["text"] };
    case "settings": {
      const auto = (m["settings"] as { autoCopy?: unknown } | undefined)?.autoCopy;
      if (typeof auto === "boolean") return { type: "settings", settings: { autoCopy: auto } };
    }
  }
  return undefined;
}
