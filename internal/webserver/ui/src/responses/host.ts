/** What the page stands in: a view of VS Code or a tab of a browser. Everything else is the same in both. */
export interface Host {
  /** Asks a verb of the table; rejects with an Error in the words of the refusal. */
  call<T>(verb: string, input: object): Promise<T>;
  /** Answers or marks may be others now; called at least once after it was given. */
  onChange(listener: () => void): void;
  /** Whether the other side answers at all. */
  onReach(listener: (reached: boolean) => void): void;
  /** Puts a text into the person's clipboard, and reports whether it is there. */
  copy(text: string): Promise<boolean>;
  settings: Settings;
  onSettings(listener: () => void): void;
  set(settings: Settings): void;
  /** Which answer was shown when the page went away; "" for the newest. */
  place: string;
  keep(place: string): void;
  /** There may be room beside the answer: for the others, and for what the agent gets. */
  roomy: boolean;
}

export interface Settings {
  /** Every change of a mark copies the feedback. */
  autoCopy: boolean;
}
