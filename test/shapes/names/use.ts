import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const { numbers, nextPageToken } = await phone.listIntegrations();
  expect([...numbers, nextPageToken satisfies string | null]).toEqual(["+447700900123", "page-2"]);
}
