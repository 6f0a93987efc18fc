import { token } from "./credentials.ts";
import { type Exchange, type MatchedRequest, matched } from "./exchange.ts";
import type { Operation, Parameter } from "./operation.ts";

/** The names of an operation's parameters, the token's first. */
export const parameterNames = ({ security, parameters }: Operation): string[] => [
  ...(security.flat().includes(token) ? ["token"] : []),
  ...parameters.map(({ name }) => name),
];

/** The names of the contract's parameters that a request has. */
export function givenParameters(exchange: Exchange): string[] {
  const request = matched(exchange);
  if (!request) return [];
  const given = request.operation.parameters.filter((parameter) => isGiven(parameter, request)).map(({ name }) => name);
  return request.hasToken ? ["token", ...given] : given;
}

function isGiven({ name, in: place, style, shape }: Parameter, request: MatchedRequest<string>): boolean {
  if (place === "path") return Object.hasOwn(request.pathValues, name);
  if (place === "header") return name.toLowerCase() in request.headers;
  const names = [name, ...Object.keys(shape?.properties ?? {})];
  const written = style === "deepObject" ? names.map((property) => `${name}[${property}]`) : names;
  return written.some((one) => request.query.has(one));
}
