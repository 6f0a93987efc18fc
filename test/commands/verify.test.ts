import { expect, test } from "vitest";
import { writeTemporaryFile } from "../traffic/files.ts";
import { runVerifyHere } from "../verify/service.ts";

test.each<[string[], string]>([
  [[], "--base-url or PHONE_AGENT_BASE_URL must be an HTTP URL without "],
  [
    ["--base-url", "http://service.example.com"],
    "PHONE_AGENT_ALLOW_INSECURE_HTTP=1 must be set for plain HTTP, which exposes the token.",
  ],
  [
    ["--base-url", "https://a.example/?token=x"],
    "--base-url or PHONE_AGENT_BASE_URL must be an HTTP URL without credentials, query or fragment.",
  ],
  [["--token", "x"], "The token isn't an option: others can see options. Set PHONE_AGENT_TOKEN."],
  [["--har", "/nowhere.har"], "Can't read /nowhere.har: no such file or directory."],
  [["--har", "/"], "Can't read /: it is a folder."],
  [
    ["--har", "/no\u001b[31m\u202e.har"],
    "Can't read /no\\u{1b}[31m\\u{202e}.har: no such file or directory.",
  ],
  [["--no\u001b[31m"], 'Unknown option "--no\\u001b[31m"'],
  [["--har", writeTemporaryFile("empty.har", "")], "it's empty."],
  [["--journal", writeTemporaryFile("j", "{}")], "it contains no JSON array."],
  [
    ["--har", "a", "--probe-auth"],
    "--probe-auth is for requests; with recorded traffic, none is sent.",
  ],
  ...[
    "service",
    "https://a.example/api/v2",
    "https://a.example/x/api/v2/",
    "https://a.example/x/api/",
    "https://a.example/?x",
    "ftp://a.example",
  ].map((url): [string[], string] => [
    ["--har", "a", "--base-url", url],
    "--base-url must be an absolute HTTP URL without /api/v2 or its beginning, ",
  ]),
  [["--postman", "/nowhere.json"], "Can't read /nowhere.json: no such file or directory."],
  [["--postman", writeTemporaryFile("p", "{}")], "it isn't a Postman collection 2.0 or 2.1"],
  [
    ["--har", "a", "--postman-environment", "/nowhere"],
    "Can't read /nowhere: no such file or directory.",
  ],
  [
    ["--har", "a", "--postman-environment", writeTemporaryFile("e", "{}")],
    "it isn't an environment that Postman exported.",
  ],
  [["--har", "a", "--variable", "host"], "--variable takes NAME=VALUE."],
  [["--variable", "host=x"], "--variable is for recorded traffic: pass a file, too."],
  [["--har", "a", "--contract", "/nowhere.yaml"], "Can't read /nowhere.yaml: "],
  [["--contract", "/nowhere.yaml"], "--contract is for recorded traffic: pass a file, too."],
  [
    ["--server", "eu"],
    "The contract knows no address of the service, so --server has no names: leave it out.",
  ],
  [["--server", "eu", "--base-url", "https://a.example"], "Pass --base-url or --server, not both."],
  [["--output", ""], "--output must not be empty."],
  [
    ["--format", "json", "--output", "a.json", "--output", "b.xml"],
    "--format is for one report: several files have the formats of their endings.",
  ],
  [["--format", "pdf"], "--format must be one of text, json, markdown, junit, sarif."],
  [["--fail-on", "old"], "--fail-on takes one word: new."],
  [["--include", "listTokens"], "--include takes only deleteSipRegistration."],
  [["--pause", "soon"], "--pause must be an integer from 0 to 9999999."],
  [["--max-requests", "0"], "--max-requests must be an integer from 1 to 9999999."],
  [["--value", "sms"], "--value takes NAME=VALUE."],
  [
    ["--dry-run", "--base-url", "http://127.0.0.1:9", "--value", "typ=sms"],
    "--value takes the name of a path value: ",
  ],
  [
    ["--base-url", "http://127.0.0.1:9", "--value", "constructor=sms"],
    "--value takes the name of a path value: ",
  ],
  [["--value", "type=.."], "--value type must not be a dot segment or have control characters."],
  [["--value", "type=a\nb"], "--value type must not be a dot segment or have control characters."],
  [["--fail-on", ""], "--fail-on takes one word: new."],
  [["--junk-input-name", "pageNumber=token"], "--junk-input-name has a name for "],
  [
    ["--junk-input-name", "paginate=a", "--junk-input-name", "pageNumber=a"],
    "--junk-input-name has a name for ",
  ],
  [["--junk-input-name", "size=a"], "--junk-input-name takes KIND=NAME."],
  [
    ["--base-url", "http://127.0.0.1:9", "--output", "/nowhere/report"],
    "Can't write the report: no such file or directory. Choose another --output.",
  ],
  [
    ["--har", "a.har", "--require", "createToken"],
    "--require takes all or the id of a documented operation: ",
  ],
  [["secret"], "Unexpected argument: phone-agent-api verify takes options only."],
])("verify exits with 2 and one sentence for the options %j", async (args, sentence) => {
  const { exitCode, stdout, stderr } = await runVerifyHere(args, { PHONE_AGENT_TOKEN: undefined });
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr).not.toContain("    at ");
});

test("a wrong base URL is reported as the variable that has it", async () => {
  const { stderr } = await runVerifyHere([], { PHONE_AGENT_BASE_URL: "service" });
  expect(stderr).toBe(
    "PHONE_AGENT_BASE_URL must be an HTTP URL without credentials, query or fragment.\n",
  );
});

test.each(["--help", "-h"])("%s shows every option", async (flag) => {
  const { exitCode, stdout } = await runVerifyHere([flag]);
  expect(exitCode).toBe(0);
  for (const word of [
    "--base-url",
    "--har",
    "--value",
    "--dry-run",
    "--include",
    "--fail-on new",
    "Exit code",
  ]) {
    expect(stdout).toContain(word);
  }
});
