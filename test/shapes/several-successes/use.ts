import { expect } from "vitest";
import type { FinishedJob, StartedJob } from "../../../src/index.ts";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const job: FinishedJob | StartedJob | undefined = await phone.startJob();
  expect(job).toEqual({ result: 1 });
  expect(await phone.startJob({ headers: { Prefer: "code=202" } })).toEqual({ jobId: 1 });
  expect(await phone.startJob({ headers: { Prefer: "code=204" } })).toBeUndefined();
}
