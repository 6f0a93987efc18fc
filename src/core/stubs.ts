import type { Operation } from "./operation.ts";

/** Returns the id of a name-only operation: its method and its path, which the tester knows. */
export const stubIdOf = (method: string, path: string): string => `${method} ${path}`;

export const isStub = (id: string): boolean => id.includes(" ");

/**
 * Creates the operation of a stub's id, if it is valid. Status codes, bodies and all but path values are unknown.
 * @param security The credentials that operations of the contract usually take.
 */
export function createStub(id: string, security: Operation["security"]): Operation | undefined {
  const [, method, path] = /^([A-Z]+) (\/[^?#%\s]*)$/.exec(id) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const contents = [{ mediaType: "application/json", specified: false, examples: new Map() }];
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
  return {
    method,
    path,
    parameters: names.map((name) => ({ name, in: "path" })),
    freeForm: {},
    body: { required: false, contents: [{ mediaType: "*/*" }] },
    security,
    responses: ["2XX", "default"].map((code) => ({ code, headers: [], contents })),
  };
}
