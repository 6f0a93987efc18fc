import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.readReport("one");
  expect(latestRequest().operation).toBe("readReport");
  await phone.readReportAsJson("one.two");
  expect(latestRequest()).toMatchObject({ operation: "readReportAsJson", path: "/api/v2/shapes/reports/one.two.json" });
  await phone.publishReport("one");
  expect(latestRequest().operation).toBe("publishReport");
}
