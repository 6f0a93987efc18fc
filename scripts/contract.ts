/** The model of the contract that the commands share. */

export { cachePerDocument } from "../src/openapi/cache.ts";
export type { JsonObject } from "../src/openapi/json.ts";
export * from "../src/openapi/nodes.ts";
export { bodyFacts, type IndexEntry, indexEntries, type Knowledge } from "../src/openapi/operation-index.ts";
export { parsePointer, pointerOf, valueAt } from "../src/openapi/pointer.ts";
export { isReference, parseReference, resolve, targetOf } from "../src/openapi/reference.ts";
export * from "../src/openapi/unknown-aspects.ts";
export * from "../src/openapi/unknowns.ts";
export * from "./contract/codegen.ts";
export * from "./contract/coverage.ts";
export * from "./contract/document.ts";
export * from "./contract/fields.ts";
export * from "./contract/index-names.ts";
export * from "./contract/json.ts";
export * from "./contract/method.ts";
export * from "./contract/model-names.ts";
export * from "./contract/names.ts";
export * from "./contract/operations.ts";
export * from "./contract/security-names.ts";
export * from "./contract/stated-value.ts";
export * from "./contract/unknowns.ts";
export * from "./contract/words.ts";
