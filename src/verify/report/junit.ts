import { describeFinding, describeTimes } from "../findings.ts";
import type { Report } from "../verdict.ts";

// XML 1.0 has no character reference for control characters.
const escapeXml = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "");

interface TestCase {
  readonly name: string;
  readonly result?: { readonly element: "failure" | "skipped" | "error"; readonly message: string };
}

/**
 * Renders a report as JUnit XML, for CI: a failed test case for each finding that fails, a skipped one for each
 * operation that isn't verified in full, and a passed one for each other operation without a finding that fails. The
 * verdict is an error if the contract couldn't be verified.
 */
export function renderJunit({ exitCode, sentence, findings, operations }: Report, failOnNew: boolean): string {
  const failures = findings
    .filter(({ kind }) => kind === "contradiction" || failOnNew)
    .map((finding): TestCase & { operation: string } => ({
      operation: finding.operation,
      name: `${finding.operation}: ${finding.place}${finding.pointer && ` ${finding.pointer}`}`,
      result: { element: "failure", message: `${describeFinding(finding)}, ${describeTimes(finding)}` },
    }));
  const cases = Object.entries(operations).flatMap(([id, { outcome, reason = "" }]): TestCase[] => {
    if (outcome !== "verified") return [{ name: id, result: { element: "skipped", message: reason } }];
    return failures.some(({ operation }) => operation === id) ? [] : [{ name: id }];
  });
  const errors: TestCase[] =
    exitCode === 3 ? [{ name: "verdict", result: { element: "error", message: sentence } }] : [];
  const testCases = [...errors, ...failures, ...cases];
  const count = (element: string) => testCases.filter(({ result }) => result?.element === element).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="phone-agent-api verify" tests="${testCases.length}" failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}">`,
    ...testCases.map(
      ({ name, result }) =>
        `  <testcase classname="verify" name="${escapeXml(name)}">${
          result ? `<${result.element} message="${escapeXml(result.message)}"/>` : ""
        }</testcase>`,
    ),
    `  <system-out>${escapeXml(sentence)}</system-out>`,
    "</testsuite>",
    "",
  ].join("\n");
}
