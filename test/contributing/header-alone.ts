import type { Contract } from "../../scripts/contract/document.ts";
import type { Project } from "./project.ts";

/** Makes a bearer token the one scheme of a contract: none is sent in the query. */
export function replaceScheme(contract: Contract): void {
  const description = "An API token in the `Authorization` header. Every documented operation requires it.";
  contract.components.securitySchemes = { bearerToken: { type: "http", scheme: "bearer", description } };
  contract.security = [{ bearerToken: [] }];
}

const tableFile = "test/contract/contract.test.ts";
const guide = "scripts/docs/guides/2-authentication.md";
const printf = `printf %s "\${PHONE_AGENT_TOKEN:-demo-token-not-secret}"`;
const printHeader = `printf 'Authorization: Bearer %s' "\${PHONE_AGENT_TOKEN:-demo-token-not-secret}"`;

/** The passages that have the fact or send the token, and how a maintainer writes them. */
const edits: [file: string, passage: string, text: string][] = [
  [tableFile, "as the query parameter `token`", "in the `Authorization` header"],
  [tableFile, "[{ apiToken: [] }]", "[{ bearerToken: [] }]"],
  [tableFile, `apiToken: { type: "apiKey", in: "query", name: "token" }`, `bearerToken: { type: "http" }`],
  [tableFile, "securitySchemes/apiToken", "securitySchemes/bearerToken"],
  [tableFile, "`token`, `<API_TOKEN>`, every", "`Authorization` header, every"],
  ["openapi/contract.arazzo.yaml", "      name: token\n      in: query", "      name: Authorization\n      in: header"],
  ["openapi/contract.arazzo.yaml", "      value: $inputs.token", "      value: Bearer {$inputs.token}"],
  [
    "README.md",
    "curl 'http://127.0.0.1:4010/api/v2/tokens?token=demo-token-not-secret'",
    "curl http://127.0.0.1:4010/api/v2/tokens -H 'Authorization: Bearer demo-token-not-secret'",
  ],
  [guide, ", as the query parameter `token`.", " in the `Authorization` header."],
  ["test/samples/guides/tokens.sh", printf, printHeader],
  ["test/samples/guides/tokens.sh", "--get --data-urlencode token@-", "--header @-"],
  ["test/samples/mock/prefer.sh", printf, printHeader],
  ["test/samples/mock/prefer.sh", "--get --data-urlencode token@-", "--header @-"],
  ["test/samples/mock/stranger.py", "import urllib.parse\n", ""],
  [
    "test/samples/mock/stranger.py",
    `query = urllib.parse.urlencode({"token": os.environ["PHONE_AGENT_TOKEN"]})`,
    `authorization = f"Bearer {os.environ['PHONE_AGENT_TOKEN']}"`,
  ],
  ["test/samples/mock/stranger.py", `{"Prefer": prefer,`, `{"Authorization": authorization, "Prefer": prefer,`],
  ["test/samples/mock/stranger.py", "{path}?{query}", "{path}"],
  ["test/samples/recipes/test_tokens.py", "?token=demo-token-not-secret", ""],
  [
    "test/samples/recipes/test_tokens.py",
    `{"Prefer": "example=empty"}`,
    `{"Authorization": "Bearer demo-token-not-secret", "Prefer": "example=empty"}`,
  ],
  ["test/samples/recipes/generated_client.py", `{"api_key": {"apiToken": `, `{"bearer": `],
  ["test/samples/recipes/generated_client.py", `["PHONE_AGENT_TOKEN"]}})`, `["PHONE_AGENT_TOKEN"]})`],
  ["test/consumers/recipes/tracing.ts", `        url.searchParams.delete("token");\n`, ""],
];

/** Rewrites what is said of the token's place, and what sends it: in a header alone. */
export function rewritePlaces({ read, edit, replace }: Project): void {
  for (const edited of edits) replace(...edited);
  edit(guide, (text) => text.replace(/## Why a token in the query .*?(?=## )/s, ""));
  for (const file of [guide, "scripts/docs/guides/7-recipes.md", "SECURITY.md"]) {
    const parts = read(file).split(/(?=\n\n)/);
    edit(file, () => parts.map(rewritePart).join(""));
  }
}

/** Removes the sentences on the URL and the query of a part that names this place. */
function rewritePart(part: string): string {
  if (!part.includes(" <!-- credential: query -->")) return part;
  const sentences = part
    .split(" <!-- credential: query -->")
    .join("")
    .split(/(?<=\.)\s(?=[A-Z])/);
  return sentences.filter((sentence) => !/\b(?:URL|query|parameter)\b/.test(sentence)).join(" ");
}
