/** The editor tool for chat: it returns where the person is, as the back end does for every agent. */
import type { Session } from "../session";
import { Tool } from "../tool";

export const editorTool = (session: Session): Tool<object> =>
  new Tool(
    session,
    "consider_editor",
    () => ({ invocationMessage: "Reading your location in the editor" }),
    async ({ client }) => {
      const { editorContext } = await client.askAll("editor get-context", {});
      if (editorContext) return JSON.stringify(editorContext);
      return "No editorContext: no editor shows a file in this project, or the human does not share it.";
    },
  );
