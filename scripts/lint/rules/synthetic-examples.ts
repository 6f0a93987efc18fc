import { isExample, isMap, type Path } from "../../../src/openapi/nodes.ts";
import { isSecretName } from "../../../src/openapi/secret-names.ts";
import type { ReportProblem, Rule } from "../rule.ts";

// RFC 2606 and 6761 (names), RFC 5737 (addresses), and this machine. Numbers: +1 202 555 01xx and
// +44 7700 900xxx are kept for fiction.
const reservedHost = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost)$/i;
const reservedAddress = /^(127\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/;
const reservedNumber = /^\+?(1?20255501\d\d|447700900\d{3})$/;
const placeholder = /<[A-Z0-9_]+>/;

const host =
  /(?<=:\/\/|@)[a-z0-9.-]+|\b(?:[a-z0-9-]+\.)+(?:com|net|org|io|ai|dev|app|co|info|biz|eu|uk|de|us)\b/gi;
const address = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
// Written with its plus, as `(xxx) xxx-xxxx`, or as eleven digits or more. Ten digits are Unix
// seconds.
const phoneNumber =
  /\+\d[\d ().-]{6,}\d|(?<!\d)\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?!\d)|(?<![\w:-])\d{11,15}(?![\w:-])/g;

/** Examples contain no number, host or secret that could be somebody's. */
export default ((contract, report) => checkExamples(contract, [], false, report)) satisfies Rule;

function checkExamples(
  node: unknown,
  path: Path,
  isInExample: boolean,
  report: ReportProblem,
): void {
  if (typeof node === "string" && isInExample) checkText(node, path, report);
  if (typeof node !== "object" || node === null) return;
  const map = isMap(path);
  for (const [key, value] of Object.entries(node)) {
    const keyPath = [...path, Array.isArray(node) ? Number(key) : key];
    if (isInExample && !Array.isArray(node)) checkText(key, keyPath, report);
    checkExamples(value, keyPath, isInExample || (!map && isExample(key)), report);
  }
}

function checkText(text: string, path: Path, report: ReportProblem): void {
  const hosts = text.match(host) ?? [];
  const guesses = new Set([
    ...hosts.filter((name) => !reservedHost.test(name) && !/^[\d.]+$/.test(name)),
    ...(text.match(address) ?? []).filter((number) => !reservedAddress.test(number)),
    ...(text.match(phoneNumber) ?? []).filter(
      (number) => !reservedNumber.test(number.replaceAll(/[^\d+]/g, "")),
    ),
    ...(isSecretName(`${path.at(-1)}`) && text !== path.at(-1) && !placeholder.test(text)
      ? [text]
      : []),
  ]);
  for (const guess of guesses)
    report(path, `"${guess}" could be real. Use example.com, +120255501xx or a <PLACEHOLDER>.`);
}
