import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.readReferred(7);
  expect(latestRequest()).toMatchObject({ operation: "readReferred", path: "/api/v2/shapes/referred/7" });
}
