import type { Sample } from "../model/page.ts";
import { type OperationCall, toRequest } from "./call.ts";
import { writeTypeScript } from "./client.ts";
import { writeCurl } from "./curl.ts";
import { writePython } from "./python.ts";

const languages = [
  { language: "bash", label: "curl", write: writeCurl },
  { language: "typescript", label: "TypeScript", write: writeTypeScript },
  { language: "python", label: "Python", write: writePython },
];

/** Writes a call in each language: those of a page, and those of what was entered in its form. */
export const samplesOf = (call: OperationCall): Sample[] =>
  languages.map(({ language, label, write }) => ({
    language,
    label,
    code: write(call, toRequest(call)).join("\n"),
  }));
