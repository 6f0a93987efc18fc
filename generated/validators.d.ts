// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

import type { Validator } from "../src/openapi/judgement.ts";

/** Whether the contract leaves open if listed fields can be absent or null. */
export declare const isPresenceUnknown: boolean;
export declare const responses: Record<string, Validator>;
export declare const webhooks: Record<string, Validator>;
