// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

var s={};export{s as requests};
