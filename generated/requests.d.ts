// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { CompiledSchema } from "../src/openapi/differences.ts";

/** Of `{ path, query, header, cookie }`, by operation. */
export declare const inputs: Record<string, CompiledSchema>;
/** Of `{ body }`, by operation and media type: `createTask application/json`. */
export declare const bodies: Record<string, CompiledSchema>;
