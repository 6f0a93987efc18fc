// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { CompiledResponse, CompiledSchema } from "../src/openapi/differences.ts";

export declare const responses: Record<string, readonly CompiledResponse[]>;
export declare const webhooks: Record<string, Record<string, CompiledSchema>>;
