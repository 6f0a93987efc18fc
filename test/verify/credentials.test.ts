import { expect, onTestFinished, test, vi } from "vitest";
import { basicAuth, headerAuth, withSchemes } from "../../src/client/schemes.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { runLive } from "../../src/verify/live/run.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { runOptions } from "./service.ts";

const schemes = {
  bearer: headerAuth("authorization", "Bearer "),
  key: headerAuth("X-API-Key"),
  basic: basicAuth,
};

/**
 * Verifies an operation whose contract takes credentials, and returns what was sent and reported.
 */
async function verifyWith(alternatives: (keyof typeof schemes)[][], token: string) {
  const security = alternatives.map((names) => Object.fromEntries(names.map((name) => [name, []])));
  const firstSchemes = alternatives.flatMap(([name]) => name ?? []);
  const authenticate = withSchemes(schemes, alternatives, firstSchemes);
  const paths = {
    "/parcels": { get: { operationId: "listParcels", "x-repeatable": true, responses: {} } },
  };
  const contract = createVerifiableContract({ openapi: "3.1.1", security, paths });
  const requests: string[] = [];
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", async (url: string, { headers }: { headers: Headers }) => {
    const values = ["authorization", "x-api-key"].flatMap((name) => headers.get(name) ?? []);
    requests.push([url, ...values].join(" "));
    return Response.json({});
  });
  const lines: string[] = [];
  const options = {
    ...runOptions,
    probeAuth: true,
    baseUrl: "https://a.test",
    token,
    authenticate,
  };
  const stopReason = await runLive(contract, options, createVerification(contract), (line) =>
    lines.push(line),
  );
  return { requests, lines, stopReason };
}

const url = "https://a.test/parcels";
const wrong = "not:a-token-sent-by-verify";

test.each<
  [words: string, alternatives: (keyof typeof schemes)[][], token: string, requests: string[]]
>([
  ["a bearer token", [["bearer"]], "t", [`${url} Bearer t`, url, `${url} Bearer ${wrong}`]],
  [
    "a user and a password",
    [["basic"]],
    "u:p",
    [`${url} Basic dTpw`, url, `${url} Basic ${btoa(wrong)}`],
  ],
  ["a token or nothing", [["bearer"], []], "t", [`${url} Bearer t`]],
  ["nothing", [], "", [url]],
])(
  "verify sends %s as the contract says, and probes what is required",
  async (_, alternatives, token, requests) => {
    expect(await verifyWith(alternatives, token)).toMatchObject({ requests, stopReason: "" });
  },
);

test.each<[words: string, alternatives: (keyof typeof schemes)[][]]>([
  ["two credentials together", [["key", "bearer"]]],
  ["a user and a password, and the token is neither", [["basic"]]],
])("verify says so before it sends an operation that takes %s", async (_, alternatives) => {
  const { requests, lines } = await verifyWith(alternatives, "secret-token");
  expect(requests.filter((request) => request.includes("secret"))).toEqual([]);
  expect(lines[0]).toBe(
    "GET /parcels: not sent, since PHONE_AGENT_TOKEN isn't the credential that it takes.",
  );
  expect(lines.join()).not.toContain("secret");
});
