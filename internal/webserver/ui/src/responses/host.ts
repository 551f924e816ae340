/** The surroundings of the page: a view of VS Code or a tab of a browser. Everything else is the same in both. */
export interface Host {
  /** Calls a verb; rejects with an Error that has the message of the refusal. */
  call<T>(verb: string, input: object): Promise<T>;
  /** Called when responses or marks may have changed, and at least once after registration. */
  onChange(listener: () => void): void;
  /** Called with whether the other side answers. */
  onReach(listener: (reached: boolean) => void): void;
  /** Puts a text on the clipboard, and reports whether that worked. */
  copy(text: string): Promise<boolean>;
  settings: Settings;
  onSettings(listener: () => void): void;
  set(settings: Settings): void;
  /** Which response was shown when the page was closed; "" for the newest. */
  place: string;
  keep(place: string): void;
  /** Whether the columns around the response are used: for the other responses and for the feedback. */
  roomy: boolean;
}

export interface Settings {
  /** Every change of a mark copies the feedback. */
  autoCopy: boolean;
}
