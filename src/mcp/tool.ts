import type { JsonObject as Node } from "../openapi/json.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Node;
  readonly annotations: Node;
  /** Returns text, or what becomes JSON. */
  run(input: Node, signal: AbortSignal): Promise<unknown>;
}

/** What an agent is told of a call that failed. Any other error is a defect, and its message stays here. */
export class ToolError extends Error {}
