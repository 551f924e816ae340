/** The verbs as this page calls them: lines and places are those of the shown diff. */
import * as api from "../shared/api";
import { state } from "./state";

/** Another tab may show another diff, so each call names its snapshot. */
export function about(path: string, snapshot = state.boot.snapshot): string {
  return `${path}?snapshot=${encodeURIComponent(snapshot)}`;
}

export function verb<T>(name: string, input: object, snapshot?: string): Promise<T> {
  return api.verb<T>(name, input, about("", snapshot));
}
