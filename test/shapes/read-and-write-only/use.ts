import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, expectRejection }: Use): Promise<void> {
  const user = await phone.createUser({ name: "Example", passphrase: "<PASSPHRASE>" });
  expect(user.id satisfies number).toBe(1);
  // @ts-expect-error never sent by the service
  expect(user.passphrase).toBeUndefined();
  // @ts-expect-error the name is required
  await expectRejection(() => phone.createUser({ passphrase: "<PASSPHRASE>" }), 422);
}
