import type { JsonObject } from "../openapi/json.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** The shape of the result's `structured`; absent if the contract doesn't know it. */
  readonly outputSchema?: JsonObject | undefined;
  readonly annotations: JsonObject;
  run(input: JsonObject, call: ToolCall): Promise<ToolResult>;
}

export interface ToolCall {
  readonly signal: AbortSignal;
  /** Reports a step of a call that takes longer. */
  progress(message: string): void;
}

export interface ToolResult {
  /** For agents that read text. Default: the structured value as JSON. */
  readonly texts?: readonly string[];
  readonly structured?: JsonObject | undefined;
}

/** An error whose message the agent receives. Any other error is a defect, and its message stays here. */
export class ToolError extends Error {}

export const jsonText = (value: unknown): string => JSON.stringify(value, null, 1);
