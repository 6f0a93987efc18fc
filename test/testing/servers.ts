import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { writeTestServer } from "../../scripts/generate/servers/servers.ts";
import { root } from "../../scripts/tools/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import type { TestServer } from "../../src/testing/index.ts";
import { compileIn } from "../bundle.ts";
import { copySource } from "../source-copy.ts";

type On = Record<
  string,
  {
    fail: (code: number, response?: object | number) => unknown;
    replyWith: (body: unknown) => unknown;
  }
>;

/** A mock and a test server of one contract. */
export interface Servers {
  readonly mock: Mock;
  readonly server: Omit<TestServer, "on"> & { on: On };
  close(): Promise<void>;
}

/**
 * Starts both servers with a contract. The test server is a copy, with the files generated from
 * that contract.
 */
export async function startServers(file: string): Promise<Servers> {
  mkdirSync(join(root, "dist"), { recursive: true });
  const copy = mkdtempSync(join(root, "dist/servers-"));
  const generatedFiles = await writeTestServer(readContract(file));
  mkdirSync(join(copy, "generated"));
  for (const [name, text] of Object.entries(generatedFiles))
    writeFileSync(join(copy, "generated", name), text);
  copySource(copy, "src/core", "src/openapi", "src/testing");
  const entry = "src/testing/index.ts";
  const load = await compileIn(copy, [entry]);
  const { createTestServer } = await load<{ createTestServer: () => Servers["server"] }>(entry);
  const mock = await startMock({ port: 0, contract: file, logLevel: "silent" });
  return {
    mock,
    server: createTestServer(),
    async close() {
      await mock.close();
      rmSync(copy, { recursive: true });
    },
  };
}

/** Sends a request to both servers, whose responses and journals must be the same. */
export async function sendToBoth(
  { mock, server }: { mock: Mock; server: Pick<TestServer, "fetch" | "calls"> },
  url: string,
  init?: RequestInit,
): Promise<Response> {
  const request = new Request(url, { redirect: "manual", ...init });
  const [mockResponse, response] = [await fetch(request.clone()), await server.fetch(request)];
  const [mockBody, body] = [await mockResponse.text(), await response.text()];
  expect(describeResponse(response, body)).toEqual(describeResponse(mockResponse, mockBody));
  const [entry, mockEntry] = [server.calls().at(-1), mock.journal().at(-1)];
  const { at: _, headers, delivered, ...facts } = mockEntry ?? expect.unreachable();
  expect(entry).toMatchObject(facts);
  expect(headers).toMatchObject(entry?.headers ?? {});
  const { status } = response;
  return new Response(status === 204 ? null : body, { status, headers: response.headers });
}

const comparedHeaders =
  /^(content-type|location|allow|preference-applied|x-\w+|mock-(operation|example|source|rejection|un\w+))$/;

function describeResponse({ status, headers }: Response, body: string) {
  return {
    status,
    body,
    headers: Object.fromEntries([...headers].filter(([name]) => comparedHeaders.test(name))),
  };
}
