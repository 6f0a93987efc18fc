// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

// By operation: createTask_inputs, and createTask_0 for the first media type of its bodies.
export {};
