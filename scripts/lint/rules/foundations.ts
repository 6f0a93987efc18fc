import { isObject, resolve } from "../../contract.ts";
import type { Finding, Rule } from "./rule.ts";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/** What the tools behind the contract rely on: its dialect, its addresses, its token, and names that are TypeScript's too. */
export const foundations: Rule = (contract) => {
  const findings: Finding[] = [];
  const expect = (holds: boolean, message: string, path: Finding["path"]) => {
    if (!holds) findings.push({ message, path });
  };
  expect(contract.openapi === "3.1.1", "The contract is OpenAPI 3.1.1.", ["openapi"]);
  expect(
    contract.jsonSchemaDialect === dialect,
    `jsonSchemaDialect must be ${dialect}, or Prism validates as draft-07.`,
    [],
  );
  const servers = [contract.servers ?? []].flat().filter(isObject);
  expect(
    servers.length === 1 && servers[0]?.["url"] === "{base_url}",
    "The address of the service is not shown: the one server is {base_url}.",
    ["servers"],
  );
  const schemes = Object.values(contract.components?.securitySchemes ?? {}).map((scheme) => resolve(contract, scheme));
  expect(
    schemes.length === 1 && schemes.every(isToken),
    'The client sends the API token as the query parameter "token", and no other way is shown: ' +
      "the one security scheme has type: apiKey, in: query and name: token.",
    ["components", "securitySchemes"],
  );
  for (const path of Object.keys(contract.paths ?? {})) {
    expect(path.startsWith("/api/v2/"), "Every path begins with /api/v2/.", ["paths", path]);
  }
  for (const name of Object.keys(contract.components?.schemas ?? {})) {
    expect(/^[A-Z][A-Za-z0-9]*$/.test(name), `The schema "${name}" must be in PascalCase.`, [
      "components",
      "schemas",
      name,
    ]);
  }
  return findings;
};

const isToken = (scheme: unknown) =>
  isObject(scheme) && scheme["type"] === "apiKey" && scheme["in"] === "query" && scheme["name"] === "token";
