// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

var t={},s={};export{s as bodies,t as inputs};
