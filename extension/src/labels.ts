/** The labels of a thread: picked among the existing ones, or typed. */
import * as vscode from "vscode";
import type { Project } from "./project";
import type { ThreadDetail } from "./protocol";
import { textOf } from "./kind";

export async function label(project: Project, thread: ThreadDetail): Promise<void> {
  const had = thread.labels ?? [];
  const known = [...new Set([...had, ...[...project.threads.values()].flatMap((t) => t.labels ?? [])])].sort();
  const pick = vscode.window.createQuickPick();
  pick.title = "Labels";
  pick.placeholder = "Pick labels, or type new ones";
  pick.canSelectMany = true;
  let chosen = new Set(had);
  const draw = (): void => {
    const fresh = typed(pick.value).filter((l) => !known.includes(l));
    const items = known.map((name): vscode.QuickPickItem => ({ label: name }));
    items.push(...fresh.map((name) => ({ label: name, description: "New label", alwaysShow: true })));
    pick.items = items;
    pick.selectedItems = items.filter((i) => chosen.has(i.label) || fresh.includes(i.label));
  };
  const save = async (): Promise<void> => {
    const want = new Set(pick.selectedItems.map((i) => i.label));
    for (const name of typed(pick.value)) want.add(name); // even one that exists
    const add = [...want].filter((l) => !had.includes(l));
    const remove = had.filter((l) => !want.has(l));
    try {
      if (add.length + remove.length > 0) await project.client.ask("label", { id: thread.id, add, remove });
    } catch (error) {
      pick.title = textOf(error); // the typed text stays, so that it can be corrected
      return;
    }
    pick.hide();
    await project.refresh();
  };
  draw();
  const parts = vscode.Disposable.from(
    pick,
    pick.onDidChangeValue(draw),
    pick.onDidChangeSelection((items) => {
      const fresh = typed(pick.value);
      chosen = new Set(items.map((i) => i.label).filter((l) => known.includes(l) || !fresh.includes(l)));
    }),
    pick.onDidAccept(() => void save()),
  );
  pick.show();
  await new Promise<void>((resolve) => {
    pick.onDidHide(resolve);
  });
  parts.dispose();
}

const typed = (value: string): string[] => value.split(/[\s,]+/).filter(Boolean);
