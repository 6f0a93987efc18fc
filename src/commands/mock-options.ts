import { junkInboxInputs } from "../openapi/junk-inbox.ts";

/** The options of `phone-agent-api mock`: for the command, its help and the reference. */
export const mockOptions = {
  port: {
    type: "string",
    default: "4010",
    value: "N",
    meaning: "the port to listen on; 0 picks a free one (default: 4010)",
  },
  host: {
    type: "string",
    value: "H",
    meaning: "the address to listen on (default: 127.0.0.1, this machine only)",
  },
  "allow-host": {
    type: "string",
    multiple: true,
    value: "NAME",
    meaning:
      "a further host name at which /__mock/ responds, and to which it sends webhooks, such as a container's; may be repeated",
  },
  contract: {
    type: "string",
    value: "FILE",
    meaning:
      "another contract, YAML or JSON, OpenAPI 2.0 to 3.2 (default: the one in this package); reloaded when it changes, or a file that it refers to",
  },
  examples: {
    type: "string",
    value: "FILE",
    meaning:
      'your own examples, YAML or JSON: by operation id, by name; for a name-only operation by "POST /api/v2/…"; failures by name under "failures"; reloaded on change',
  },
  "junk-input-name": {
    type: "string",
    multiple: true,
    value: "KIND=NAME",
    meaning: `the name of a junk inbox input, so that the mock paginates; up to four times; KIND: ${Object.keys(junkInboxInputs).join(", ")}; the mock's first page is page 0`,
  },
  prefer: {
    type: "string",
    value: "PREFERENCES",
    meaning: "default preferences; a request's own override them",
  },
  strict: {
    type: "boolean",
    meaning:
      "reject query parameters that the contract doesn't declare, and planned bodies that it rules out",
  },
  "require-coverage": {
    type: "boolean",
    meaning:
      "exit with 1 if an operation wasn't called; don't start it by npx or npm run, which don't pass SIGTERM on",
  },
  json: {
    type: "boolean",
    meaning: "print one line of JSON on stdout when ready",
  },
  "log-level": {
    type: "string",
    default: "info",
    value: "LEVEL",
    meaning:
      "silent, warn, or info with a line for every request, on stderr (default: info); info also prints the coverage as a table at the end",
  },
} as const;

export const mockExitCodes = {
  0: "after SIGINT (Ctrl-C), SIGTERM or SIGHUP",
  1: "the mock couldn't start, or coverage is incomplete",
  2: "an option is invalid",
};
