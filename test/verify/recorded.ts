import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";

export type Exchange = Parameters<typeof entry>[0];

/** Verifies recorded exchanges, and returns the report. */
export const verify = (exchanges: readonly Exchange[], ...args: string[]) =>
  verifyFile(har(...exchanges.map(entry)), ...args);

export async function verifyFile(content: string, ...args: string[]) {
  const file = writeTemporaryFile("a.har", content);
  const { exitCode, stdout } = await runHere(
    runVerify,
    ["--har", file, "--format", "json", ...args],
    { PHONE_AGENT_BASE_URL: undefined },
  );
  return { exitCode, report: JSON.parse(stdout) };
}

/** Writes a contract with these responses of `GET /parcels`, and returns its file. */
export const contractOf = (responses: object, fields: object = {}) =>
  writeTemporaryFile(
    "contract.json",
    JSON.stringify({
      openapi: "3.1.1",
      info: { title: "", version: "" },
      paths: { "/parcels": { get: { responses } } },
      ...fields,
    }),
  );
