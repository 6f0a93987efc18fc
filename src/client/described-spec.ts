import { isObject } from "../openapi/json.ts";
import * as bodies from "./bodies.ts";
import * as locations from "./locations.ts";
import * as media from "./media.ts";
import * as query from "./query.ts";
import type { OperationSpec } from "./spec.ts";

const modules = { bodies, locations, media, query };

/**
 * A function in `src/client`, as plain data. With arguments, it creates the function. No input has a
 * name like its key.
 */
export interface FunctionRef {
  readonly "@module": keyof typeof modules;
  readonly name: string;
  readonly args?: readonly unknown[];
}

export const isFunctionRef = (value: unknown): value is FunctionRef =>
  isObject(value) && "@module" in value;

/**
 * Creates the spec of a described operation. The generated client imports the functions that its
 * operations need; this finds them by name, for the operations of any contract.
 */
export const toSpec = (description: object): OperationSpec =>
  JSON.parse(JSON.stringify(description), (_, value: unknown) => {
    if (!isFunctionRef(value)) return value;
    const { "@module": module, name, args } = value;
    const found = (modules[module] as Record<string, unknown>)[name];
    return args ? (found as (...args: readonly unknown[]) => unknown)(...args) : found;
  });
