import type { JsonObject } from "../openapi/json.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The shape of the result's `structured`; absent if it is unknown, or if the result is text. */
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations: JsonObject;
  /** @param report Reports a step of a long call. */
  run(input: JsonObject, signal: AbortSignal, report: (step: string) => void): Promise<ToolResult>;
}

export interface ToolResult {
  /** The result as texts, for agents that read text: first the value, then notes. */
  readonly texts: readonly string[];
  readonly structured?: JsonObject | undefined;
}

/** An error whose message the agent receives. Any other error is a defect, whose message isn't sent. */
export class ToolError extends Error {}
