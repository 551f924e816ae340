/** The bar of the batch: how many suggestions are in it, and the button that applies all or none. */
import { button, fill, h, plural } from "../shared/dom";
import { apply, canApply, refOf } from "./apply";
import { batched, labelBatch } from "./batched";
import { on, state, tell } from "./state";

export class Batch {
  readonly element = h("div", { class: "bar batch", role: "status", hidden: true });
  private readonly words = h("span", {});
  private readonly go = button("Apply batch", () => this.apply(), { class: "primary" });

  constructor() {
    const clear = button("Clear", () => this.clear());
    fill(this.element, this.words, h("span", { class: "grow" }), clear, this.go);
    on("batch", () => this.draw());
    on("threads", () => this.tidy());
  }

  private draw(): void {
    labelBatch();
    this.element.hidden = batched.size === 0;
    this.words.textContent = `${plural(batched.size, "suggestion")} in the batch`;
  }

  /** Removes suggestions that cannot be applied any more. */
  private tidy(): void {
    const before = batched.size;
    const can = [...state.threads.values()].flatMap(
      (t) => t.suggestions?.filter(canApply).map((s) => refOf(t, s)) ?? [],
    );
    for (const ref of batched) if (!can.includes(ref)) batched.delete(ref);
    if (batched.size !== before) tell("batch", undefined);
  }

  private async apply(): Promise<void> {
    this.go.disabled = true;
    if (await apply([...batched])) this.clear();
    this.go.disabled = false;
  }

  private clear(): void {
    batched.clear();
    tell("batch", undefined);
  }
}
