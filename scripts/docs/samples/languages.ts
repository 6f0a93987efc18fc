import type { Sample } from "../model/blocks.ts";
import { type OperationCall, toRequest } from "./call.ts";
import { writeTypeScript } from "./client.ts";
import { writeCurl } from "./curl.ts";
import { writeFetch } from "./fetch.ts";
import { writePython } from "./python.ts";

export const languages = [
  { language: "bash", label: "curl", comment: "#", write: writeCurl },
  { language: "typescript", label: "TypeScript", comment: "//", write: writeTypeScript },
  { language: "javascript", label: "fetch", comment: "//", write: writeFetch },
  { language: "python", label: "Python", comment: "#", write: writePython },
];

export const samplesOf = (call: OperationCall): Sample[] =>
  languages.map(({ language, label, comment, write }) => {
    const lines = call.missingValues.map((name) => `${comment} Replace {${name}}: the contract has no example of it.`);
    return { language, label, code: [...lines, ...write(call, toRequest(call))].join("\n") };
  });
