/** The surroundings of the page: a view of VS Code or a tab of a browser. Everything else is the same in both. */
export interface Host {
  /** Begins to report events to the page. */
  start(page: HostEvents): void;
  /** Puts a text on the clipboard, and reports whether that worked. */
  copy(text: string): Promise<boolean>;
  /** Every change of a mark copies the feedback. */
  readonly autoCopy: boolean;
  setAutoCopy(yes: boolean): void;
  /** Which response was shown when the page was closed; "" for the newest. */
  readonly place: string;
  keep(place: string): void;
  /** Whether the columns around the response are used: for the other responses and for the feedback. */
  roomy: boolean;
}

/** The events that the page handles. */
export interface HostEvents {
  /** Responses or marks may have changed; reported at least once. */
  changed(): void;
  /** Whether the other side answers. */
  reach(reached: boolean): void;
  /** The settings were changed elsewhere. */
  settings(): void;
}
