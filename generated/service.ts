// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import * as credentials from "../src/client/credentials.ts";
import type { Authenticate, TokenOption } from "../src/client/credentials.ts";

/** Authenticates as the contract's security says. */
export const authenticate: Authenticate = credentials.withToken(credentials.queryAuth("token"));

export const isTokenOption = credentials.isTokenOption;

/** The names of the query parameters that are credentials. */
export const queryCredentials: readonly string[] = ["token"];

/** What every path begins with. */
export const pathPrefix = "/api/v2";

/** The API token, or a function called for each attempt. */
export type ServiceToken = TokenOption;

/** The address of the service. */
export type ServiceAddress = string;

/** Returns the address for the option `baseUrl`. */
export function toBaseUrl(option: ServiceAddress | undefined): string | undefined {
  return option;
}

/** Sends a call to the server of its operation. */
export const resolveServer = (_call: object): void => {};
