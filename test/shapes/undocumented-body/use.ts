import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, server, isMock, url, findings }: Use): Promise<void> {
  expect((await phone.readAnything()) satisfies unknown).toBeNull();
  const send = isMock ? fetch : server.fetch;
  // No body is made up, even if `Prefer` asks for it.
  for (const prefer of ["", ...(isMock ? ["dynamic=true"] : [])]) {
    const response = await send(`${url}/api/v2/shapes/anything?token=t`, { headers: { prefer } });
    expect(await response.text()).toBe("null");
    const marks = ["example", "unspecified", "source"].map((name) => response.headers.get(`mock-${name}`));
    expect(marks).toEqual([null, "status, body", "contract"]);
  }
  for (const body of [["a"], { success: "no" }, "text"]) {
    expect(findings("readAnything", body)).toEqual({ contradictions: [], news: [] });
    if (isMock) continue;
    server.on.readAnything.replyWith(body);
    expect(await phone.readAnything()).toEqual(body);
  }
  server.reset();
}
