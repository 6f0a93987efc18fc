import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  const type = () => latestRequest().headers["content-type"];
  await phone.importThings({ names: ["first"] });
  expect(type()).toBe("application/json");
  await phone.importThings("name\nfirst\n");
  expect(type()).toMatch(/^text\/csv/);
  const form = new FormData();
  form.set("file", new Blob(["name"]), "names.csv");
  await phone.importThings(form);
  expect(type()).toMatch(/^multipart\/form-data; boundary=/);
  // @ts-expect-error none of the three
  () => phone.importThings({ title: "first" });
}
