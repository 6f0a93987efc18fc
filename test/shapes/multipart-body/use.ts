import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob(["text"]), "example.txt");
  form.set("label", "Example");
  await phone.uploadFile(form);
  expect(latestRequest().headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
}
