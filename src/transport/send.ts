import { failure, type PhoneAgentError, type Told } from "../errors.ts";
import type { CallOptions, HookEvents, Settings } from "../options.ts";
import { type Answer, readAnswer } from "./body.ts";
import { type Run, within } from "./deadline.ts";
import { type Due, isSuccess, judge } from "./judge.ts";
import { delayAfter } from "./retry.ts";
import { isToken, knownTokens, redact, withToken } from "./token.ts";

/** What is sent, without the token. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: BodyInit | null | undefined;
}

/** The answer, whatever its status, with the value in it or the error that it is. */
interface Sent {
  readonly answer: Answer;
  readonly value?: unknown;
  readonly error: PhoneAgentError | undefined;
  /** Takes this call's tokens out of a text. */
  readonly clean: (text: string) => string;
}

/** Sends a call as often as it may be sent. Throws where there is no answer. */
export async function send(
  operation: string,
  { method, url, headers, body }: Outgoing,
  repeatable: boolean,
  due: Due,
  options: CallOptions,
  settings: Settings,
): Promise<Sent> {
  const { signal: caller, timeoutMs = settings.timeoutMs, deadlineMs = settings.deadlineMs ?? Infinity } = options;
  const { fetch, token: secret, retry, maxBodyBytes } = settings;
  const end = Date.now() + deadlineMs;
  const tokens: string[] = [];
  /** The head of the attempt's answer, from when it is there. */
  let head: Answer | undefined;
  const delaysMs: number[] = [];
  const clean = (text: string) => redact(text, [...knownTokens(secret), ...tokens]);

  const tell = <Hook extends keyof HookEvents>(hook: Hook, event: HookEvents[Hook]) => {
    const listener = settings[hook] as ((event: object) => unknown) | undefined;
    if (!listener) return;
    const path = clean(url.slice(settings.baseUrl.length).replace(/\?.*/s, ""));
    const told = Object.freeze({ operation: clean(operation), method, path, attempt: tokens.length, ...event });
    // A hook that throws, now or later, changes nothing.
    (async () => listener(told))().catch(() => {});
  };

  const fail = (trouble: Told) => {
    const unsure =
      !repeatable && tokens.length > 0 && /^(network|timeout|aborted|http 5)/.test(`${trouble.kind} ${trouble.status}`);
    const reason = `${trouble.reason}${unsure ? " It may have taken effect: look before you send it again." : ""}`;
    const error = failure(clean(operation), { ...trouble, reason }, tokens.length, delaysMs);
    tell("onError", { kind: error.kind, message: error.message, status: error.status });
    return error;
  };

  const attempt = async (run: Run): Promise<Answer | Told> => {
    const { signal } = run;
    head = undefined;
    let token: unknown = secret;
    if (typeof secret === "function") {
      // What it throws stays unseen: a parser's message quotes the secret that it could not parse.
      token = await (async () => secret())().catch(() => undefined);
      if (!isToken(token))
        return { kind: "configuration", reason: "the token function threw, or gave no usable token." };
    }
    // The time was up meanwhile, and somebody else has told so.
    if (signal.aborted) return { kind: "network", reason: "" };
    tokens.push(token as string);
    tell("onRequest", {});
    try {
      const init = { method, headers, body: body ?? null, signal, redirect: "manual" } as const;
      const response = await fetch(withToken(url, token as string), init);
      const { status, headers: received } = response;
      if (typeof received?.get !== "function") throw new TypeError("fetch gave no Response");
      if (!signal.aborted) {
        head = { status, headers: received, bytes: new Uint8Array(), broken: true };
        tell("onResponse", { status });
      }
      return await readAnswer(response, maxBodyBytes, run);
    } catch (error) {
      // `fetch failed` says nothing; what caused it does. A cause may be its own.
      let cause = error as Error & { code?: string };
      for (let depth = 0; cause?.cause && depth < 9; depth++) cause = cause.cause as typeof cause;
      const texts = [cause?.message, cause?.code, cause, "no reason is given"];
      const what = clean(texts.find((it) => it && typeof it === "string") as string).replace(/\s+/g, " ");
      const reason = `no complete answer: ${what.replace(/[. ]+$/, "")}. Check baseUrl and the network.`;
      return { kind: "network", reason };
    }
  };

  for (let count = 1; ; count++) {
    const left = end - Date.now();
    const came = await (left < timeoutMs
      ? within(left, "deadlineMs", caller, attempt)
      : within(timeoutMs, "timeoutMs", caller, attempt));
    // Of a failure, and where no body is due, the head says enough: it may be that no body ever ends.
    const broken = came.kind === "network" || came.kind === "timeout";
    const outcome = broken && head && (!due || !isSuccess(head)) ? head : came;
    const delay = repeatable && retry ? delayAfter(outcome, count, retry) : Infinity;
    if (Date.now() + delay < end) {
      const delayMs = Math.round(delay);
      tell("onRetry", { delayMs, kind: outcome.kind ?? "http", status: outcome.status });
      const waited = await within(delay, "timeoutMs", caller, () => new Promise<Told>(() => {}));
      if (waited.kind === "aborted") throw fail(waited);
      delaysMs.push(delayMs);
      // A timer may come late.
      if (Date.now() < end) continue;
    }
    if (outcome.kind) throw fail(outcome);
    const { trouble, value } = judge(operation, due, outcome, settings, tokens);
    return { answer: outcome, value, error: trouble && fail(trouble), clean };
  }
}
