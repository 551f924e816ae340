/**
 * Suggestions in the code: their lines are tinted, and a code lens above them applies, shows or hides them. Nothing is
 * written into the document before a person applies one.
 */
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { meantBy, pick } from "./apply";
import { targetsOf, type Target } from "./commands";
import { rangeOf } from "./drawn";
import { registerTable } from "./failure";
import { Later } from "./owner";
import type { Suggestion } from "./protocol";
import type { Session } from "./session";
import { fitsOf, keyOf } from "./suggestions";
import { showSuggested } from "./texts";

const place = "consider.hiddenSuggestions";
const most = 500; // hidden suggestions that are remembered

const lenses = [
  ["apply", "Apply"],
  ["applyResolve", "Apply and Resolve"],
  ["showSuggestion", "Show Diff"],
  ["hideSuggestion", "Hide"],
] as const;

export function showInCode(session: Session): vscode.Disposable {
  const memory = session.context.workspaceState;
  const changed = new vscode.EventEmitter<void>();
  const tint = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("merge.incomingContentBackground"),
  });
  const hidden = (): string[] => memory.get<string[]>(place, []);
  /** The threads of a document with suggestions that the person has not hidden. */
  const shownIn = (uri: vscode.Uri): { target: Target; fits: Suggestion[]; range: vscode.Range }[] => {
    if (session.count("suggested") === 0) return [];
    return session.inFile(uri).flatMap((target) => {
      const lines = session.threads.linesOf(target.thread.id);
      const fits = fitsOf(target.thread).filter((s) => !hidden().includes(keyOf(target.thread, s)));
      return lines && fits.length > 0 ? [{ target, fits, range: rangeOf(lines) }] : [];
    });
  };
  let last: unknown;
  const draw = new Later(50, () => {
    const now = vscode.window.visibleTextEditors.map((editor) => {
      const shown = shownIn(editor.document.uri);
      const ranges = shown.map(({ range }) => range);
      editor.setDecorations(tint, ranges);
      const keys = shown.flatMap(({ target, fits }) => fits.map((s) => keyOf(target.thread, s)));
      return [editor.document.uri.toString(), ranges, keys];
    });
    if (isDeepStrictEqual(now, last)) return;
    last = now;
    changed.fire();
  });
  const provideCodeLenses = ({ uri }: vscode.TextDocument): vscode.CodeLens[] =>
    shownIn(uri).flatMap(({ target, fits, range }) =>
      fits.flatMap((s) =>
        lenses.map(([name, words]) => {
          const title = fits.length > 1 ? `${words} (${s.n})` : words;
          const only = keyOf(target.thread, s);
          return new vscode.CodeLens(range, { command: `consider.${name}`, title, arguments: [{ ...target, only }] });
        }),
      ),
    );
  const showSuggestion = async (first: unknown): Promise<void> => {
    const one = await pick(session, first, "Show Suggestion as Diff");
    if (one) await showSuggested(one.project, one.thread, one.suggestion);
  };
  const hideSuggestion = async (first: unknown): Promise<void> => {
    const keys = targetsOf(session, first, undefined).flatMap(({ thread }) =>
      fitsOf(thread, meantBy(first)).map((s) => keyOf(thread, s)),
    );
    await memory.update(place, [...new Set([...hidden(), ...keys])].slice(-most));
    draw.soon();
  };
  return vscode.Disposable.from(
    changed,
    tint,
    draw,
    vscode.languages.registerCodeLensProvider(
      { scheme: "file" },
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    ),
    vscode.window.onDidChangeVisibleTextEditors(() => draw.soon()),
    session.on(["threads", "places", "filter", "state"], () => draw.soon()),
    registerTable({ showSuggestion, hideSuggestion }),
  );
}
