// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { CompiledSchema } from "../src/openapi/differences.ts";

/** Whether the contract leaves open if listed fields can be absent or null. */
export declare const isPresenceUnknown: boolean;
export declare const responses: Record<string, CompiledSchema>;
export declare const webhooks: Record<string, CompiledSchema>;
