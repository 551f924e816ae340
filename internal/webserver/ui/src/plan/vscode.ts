/** The page as a view of VS Code: requests are messages to the extension, which answers them. */
import { carryBy } from "../shared/api";
import { Extension } from "../shared/host";
import { Page } from "./page";

export function begin(): void {
  const extension = new Extension();
  carryBy((method, path, body) => extension.ask({ type: "request", method, path, body }));
  const page = new Page(document.body.dataset["plan"] ?? "");
  extension.listen({ changed: () => void page.again() });
  void page.start();
}
