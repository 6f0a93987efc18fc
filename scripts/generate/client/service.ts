import type { JsonObject } from "../../../src/openapi/json.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { sharedSegmentsOf } from "../../../src/openapi/path.ts";
import {
  credentialOf,
  credentialsOf,
  securityOf,
  securitySchemesOf,
} from "../../../src/openapi/security.ts";
import type { Contract } from "../../contract/document.ts";
import {
  alternativesOf,
  isSendable,
  securityNamesOf,
  tokenSchemesOf,
} from "../../contract/security-names.ts";
import { capitalize } from "../../contract/words.ts";
import { writeComment, writeImports } from "../code.ts";
import { type ClientModule, type ImportFrom, writeAddresses } from "./addresses.ts";

/** Writes `generated/service.ts`: the address of the service, and how the client authenticates. */
export function writeService(contract: Contract): string {
  const schemes = Object.entries(securitySchemesOf(contract)).filter(([, scheme]) =>
    isSendable(scheme),
  );
  const fallback = alternativesOf(securityOf(contract));
  const own = operationsOf(contract).flatMap(
    (operation) => securityNamesOf(operation, contract) ?? [],
  );
  const takesOneToken = fallback.length === 1 && fallback[0]?.length === 1 && own.length === 0;
  const modules = new Set<ClientModule>();
  const from: ImportFrom = (module, code) => {
    modules.add(module);
    return `${module}.${code}`;
  };
  const [authenticate, check] = writeAuthenticate();
  const addresses = writeAddresses(contract, from);

  function writeAuthenticate(): [authenticate: string, check: string] {
    const [[name = ""] = []] = fallback;
    if (takesOneToken) {
      const addition = writeAddition(securitySchemesOf(contract)[name] ?? {}, from);
      return [from("credentials", `withToken(${addition})`), from("credentials", "isTokenOption")];
    }
    const additions = schemes.map(
      ([name, scheme]) => `${JSON.stringify(name)}: ${writeAddition(scheme, from)}`,
    );
    const names = JSON.stringify(schemes.map(([name]) => name));
    const tables = `{ ${additions.join(", ")} }, ${JSON.stringify(fallback)}, ${JSON.stringify(tokenSchemesOf(contract))}`;
    return [
      from("schemes", `withSchemes(${tables})`),
      from("schemes", `isTokenOfSchemes(${names})`),
    ];
  }

  const queryCredentials = credentialsOf(contract).flatMap(({ in: place, name }) =>
    place === "query" ? name : [],
  );
  return `${writeImports(modules)}import type { Authenticate, TokenOption } from "../src/client/credentials.ts";

/** Authenticates as the contract's security says. */
export const authenticate: Authenticate = ${authenticate};

export const isTokenOption = ${check};

/** The names of the query parameters that are credentials. */
export const queryCredentials: readonly string[] = ${JSON.stringify(queryCredentials)};

/** What every path begins with. */
export const pathPrefix = ${JSON.stringify(["", ...sharedSegmentsOf(operationsOf(contract).map(({ path }) => path))].join("/"))};

/** The API token, or a function called for each attempt. */
export type ServiceToken = TokenOption${takesOneToken ? "" : ` | {\n${writeSecrets(schemes)}}`};

${addresses}`;
}

function writeAddition(scheme: JsonObject, from: ImportFrom): string {
  const { in: place, name } = credentialOf(scheme);
  if (place === "query") return from("credentials", `queryAuth(${JSON.stringify(name)})`);
  if (place === "header") return from("schemes", `headerAuth(${JSON.stringify(scheme["name"])})`);
  if (place === "cookie") return from("schemes", `cookieAuth(${JSON.stringify(name)})`);
  if (name === "basic") return from("schemes", "basicAuth");
  return from("schemes", `headerAuth("Authorization", ${JSON.stringify(`${capitalize(name)} `)})`);
}

const writeSecrets = (schemes: readonly (readonly [name: string, scheme: JsonObject])[]): string =>
  schemes
    .map(([name, { description }]) => {
      const comment = writeComment([`${description ?? ""}`], "  ");
      return `${comment}  readonly ${JSON.stringify(name)}?: TokenOption | undefined;\n`;
    })
    .join("");
