import { failure, type PhoneAgentError, type Trouble } from "../errors.ts";
import type { Settings } from "../options.ts";
import { type Answer, excerpt, readAnswer } from "./body.ts";
import { pause, within } from "./deadline.ts";
import { delayAfter, retryAfter } from "./retry.ts";
import { isToken, redact, withToken } from "./token.ts";

/** One call on its way: what was asked for, without the token. */
export interface Call {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: BodyInit | undefined;
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
}

/** A call's answer, and what belongs in an error that is found in it. */
export interface Sent extends Answer {
  readonly fail: (trouble: Trouble) => PhoneAgentError;
  readonly text: () => string;
  readonly shown: () => { status: number; contentType?: string | undefined; excerpt?: string | undefined };
}

const decoder = new TextDecoder();

/** Sends a call as often as it may be sent. Whatever status comes back is an answer; no answer is an error. */
export async function send(call: Call, settings: Settings): Promise<Sent> {
  const { operation, method, headers, body, signal: caller } = call;
  const { timeoutMs = settings.timeoutMs, deadlineMs = settings.deadlineMs } = call;
  const tokens: string[] = [];
  const delaysMs: number[] = [];
  const clean = (text: string) => redact(text, tokens);
  const end = deadlineMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + deadlineMs;

  const once = async (signal: AbortSignal): Promise<Answer | Trouble> => {
    try {
      const token = typeof settings.token === "string" ? settings.token : await settings.token();
      if (!isToken(token)) throw 0;
      tokens.push(token);
    } catch {
      // Its message is not shown: a parser's quotes the secret that it could not parse.
      return { kind: "configuration", reason: "the token function threw, or gave no token." };
    }
    try {
      const init = { method, headers, redirect: "manual", signal, ...(body !== undefined && { body }) } as const;
      const response = await settings.fetch(withToken(call.url, tokens.at(-1) as string), init);
      return await readAnswer(response, settings.maxBodyBytes);
    } catch (error) {
      return { kind: "network", reason: clean(innermost(error)) };
    }
  };

  for (let attempt = 1; ; attempt++) {
    const left = end - Date.now();
    const limit = left < timeoutMs ? "deadlineMs" : "timeoutMs";
    const outcome = await within(Math.min(timeoutMs, left), limit, caller, once);
    const delay = call.repeatable && settings.retry ? delayAfter(outcome, attempt, settings.retry) : undefined;
    const fail = (trouble: Trouble) => failure(operation, trouble, tokens.length, delaysMs);
    if (delay === undefined || Date.now() + delay >= end) {
      if (outcome.kind) throw fail(outcome);
      const text = () => decoder.decode(outcome.bytes);
      const shown = () => ({
        status: outcome.status,
        contentType: clean(outcome.headers.get("content-type") ?? "") || undefined,
        excerpt: /token/i.test(operation) ? undefined : excerpt(text(), clean) || undefined,
      });
      return { ...outcome, fail, text, shown };
    }
    const waited = await pause(delay, caller);
    if (waited.kind === "aborted") throw fail(waited);
    delaysMs.push(Math.round(delay));
  }
}

/** `fetch failed` says nothing; what caused it does. */
function innermost(error: unknown): string {
  let inner = error as Error & { code?: string };
  while (inner.cause instanceof Error) inner = inner.cause as typeof inner;
  return String(inner.code ?? inner.message);
}

export function httpTrouble(sent: Sent): Trouble {
  return { kind: "http", ...sent.shown(), retryAfterMs: retryAfter(sent.headers) };
}
