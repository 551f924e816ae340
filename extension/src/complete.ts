/** Completions in the form of a comment: the project's files after `@`, threads after `#` or `c_`. */
import * as vscode from "vscode";
import { isOurs } from "./forms";
import type { Session } from "./session";
import { subjectOf } from "./shown";
import { isOpen, placeOf } from "./threadWords";

const most = 100; // of each kind; typing on finds more

/** The word before the cursor that asks for a file or a thread. */
const asks = /(?:^|[\s(])(@[\w./-]*|#\w*|c_\w*)$/;

export function completeForms(session: Session): vscode.Disposable {
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      if (!isOurs(document, session.context.extension.id)) return undefined;
      const word = asks.exec(document.lineAt(position).text.slice(0, position.character))?.[1];
      if (word === undefined) return undefined;
      const range = new vscode.Range(position.translate(0, -word.length), position);
      const items = word.startsWith("@") ? await files(session, word.slice(1)) : threads(session, word);
      return new vscode.CompletionList(
        items.slice(0, most).map((item) => Object.assign(item, { range })),
        items.length >= most,
      );
    },
  };
  return vscode.languages.registerCompletionItemProvider({ scheme: "comment" }, provider, "@", "#", "_");
}

async function files(session: Session, typed: string): Promise<vscode.CompletionItem[]> {
  // Globs are case-sensitive, so each letter is given in both cases.
  const glob = typed.replaceAll(/[a-z]/gi, (c) => `[${c.toLowerCase()}${c.toUpperCase()}]`);
  const found = await vscode.workspace.findFiles(`**/${typed.includes("/") ? "" : "*"}${glob}*`, undefined, most);
  return found.flatMap((uri) => {
    const file = session.projectOf(uri)?.file(uri);
    if (file === undefined) return [];
    const cut = file.lastIndexOf("/") + 1;
    const label = { label: file.slice(cut), description: file.slice(0, Math.max(0, cut - 1)) };
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.File);
    return Object.assign(item, { insertText: file, filterText: `@${typed}${file}` });
  });
}

function threads(session: Session, typed: string): vscode.CompletionItem[] {
  const all = session.all.map(({ thread }) => thread);
  all.sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.createdAt.localeCompare(a.createdAt));
  const asked = typed.replace(/^#/, "").toLowerCase();
  const fit = all.filter((t) => `${t.id} ${subjectOf(t)} ${placeOf(t)}`.toLowerCase().includes(asked));
  return fit.map((t, i) => {
    const item = new vscode.CompletionItem(
      { label: subjectOf(t), description: `${placeOf(t)} · ${t.id}` },
      vscode.CompletionItemKind.Reference,
    );
    const order = String(i).padStart(4, "0");
    return Object.assign(item, { insertText: t.id, filterText: `${typed}${t.id} ${subjectOf(t)}`, sortText: order });
  });
}
