/** The verbs as this page calls them: lines and places are those of the shown diff. */
import * as api from "../shared/api";
import { failed } from "./say";
import { state } from "./state";

/** Another tab may show another diff, so each call names its snapshot. */
export function about(path: string, snapshot = state.boot.snapshot): string {
  return `${path}?snapshot=${encodeURIComponent(snapshot)}`;
}

export function verb<T>(name: string, input: object, snapshot?: string): Promise<T> {
  return api.verb<T>(name, input, about("", snapshot));
}

/** Whether something that the reader asked for was done. A failure is reported. */
export async function worked(act: Promise<unknown>, failure: string): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    failed(failure, error);
    return false;
  }
}
