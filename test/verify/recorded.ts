import { runVerify } from "../../src/commands/verify.ts";
import { runHere } from "../command.ts";
import { entry, har, writeTemporaryFile } from "../traffic/files.ts";

export type Exchange = Parameters<typeof entry>[0];

/** Verifies recorded exchanges, and returns the report. */
export const verify = (exchanges: readonly Exchange[], ...args: string[]) =>
  verifyFile(har(...exchanges.map(entry)), ...args);

export async function verifyFile(content: string, ...args: string[]) {
  const { exitCode, stdout } = await verifyHar(content, "--format", "json", ...args);
  return { exitCode, report: JSON.parse(stdout) };
}

/** Verifies a HAR, and returns what is printed. */
export const verifyHar = (content: string, ...args: string[]) =>
  verifyRecording("--har", content, ...args);

export const verifyRecording = (option: string, content: string, ...args: string[]) =>
  runHere(runVerify, [option, writeTemporaryFile("a.har", content), ...args], {
    PHONE_AGENT_BASE_URL: undefined,
  });

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
