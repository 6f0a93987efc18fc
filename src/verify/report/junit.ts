import { describeFinding } from "../findings.ts";
import type { Report } from "../verdict.ts";

// XML 1.0 has no character reference for control characters.
const escapeXml = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "");

function renderCase(name: string, element?: "failure" | "skipped" | "error", message = ""): string {
  const result = element ? `<${element} message="${escapeXml(message)}"/>` : "";
  return `  <testcase classname="verify" name="${escapeXml(name)}">${result}</testcase>`;
}

/**
 * Renders a report as JUnit XML, for CI: a failed test case for each finding that fails, a skipped one for each
 * operation that isn't verified in full, and a passed one for each other operation without a finding that fails. The
 * verdict is an error if the contract couldn't be verified.
 */
export function renderJunit({ exitCode, sentence, findings, operations }: Report, failOnNew: boolean): string {
  const failures = findings.filter(({ kind }) => kind === "contradiction" || failOnNew);
  const cases = [
    ...(exitCode === 3 ? [renderCase("verdict", "error", sentence)] : []),
    ...failures.map((finding) => {
      const { operation, place, pointer } = finding;
      return renderCase(`${operation}: ${place}${pointer && ` ${pointer}`}`, "failure", describeFinding(finding));
    }),
    ...Object.entries(operations).flatMap(([id, { outcome, reason }]) => {
      if (outcome !== "verified") return renderCase(id, "skipped", reason);
      return failures.some(({ operation }) => operation === id) ? [] : renderCase(id);
    }),
  ];
  const count = (element: string) => cases.filter((line) => line.includes(`<${element} `)).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="phone-agent-api verify" tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}">`,
    ...cases,
    `  <system-out>${escapeXml(sentence)}</system-out>`,
    "</testsuite>",
    "",
  ].join("\n");
}
