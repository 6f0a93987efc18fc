// Written by `npm run generate` from openapi/openapi.yaml. Not to be edited by hand.

var n={},t={};export{t as bodies,n as inputs};
