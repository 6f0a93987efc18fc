import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { root } from "../../scripts/tools/run.ts";
import { json, type Responder, serve, token } from "../client/server.ts";
import { readData } from "../data.ts";
import { writePages } from "./contract.ts";
import { callsContract } from "./sample-calls.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const bodies: Record<string, unknown> = {
  "/api/v2/tokens": fixtures.listTokens["every-field"],
  "/api/v2/junkConversations": { ...fixtures.listJunkInbox["every-field"], extra: 1 },
  "/api/v2/webhookRelay/RELAY_TYPE": fixtures.getWebhookRelay["every-field"],
  "/api/v2/example": { queued: true },
};

/**
 * Responds with the contract's examples, or with a preferred status. The junk inbox has an
 * undocumented field.
 */
const respond: Responder = (response, request, count) => {
  const [, status = 200] = /^code=(\d+)$/.exec(`${request.headers["prefer"]}`) ?? [];
  const body = bodies[request.url?.replace(/\?.*/, "") ?? ""];
  json(status === 200 ? body : { secret: token }, Number(status))(response, request, count);
};

const samples = join(root, "test/samples");
/** What each sample prints, as a pattern of a whole line, and the requests that it sends. */
const rows: [file: string, output: string, ...requests: string[]][] =
  readData("docs/sample-files.yaml");

test("each TypeScript sample is run", () => {
  const files = readdirSync(samples, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  expect(rows.map(([file]) => `${file}.ts`).toSorted()).toEqual(files.sort());
});

test.each(rows)("the sample %s prints %j, and no secret", async (file, expected, ...requests) => {
  await using server = await serve(respond);
  vi.stubEnv("PHONE_AGENT_BASE_URL", server.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const lines: string[] = [];
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((...values) => {
      lines.push(
        values
          .map((value) => (typeof value === "object" ? JSON.stringify(value) : `${value}`))
          .join(" "),
      );
    });
  await import(join(samples, `${file}.ts`));
  const output = lines.join("\n");
  expect(output).toMatch(new RegExp(`^${expected}$`));
  expect(output).not.toContain(token);
  const received = server.requests.map(({ method, target }) => {
    const url = new URL(target, server.baseUrl);
    expect(url.searchParams.get("token")).toBe(token);
    url.searchParams.delete("token");
    return `${method} ${url.pathname}${url.search}`;
  });
  expect(received).toEqual(requests);
});

test("nothing that is pasted into a shell has a comment, which zsh takes for arguments, or an ellipsis", () => {
  const files = ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const pages = [readContract(), callsContract].flatMap((contract) =>
    Object.values(writePages(contract)),
  );
  const blocks = [...files, ...pages].flatMap(
    (text) => text.match(/^```(sh|bash)\n.*?^```/gms) ?? [],
  );
  expect(blocks.length).toBeGreaterThan(40);
  expect(blocks.filter((block) => /(^|\s)#|…/m.test(block))).toEqual([]);
});
