import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.readReport("one");
  expect(sent().operation).toBe("readReport");
  await phone.readReportAsJson("one.two");
  expect(sent()).toMatchObject({ operation: "readReportAsJson", path: "/api/v2/shapes/reports/one.two.json" });
  await phone.publishReport("one");
  expect(sent().operation).toBe("publishReport");
}
