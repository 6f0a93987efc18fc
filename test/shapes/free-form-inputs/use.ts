import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ http, phone, sent, rejects, server, isMock, url }: Use): Promise<void> {
  const { data, response } = await http.GET("/api/v2/shapes/search", {
    params: { query: { inputs: { any: true, "b&c": 2 } } },
  });
  expect(data).toEqual({ found: 3 });
  expect(sent().query).toEqual({ any: "true", "b&c": "2" });
  expect(response.headers.get("mock-undeclared")).toBeNull();
  await rejects(() => phone.request("GET", "/api/v2/shapes/search", { query: { any: "text" } }), 422);
  // @ts-expect-error the token is no input
  const withToken = http.GET("/api/v2/shapes/search", { params: { query: { inputs: { token: "x" } } } });
  await rejects(() => withToken, undefined);
  const send = isMock ? fetch : server.fetch;
  for (const query of ["inputs={%22limit%22:3}", "inputs[limit]=3"]) {
    const rejected = await send(`${url}/api/v2/shapes/search?token=t&${query}`);
    expect(rejected.status).toBe(422);
    expect((await rejected.json()).detail).toBe(
      "inputs is never sent: send each input as a query parameter under its own name.",
    );
  }
}
