import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.readReferred(7);
  expect(sent()).toMatchObject({ operation: "readReferred", path: "/api/v2/shapes/referred/7" });
}
