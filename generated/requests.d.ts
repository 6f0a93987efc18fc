// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { CompiledSchema } from "../src/openapi/differences.ts";

export declare const requests: Record<string, Record<string, CompiledSchema>>;
