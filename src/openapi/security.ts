import { memoizeByRef } from "./cache.ts";
import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { resolve } from "./reference.ts";

export interface Credential {
  /**
   * `authorization`: the header of this name, in a scheme. `connection`: outside of the request's
   * text.
   */
  readonly in: "query" | "header" | "cookie" | "authorization" | "connection";
  /**
   * Of the parameter, header (in lower case), cookie or scheme (such as `bearer`), or
   * `certificate`.
   */
  readonly name: string;
}

/** Alternatives: in each, what a request needs together. Empty: nothing. */
export type Alternatives<Need> = readonly (readonly Need[])[];

export const securitySchemesOf = memoizeByRef(
  (document: object): Readonly<Record<string, JsonObject>> => {
    const schemes = Object.entries(
      asObject(asObject(asObject(document)["components"])["securitySchemes"]),
    );
    const resolvedSchemes = schemes.map(
      ([name, scheme]) => [name, resolve(document, scheme)] as const,
    );
    return Object.fromEntries(resolvedSchemes.filter(([, scheme]) => isObject(scheme))) as Record<
      string,
      JsonObject
    >;
  },
);

/**
 * Returns the security that an operation declares, or without any the document's: in each
 * alternative schemes by name.
 */
export const securityOf = (
  document: object,
  security?: unknown,
): readonly Readonly<Record<string, JsonObject>>[] =>
  asList(security ?? asObject(document)["security"]).map((alternative) => {
    const names = Object.keys(asObject(alternative));
    return Object.fromEntries(
      names.map((name) => [name, asObject(securitySchemesOf(document)[name])]),
    );
  });

/** Returns the credential of a security scheme. OAuth 2 and OpenID Connect give bearer tokens. */
export function credentialOf({ type, in: location, name, scheme }: JsonObject): Credential {
  if (
    type === "apiKey" &&
    (location === "query" || location === "header" || location === "cookie")
  ) {
    return {
      in: location,
      name: location === "header" ? String(name).toLowerCase() : String(name),
    };
  }
  if (type === "http") return { in: "authorization", name: String(scheme).toLowerCase() };
  if (type === "oauth2" || type === "openIdConnect") return { in: "authorization", name: "bearer" };
  return { in: "connection", name: "certificate" };
}

export const toCredentials = (security: ReturnType<typeof securityOf>): Alternatives<Credential> =>
  security.map((alternative) => Object.values(alternative).map(credentialOf));

/**
 * Returns the credentials that a document declares and the text of a request can show, each once.
 */
export function credentialsOf(document: object): Credential[] {
  const credentials = Object.values(securitySchemesOf(document)).map(credentialOf);
  const visibleCredentials = credentials.filter((credential) => credential.in !== "connection");
  return [
    ...new Map(
      visibleCredentials.map((credential) => [JSON.stringify(credential), credential]),
    ).values(),
  ];
}

export const includesCredential = (
  credentials: readonly Credential[],
  { in: location, name }: Credential,
): boolean =>
  credentials.some((credential) => credential.in === location && credential.name === name);
