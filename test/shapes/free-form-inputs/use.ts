import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({
  http,
  phone,
  latestRequest,
  expectRejection,
  server,
  isMock,
  url,
}: Use): Promise<void> {
  const { data, response } = await http.GET("/api/v2/shapes/search", {
    params: { query: { inputs: { any: true, limit: 2 } } },
  });
  expect(data).toEqual({ found: 3 });
  expect(latestRequest().query).toEqual({ any: "true", limit: "2" });
  expect(response.headers.get("mock-undeclared")).toBeNull();
  await expectRejection(() => phone.request("GET", "/api/v2/shapes/search", { query: { any: "text" } }), 422);
  // @ts-expect-error the token is no input
  const withToken = http.GET("/api/v2/shapes/search", { params: { query: { inputs: { token: "x" } } } });
  await expectRejection(() => withToken, undefined);
  const send = isMock ? fetch : server.fetch;
  for (const query of ["inputs={%22limit%22:3}", "inputs[limit]=3"]) {
    const rejection = await send(`${url}/api/v2/shapes/search?token=t&${query}`);
    expect(rejection.status).toBe(422);
    expect((await rejection.json()).detail).toBe(
      "inputs is never sent: send each input as a query parameter under its own name.",
    );
  }
}
