/** The answers of the verbs on plans that the page uses. */
import type { PlanShowOutput, PlanThread } from "../../../../../extension/src/protocol";

export type { PlanDiffOutput, PlanListOutput, PlanShowOutput, PlanThread } from "../../../../../extension/src/protocol";

/** A version of a plan. */
export type Shown = PlanShowOutput;

/** The plan that an agent waits for; no plan when none waits. */
export interface Gate {
  plan?: string;
  version?: number;
}

/** Whether a thread waits for the agent. */
export const isDue = (t: PlanThread): boolean => t.workflowState !== "resolved" && !t.answered;
