/** The memory tool for chat. It passes on the model's input and the back end's answer unchanged. */
import type { MemoryInput } from "../protocol";
import type { Session } from "../session";
import { Tool } from "../tool";
import { confirmation } from "./words";

export const memoryTool = (session: Session): Tool<MemoryInput> =>
  new Tool(
    session,
    "consider_memory",
    confirmation,
    async ({ client }, input) => (await client.ask("memory", input)).text,
  );
