import { type Report, said, times } from "./report.ts";

// XML 1.0 has no character reference for control characters.
const escapeXml = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "");

/** For CI: a test case for each operation, and one for the whole. */
export function junit({ verdict, verification, skipped }: Report): string {
  const cases = Object.entries(verification.operations).map(([id, { exchanges }]) => {
    const contradictions = verification.facts.filter(
      ({ operation, kind }) => operation === id && kind === "contradiction",
    );
    const reason = skipped.find(({ operation }) => operation === id)?.reason ?? "not seen";
    const failures = contradictions.map((fact) => `<failure message="${escapeXml(`${said(fact)}, ${times(fact)}`)}"/>`);
    const skip = exchanges === 0 ? [`<skipped message="${escapeXml(reason)}"/>`] : [];
    return { name: id, failed: failures.length > 0, skipped: skip.length > 0, lines: [...failures, ...skip] };
  });
  const isBad = verdict.code !== 0;
  const whole = {
    name: "verdict",
    failed: isBad,
    skipped: false,
    lines: isBad ? [`<failure message="${escapeXml(verdict.sentence)}"/>`] : [],
  };
  const all = [whole, ...cases];
  const count = (which: "failed" | "skipped") => all.filter((one) => one[which]).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="phone-agent-api verify" tests="${all.length}" failures="${count("failed")}" skipped="${count("skipped")}">`,
    ...all.map(
      ({ name, lines }) => `  <testcase classname="verify" name="${escapeXml(name)}">${lines.join("")}</testcase>`,
    ),
    "</testsuite>",
    "",
  ].join("\n");
}
