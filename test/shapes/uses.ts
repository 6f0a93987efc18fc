import { expect } from "vitest";
import {
  type FinishedJob,
  isHttpError,
  type PhoneAgentError,
  type StartedJob,
  type WebhookPayloads,
} from "../../src/index.ts";
import { validateWebhook } from "../../src/validate.ts";
import type { Use } from "./use.ts";

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

/** The uses of each shape. The compiler checks them, too. */
export const uses: Record<string, (use: Use) => Promise<void>> = {
  async alternatives({ phone, findings }) {
    const channel = await phone.readChannel();
    expect(channel.label satisfies string).toBe("Example");
    if (channel.kind === "call") expect(channel.number satisfies string).toBe("+12025550100");
    else expect.unreachable(channel.text);
    // A field more is an additive change, also within an alternative.
    expect(findings("readChannel", { ...channel, added: 1 })).toEqual({
      contradictions: [],
      news: ["/added"],
    });
    expect(findings("readChannel", { kind: "call", label: "Example" }).contradictions).not.toEqual(
      [],
    );
    const { handler } = await phone.readHandler();
    if (handler?.kind === "agent") expect(handler.version satisfies number).toBe(1);
    else expect.unreachable(handler?.name);
    expect(findings("readHandler", { handler: null })).toEqual({ contradictions: [], news: [] });
    expect(findings("readHandler", { handler: { kind: "person" } }).contradictions).not.toEqual([]);
  },

  async bodies({ phone, latest, rejects }) {
    const type = () => latest().headers["content-type"];
    expect((await phone.importThings({ names: ["first"] })) satisfies string | unknown[]).toBe(
      "name\nä\n",
    );
    expect(type()).toBe("application/json");
    await phone.importThings("name\nfirst\n");
    expect(type()).toMatch(/^text\/csv/);
    const form = new FormData();
    form.set("file", new Blob(["name"]), "names.csv");
    expect(
      await phone.importThings(form, { headers: { Accept: "application/json, text/csv;q=0.5" } }),
    ).toEqual(["één"]);
    expect(type()).toMatch(/^multipart\/form-data; boundary=/);
    // @ts-expect-error none of the bodies
    () => phone.importThings({ title: "first" });
    await phone.sendForm({ name: "Example & more", count: 2, kinds: ["a", "b"] });
    expect(latest()).toMatchObject({
      headers: { "content-type": expect.stringMatching(/^application\/x-www-form-urlencoded/) },
      body: "name=Example%20%26%20more&count=2&kinds=a&kinds=b",
    });
    // @ts-expect-error the name is required
    await rejects(() => phone.sendForm({ count: 2 }), 422);
    await phone.patchThing("a/b", { label: null });
    expect(latest()).toMatchObject({
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json" },
      body: { label: null },
    });
    // @ts-expect-error the label is a text or null
    await rejects(() => phone.patchThing("1", { label: 1 }), 422);
    await phone.restart();
    expect(latest().body).toBeUndefined();
    await phone.restart(undefined, { reason: "example" });
    expect(latest().query).toEqual({ reason: "example" });
    // @ts-expect-error a body needs the field
    await rejects(() => phone.restart({}), 422);
  },

  async callbacks({ phone }) {
    const result: WebhookPayloads["callResult"] = { answered: true };
    expect(validateWebhook("callResult", result)).toEqual([]);
    expect(validateWebhook("callResult", { answered: "yes" })).not.toEqual([]);
    await phone.queueCall({ resultUrl: "https://example.com/result" });
  },

  async "clashing-names"({ phone }) {
    const { options } = await phone.readRecord();
    expect(options.operations satisfies number).toBe(1);
  },

  async composed({ phone, findings, rejects }) {
    const draft = await phone.publishDraft({ title: "Example", secret: "<SECRET>" });
    expect([
      draft.id satisfies number,
      draft.title satisfies string,
      draft.text satisfies string | undefined,
    ]).toEqual([1, "Example", "Example"]);
    // @ts-expect-error never sent by the service
    expect(draft.secret).toBeUndefined();
    // @ts-expect-error A part requires the title.
    await rejects(() => phone.publishDraft({ secret: "<SECRET>" }), 422);
    expect(findings("publishDraft", { id: "1", title: "Example" }).contradictions).toEqual(["/id"]);
    await phone.sendToTarget({ text: "Example", room: 1 });
    await rejects(
      () => phone.sendToTarget({ text: "Example", room: 1, number: "+12025550100" } as never),
      422,
    );
  },

  async "constrained-inputs"({ phone, rejects }) {
    const visit = "00000000-0000-4000-8000-000000000000";
    const body = { until: "2026-01-01T00:00:00Z", guests: ["a@example.com", "b@example.com"] };
    const inputs = { from: "2026-01-01", code: "AB-1234", size: 15, xKind: "long" } as const;
    await phone.moveVisit(visit, body, inputs);
    await rejects(() => phone.moveVisit(visit, body, { ...inputs, from: "example" }), 422);
    await rejects(() => phone.moveVisit(visit, body, { ...inputs, size: 10 }), 422);
    await rejects(() => phone.moveVisit(visit, { ...body, guests: [] }, inputs), 422);
  },

  async "deep-reference"({ phone, findings }) {
    const { next, title } = await phone.readOutline();
    expect([next.name satisfies string, title satisfies string | undefined]).toEqual([
      "Next",
      "Example",
    ]);
    const wrong = { chapter: { name: "Example" }, next: { name: 1 }, title: "" };
    expect(findings("readOutline", wrong).contradictions).toEqual(["/next/name"]);
  },

  async "documented-errors"({ phone, server }) {
    const fails = (Prefer: string) =>
      failureOf(phone.changeOrder(1, { amount: 1 }, { headers: { Prefer } }));
    const error = await fails("code=422");
    expect(isHttpError(error, "changeOrder", 404)).toBe(false);
    expect(isHttpError(error, "listTokens")).toBe(false);
    if (!isHttpError(error, "changeOrder", 422)) return expect.unreachable();
    const { problem }: { problem: string } = error.body;
    expect(problem).toBe("Example problem");
    // @ts-expect-error the contract has no such field
    error.body.reason;
    const missing = (await fails("code=404")) as PhoneAgentError;
    expect([missing.kind, missing.status, missing.body]).toEqual(["http", 404, undefined]);
    expect(await fails("code=409")).toMatchObject({
      status: 409,
      body: { problem: "Another problem" },
    });
    expect(await fails("code=422, example=closed")).toMatchObject({
      status: 422,
      body: { field: "" },
    });
    const invalid = await failureOf(phone.changeOrder(1, JSON.parse("{}")));
    if (!isHttpError(invalid, "changeOrder", 422)) return expect.unreachable();
    expect(invalid.body).toEqual({ problem: "Example problem", field: "amount" });
    expect(invalid.message).toContain("The body, amount, is missing.");
    const url = "http://phone-agent.test/api/v2/shapes/orders/1?token=t";
    const request = {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"amount":1}',
    };
    server.on.changeOrder.fail(422, { headers: { "x-a": "1" } });
    const failed = await server.fetch(url, request);
    expect([failed.headers.get("x-a"), await failed.json()]).toEqual([
      "1",
      { problem: "Example problem", field: "amount" },
    ]);
    server.reset();
    server.on.changeOrder.fail(422);
    expect((await server.fetch(url, request)).headers.get("x-a")).toBeNull();
    server.reset();
  },

  async "free-form-inputs"({ http, phone, latest, rejects }) {
    const { data } = await http.GET("/api/v2/shapes/search", {
      params: { query: { inputs: { any: true, limit: 2 } } },
    });
    expect(data).toEqual({ found: 3 });
    expect(latest()).toMatchObject({ query: { any: "true", limit: "2" }, undeclared: [] });
    await rejects(
      () => phone.request("GET", "/api/v2/shapes/search", { query: { any: "text" } }),
      422,
    );
    const withToken = http.GET("/api/v2/shapes/search", {
      // @ts-expect-error the token is no input
      params: { query: { inputs: { token: "x" } } },
    });
    await rejects(() => withToken, undefined);
  },

  async definitions({ phone, findings }) {
    const tree = await phone.readForest();
    expect(tree.root.label satisfies string).toBe("Example");
    // @ts-expect-error definitions are no field
    expect(tree.$defs).toBeUndefined();
    expect(findings("readForest", { root: { label: 1 } }).contradictions).not.toEqual([]);
  },

  async inputs({ phone, latest, url, rejects }) {
    const body = { reason: "Example" };
    await phone.moveItem(1, "one", body, { targetList: "archive", xPosition: 2 });
    expect(latest()).toMatchObject({
      path: "/api/v2/shapes/1/items/one",
      query: { target_list: "archive" },
      headers: { "x-position": "2" },
      body,
    });
    // @ts-expect-error a required input
    await rejects(() => phone.moveItem(1, "one", body, {}), 422);
    await rejects(
      // @ts-expect-error no such input
      () => phone.moveItem(1, "one", body, { targetList: "inbox", color: 1 }),
      undefined,
    );
    // @ts-expect-error it is one of two
    await rejects(() => phone.moveItem(1, "one", body, { targetList: "elsewhere" }), 422);
    await phone.filterThings({
      ids: [1, 2],
      tags: ["old,er", "new"],
      filter: { kind: "a&b", limit: 2 },
    });
    expect(latest()).toMatchObject({
      query: { ids: "1,2", tags: ["old,er", "new"] },
      undeclared: [],
    });
    expect(decodeURIComponent(`${url()}`)).toContain("filter[kind]=a&b&filter[limit]=2");
    // @ts-expect-error The limit is an integer.
    await rejects(() => phone.filterThings({ filter: { kind: "call", limit: "two" } }), 422);
    await phone.searchLogs({ condition: { level: "error" } });
    expect(JSON.parse(url().searchParams.get("condition") ?? "")).toEqual({ level: "error" });
    // @ts-expect-error The level is a text.
    await rejects(() => phone.searchLogs({ condition: { level: 1 } }), 422);
    await phone.readSession({ session: "a b", visit: 2, rooms: [1, 2] });
    // @ts-expect-error The visit is an integer.
    await rejects(() => phone.readSession({ session: "a", visit: "second" }));
    // @ts-expect-error The session is required.
    await rejects(() => phone.readSession({}), 422);
  },

  async pages({ phone, server }) {
    const logs: string[] = [];
    for await (const log of phone.items("listLogs", { size: 2 })) logs.push(log satisfies string);
    expect(logs).toEqual(["a", "b", "c", "d", "e"]);
    const pages: number[] = [];
    for await (const page of phone.pages("listLogs", { size: 2 })) pages.push(page.pageNumber);
    expect(pages).toEqual([0, 1, 2]);
    // @ts-expect-error has no pages
    () => phone.items("listTokens");
    const events: number[] = [];
    for await (const event of phone.items("listEvents")) events.push(event satisfies number);
    expect(events).toEqual([1, 2, 3]);
    // A body of the tester isn't cut to a page.
    const body = { logs: ["a", "b"], pageNumber: 0, totalLogs: 2 };
    server.on.listLogs.replyWith(body);
    const response = await server.fetch(
      "http://phone-agent.test/api/v2/shapes/logs?size=1&token=t",
    );
    expect(await response.json()).toEqual(body);
    server.reset();
  },

  async paths({ phone, latest }) {
    await phone.readLive("one");
    expect(latest().operation).toBe("readLive");
    await phone.readVersion("live");
    expect(latest().operation).toBe("readVersion");
    await phone.readAllLists();
    expect(latest().operation).toBe("readAllLists");
    // No operation deletes all lists, so this is a list that is called "all".
    await phone.deleteList("all");
    expect(latest()).toMatchObject({ operation: "deleteList", method: "DELETE" });
    await expect(phone.readList("all")).rejects.toMatchObject({
      kind: "configuration",
      operation: "readList",
    });
    await phone.readReport(7);
    expect(latest().operation).toBe("readReport");
    await phone.readReportAsJson(7);
    expect(latest()).toMatchObject({
      operation: "readReportAsJson",
      path: "/api/v2/shapes/reports/7.json",
    });
    await phone.publishReport(true);
    expect(latest()).toMatchObject({
      operation: "publishReport",
      path: "/api/v2/shapes/reports/true:publish",
    });
  },

  async "plain-values"({ phone, findings }) {
    expect((await phone.countThings()) satisfies number).toBe(0);
    const { label, marks, calls } = await phone.readCounters();
    expect([label satisfies string, marks?.["x-a"], calls]).toEqual(["Both", 1, 1]);
    expect(findings("readCounters", { label: "A", calls: "1" }).contradictions).toEqual(["/calls"]);
    const tree = await phone.readTree();
    expect(tree.children[0]?.children.length satisfies number | undefined).toBe(0);
    const wrong = {
      label: "a",
      children: [{ label: "b", children: [{ label: 1, children: [] }] }],
    };
    expect(findings("readTree", wrong).contradictions).toEqual(["/children/0/children/0/label"]);
  },

  async responses({ phone, url }) {
    const capture: ReadableStream<Uint8Array> = await phone.readCapture(1);
    expect(await new Response(capture).text()).toBe("example bytes");
    // Events may never end, so their text isn't awaited.
    const stream = (await phone.streamFeedback()) satisfies ReadableStream<Uint8Array>;
    expect(await new Response(stream).text()).toBe("data: A\n\n");
    expect((await phone.exportUsage()) satisfies string).toBe("day,calls\n1,2\n");
    expect((await phone.readText()) satisfies string).toBe("string");
    expect((await phone.findRecording(1)) satisfies string).toBe("https://example.com/recording-1");
    const job: FinishedJob | StartedJob | undefined = await phone.startJob();
    expect(job).toEqual({ result: 1 });
    expect(await phone.startJob({ headers: { Prefer: "code=202" } })).toEqual({ jobId: 1 });
    expect(await phone.startJob({ headers: { Prefer: "code=204" } })).toBeUndefined();
    await phone.readStatus();
    expect(url().searchParams.has("token")).toBe(false);
  },

  async "undocumented-body"({ phone, server, findings }) {
    expect((await phone.readAnything()) satisfies unknown).toBeNull();
    for (const body of [["a"], { success: "no" }, "text"]) {
      expect(findings("readAnything", body)).toEqual({ contradictions: [], news: [] });
      server.on.readAnything.replyWith(body);
      const response = await server.fetch("http://phone-agent.test/api/v2/shapes/anything?token=t");
      expect(await response.json()).toEqual(body);
    }
    server.reset();
  },

  async webhooks() {
    const payload: WebhookPayloads["itemCreated"] = { id: 1, name: "a" };
    expect(validateWebhook("itemCreated", payload)).toEqual([]);
    expect(validateWebhook("itemCreated", { id: "1" })).not.toEqual([]);
  },
};
