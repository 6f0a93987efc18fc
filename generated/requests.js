// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

var t={},n={};export{n as bodies,t as inputs};
