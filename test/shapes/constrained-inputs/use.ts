import type { Use } from "../use.ts";

export default async function ({ phone, expectRejection }: Use): Promise<void> {
  const visit = "00000000-0000-4000-8000-000000000000";
  const body = { until: "2026-01-01T00:00:00Z", reason: "ten letters", guests: ["a@example.com", "b@example.com"] };
  const inputs = { from: "2026-01-01", code: "AB-1234", size: 15, xKind: "long" } as const;
  await phone.moveVisit(visit, body, inputs);
  await expectRejection(() => phone.moveVisit(visit, body, { ...inputs, from: "example" }), 422);
  await expectRejection(() => phone.moveVisit(visit, body, { ...inputs, size: 10 }), 422);
  await expectRejection(() => phone.moveVisit(visit, { ...body, guests: [] }, inputs), 422);
}
