import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { json, serve } from "../client/server.ts";
import { run } from "../package/packed.ts";
import { createProject } from "./project.ts";

const token = "token-of-a-test-with-next";
const next = "node_modules/next/dist/bin/next";
const layout = "export default ({ children }) => <html><body>{children}</body></html>;";

let folder: string;
let appPort: string;
beforeAll(async () => {
  ({ folder, appPort } = await createProject({
    files: ["page.jsx"],
    packages: ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"],
  }));
  const page = await readFile(join(folder, "page.jsx"), "utf8");
  const cached = page.replace('cache: "no-store"', "next: { revalidate: 60 }");
  for (const [route, text] of Object.entries({ fresh: page, cached })) {
    await mkdir(join(folder, "app", route), { recursive: true });
    await writeFile(join(folder, "app", route, "page.jsx"), text);
  }
  await writeFile(join(folder, "app/layout.jsx"), layout);
}, 300_000);

const stops: (() => unknown)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

test("no-store sends a request for each page view; revalidate sends one, and Next stores the token in its cache", async () => {
  await using service = await serve(json({ success: true, message: "", tokens: [] }));
  const env = {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    PHONE_AGENT_BASE_URL: service.baseUrl,
    PHONE_AGENT_TOKEN: token,
  } as const;
  await run(process.execPath, [next, "build"], { cwd: folder, env });
  expect(service.requests).toEqual([]);

  const app = spawn(process.execPath, [next, "start", "--port", appPort], { cwd: folder, env });
  stops.push(() => app.kill());
  const view = async (route: string) => (await fetch(`http://127.0.0.1:${appPort}/${route}`)).text();
  await vi.waitFor(() => view(""), { timeout: 60_000, interval: 200 });
  for (const [route, requests] of [
    ["fresh", 2],
    ["cached", 1],
  ] as const) {
    service.requests.length = 0;
    for (const html of [await view(route), await view(route)]) expect(html).toMatch(/>0(<!-- -->)? tokens</);
    expect(service.requests, route).toHaveLength(requests);
  }
  const { stdout } = await run("grep", ["-rl", token, ".next/cache/fetch-cache"], { cwd: folder });
  expect(stdout.trim().split("\n")).toHaveLength(1);
});
