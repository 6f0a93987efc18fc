import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ http }: Use): Promise<void> {
  const { response } = await http.GET("/api/v2/shapes/limited");
  expect(response.headers.get("x-remaining")).toBe("7");
  expect(response.headers.get("x-window")).toBe("day");
}
